import TrackCore
import TrackStore

/// A row, and the box that it is of where rows of several are listed.
struct Boxed<Row> {
  var box: String?
  var row: Row
}

/// The machines whose rows a command is about: this one, and those that were pulled from.
struct OpenBoxes {
  private let all: [(name: String, reader: TrackReader)]

  /// With `--box` that one, else all that there are rows of.
  init(_ invocation: Invocation, in world: World) throws {
    let own = try TrackReader.openOwn(invocation, in: world)
    let boxes = try own.boxes()
    if let name = invocation[.box] {
      all = [(name, try Self.named(name, own, boxes))]
    } else if boxes.isEmpty {
      all = [("", own)]
    } else {
      let pulled = try boxes.map { (name: $0.name, reader: try own.beside($0)) }
      all = try own.hasRows() ? [(name: try own.info().box, reader: own)] + pulled : pulled
    }
  }

  private static func named(_ name: String, _ own: TrackReader, _ boxes: [Box]) throws -> TrackReader {
    if let box = boxes.first(where: { $0.name == name }) {
      try own.look(at: box)
      return own
    }
    let ownName = try own.info().box
    if name == ownName { return own }
    let names = boxes.map(\.name) + [ownName]
    throw Failure(.failed, "there is no box '\(name)' here; there are \(names.joined(separator: ", "))")
  }

  /// The rows of all of them, each list's in order, merged.
  func rows<Row, Key: Comparable>(
    by key: (Row) -> Key, limit: Int?, _ read: (TrackReader) throws -> [Row]
  ) throws -> [Boxed<Row>] {
    if all.count == 1 { return try read(all[0].reader).map { Boxed(box: nil, row: $0) } }
    var rows: [Boxed<Row>] = []
    for (name, reader) in all { rows += try read(reader).map { Boxed(box: name, row: $0) } }
    let order = rows.indices.sorted { a, b in
      let (first, second) = (key(rows[a].row), key(rows[b].row))
      return first == second ? a < b : first < second
    }
    return order.suffix(limit ?? order.count).map { rows[$0] }
  }

  /// The one whose rows are asked for where there can be only one: this machine's, where it has any.
  func only() throws(Failure) -> TrackReader {
    guard let first = all.first else { throw Failure(.failed, "there is no box") }
    guard all.count > 1 else { return first.reader }
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
