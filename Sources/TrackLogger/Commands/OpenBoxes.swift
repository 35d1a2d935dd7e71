import TrackCore
import TrackStore

/// The machines whose rows a command is about: this one, and those that were pulled from.
struct OpenBoxes {
  private struct Entry {
    var name: String
    var reader: TrackReader
    /// nil: this machine.
    var box: Box?
  }

  private let all: [Entry]

  /// With `--box` that one, else all that there are rows of.
  init(_ invocation: Invocation, in world: World) throws {
    let own = try TrackReader.openOwn(invocation, in: world)
    let boxes = try own.boxes()
    if boxes.isEmpty, !invocation.has(.box) {
      all = [Entry(name: "", reader: own)]
      return
    }
    let known =
      [Entry(name: try own.info().box, reader: own)]
      + (try boxes.map {
        Entry(name: $0.name, reader: try own.beside($0), box: $0)
      })
    guard let name = invocation[.box] else {
      all = try own.hasRows() ? known : Array(known.dropFirst())
      return
    }
    // A box that is called like this machine goes before it.
    guard let chosen = known.last(where: { $0.name == name }) else {
      throw Failure(
        .failed, "there is no box '\(name)' here; there are \(known.map(\.name).joined(separator: ", "))")
    }
    all = [chosen]
  }

  var areSeveral: Bool { all.count > 1 }

  /// Hands over the rows of all of them, each list's in order, merged; with the box that each is of, where there are several.
  ///
  /// - Parameter read: hands over those of one, in order. Of one box alone none is kept; of several all are, to be merged.
  func each<Row, Key: Comparable>(
    by key: (Row) -> Key, limit: Int?, _ read: (TrackReader, (Row) throws -> Void) throws -> Void,
    _ body: (Row, String?) throws -> Void
  ) throws {
    if all.count == 1 {
      return try withoutActuallyEscaping(body) { body in try read(all[0].reader) { try body($0, nil) } }
    }
    var rows: [(row: Row, box: String)] = []
    for entry in all { try read(entry.reader) { rows.append(($0, entry.name)) } }
    let order = rows.indices.sorted { a, b in
      let (first, second) = (key(rows[a].row), key(rows[b].row))
      return first == second ? a < b : first < second
    }
    for k in order.suffix(limit ?? order.count) { try body(rows[k].row, rows[k].box) }
  }

  /// Of each of them.
  func eachReader(_ body: (TrackReader) throws -> Void) throws { for entry in all { try body(entry.reader) } }

  /// The one whose rows are asked for where there can be only one.
  func only() throws(Failure) -> TrackReader { try onlyEntry().reader }

  /// The box whose rows are asked for where there can be only one; nil: this machine.
  func onlyBox() throws(Failure) -> Box? { try onlyEntry().box }

  private func onlyEntry() throws(Failure) -> Entry {
    guard let first = all.first else { throw Failure(.failed, "there is no box") }
    guard all.count > 1 else { return first }
    throw .usage("there are rows of several boxes: choose one with --box: \(all.map(\.name).joined(separator: ", "))")
  }
}

extension TrackReader {
  /// Another reader of the same database, of the rows that were pulled from a box.
  func beside(_ box: Box) throws(StoreError) -> TrackReader {
    let reader = try TrackReader(path: path, upgrades: false)
    try reader.look(at: box)
    return reader
  }

  /// The database that the command line or the configuration names, to read the rows of one box from.
  static func open(_ invocation: Invocation, in world: World) throws -> TrackReader {
    try OpenBoxes(invocation, in: world).only()
  }
}
