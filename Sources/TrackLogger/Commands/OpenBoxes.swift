import TrackCore
import TrackStore

/// A row, and the box that it is of where rows of several are listed.
struct Boxed<Row> {
  var box: String?
  var row: Row
}

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

  /// The rows of all of them, each list's in order, merged.
  func rows<Row, Key: Comparable>(
    by key: (Row) -> Key, limit: Int?, _ read: (TrackReader) throws -> [Row]
  ) throws -> [Boxed<Row>] {
    if all.count == 1 { return try read(all[0].reader).map { Boxed(box: nil, row: $0) } }
    var rows: [Boxed<Row>] = []
    for entry in all { rows += try read(entry.reader).map { Boxed(box: entry.name, row: $0) } }
    let order = rows.indices.sorted { a, b in
      let (first, second) = (key(rows[a].row), key(rows[b].row))
      return first == second ? a < b : first < second
    }
    return order.suffix(limit ?? order.count).map { rows[$0] }
  }

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
