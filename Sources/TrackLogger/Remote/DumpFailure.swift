import TrackCore
import TrackStore

extension Failure {
  /// What a fault of a dump means to the caller. `origin` is where it came from: a file, standard input, a host.
  static func dump(_ error: any Error, from origin: String) -> any Error {
    switch error {
    case DumpError.notADump(let beginning):
      Failure(.data, "\(origin) holds no dump: it begins with '\(beginning)'")
    case DumpError.newer(let version):
      Failure(
        .data,
        "\(origin) is a dump of format \(version), and this program reads up to \(DumpLine.version): update tracklogger here"
      )
    case DumpError.damaged:
      Failure(
        .data, "\(origin) is damaged: bytes are wrong, missing or out of order; what came before them is loaded")
    case DumpError.cut:
      Failure(.data, "\(origin) ends too early; what came before is loaded")
    case DumpError.nonsense(let table, let column):
      Failure(
        .data, "\(origin) is refused: '\(column)' of a \(table) holds what it cannot be; what came before is loaded")
    case BoxConflict.itself:
      Failure(.data, "\(origin) is the dump of this very database: there is nothing to load")
    case BoxConflict.otherDatabase(let name):
      Failure(
        .data,
        "\(origin) is of another database than the one that is here as '\(name)': if it is another box, or its database was "
          + "replaced, load it under a new name with --name, and what is here stays")
    case BoxConflict.restored(let name): Failure.refused(.restored, name: name, origin: origin)
    case BoxConflict.ownName(let name):
      Failure(
        .data, "\(origin) is of another machine, but '\(name)' is what this one is called: give it a name with --name")
    case BoxConflict.gap(let arrived):
      Failure(.data, "\(origin) lacks what came before it: of this box the changes up to \(arrived) have arrived")
    default: error
    }
  }

  static func refused(_ refusal: DumpLine.Refusal, name: String, origin: String) -> Failure {
    switch refusal {
    case .replaced:
      Failure(
        .data,
        "\(origin) has another database than the one that is here as '\(name)': load it under a new name with --name, and "
          + "what is here stays")
    case .restored:
      Failure(
        .data,
        "the database of \(origin) was restored from an older copy since it was last read, so what it has now does not "
          + "follow what is here as '\(name)': take it over under a new name with --name, and what is here stays")
    }
  }
}
