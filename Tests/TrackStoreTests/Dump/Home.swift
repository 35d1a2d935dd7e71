import TrackCore

@testable import TrackStore

/// A machine that pulls from boxes.
final class Home {
  let scratch: Scratch
  let store: BoxStore

  init() throws {
    scratch = try Scratch()
    store = try BoxStore(path: scratch.path)
  }

  /// Takes what is new in a box's database; `isTaken` says of each batch whether the connection lasts beyond it;
  /// `isWhole` takes a dump of everything.
  @discardableResult
  func pull(
    _ scratch: Scratch, name: String? = nil, isWhole: Bool = false, isTaken: (DumpBatch) -> Bool = { _ in true }
  ) throws -> (box: Box, loaded: Loaded) {
    let known = try store.boxes().first { $0.name == name ?? "box" }
    let dump = try DumpReader(TrackReader(path: scratch.path), after: isWhole ? nil : known?.cursor)
    if let refusal = dump.refusal { throw Refused(reason: refusal) }
    let box = try store.box(of: dump.head, eras: dump.eras, name: name, host: nil)
    var loaded = Loaded()
    while let batch = try dump.next() {
      guard isTaken(batch) else { break }
      loaded += try store.load(try Self.sent(batch), of: dump.eras, into: box)
    }
    return (box, loaded)
  }

  struct Refused: Error, Equatable { var reason: DumpLine.Refusal }

  /// As it arrives.
  static func sent(_ batch: DumpBatch) throws -> DumpBatch {
    try batch.payload().bytes.withUnsafeBytes {
      try DumpBatch(after: batch.after, through: batch.through, payload: $0)
    }
  }

  /// Rows of a box by table.
  func rows(_ box: Box) throws -> [String] {
    try Self.tables.flatMap { table in try scratch.dump("\(box.prefix)\(table)").map { "\(table): \($0)" } }
  }

  static let tables = ["fix", "trip", "visit", "place", "event", "device"]

  func reader(_ box: Box) throws -> TrackReader {
    let reader = try TrackReader(path: scratch.path)
    try reader.look(at: box)
    return reader
  }
}

extension Scratch {
  /// The rows that another machine gets.
  func dumped() throws -> [String] {
    try Home.tables.flatMap { table in try dump(table).map { "\(table): \($0)" } }
  }
}
