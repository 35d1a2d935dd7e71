/// The row of table `source` that a pipeline writes under: how far its input was read, and its checkpoint.
final class SourceRow {
  private let name: String
  private let find: Statement
  private let insert: Statement
  private let update: Statement
  private(set) var id: Int64?
  /// What was saved last; nil where this source is new.
  private(set) var saved: SavedCheckpoint?

  /// A blob of the same size as before is overwritten where it lies, and pages of it that are equal are not written: so
  /// the checkpoint is padded to a multiple of this.
  private static let padding = 512

  init(_ database: Database, name: String) throws(StoreError) {
    self.name = name
    find = try database.prepare(
      "SELECT id, position, length, checkpoint FROM source WHERE name = ?1 ORDER BY id DESC LIMIT 1")
    insert = try database.prepare(
      "INSERT INTO source (name, position, length, checkpoint) VALUES (?1, ?2, ?3, ?4) RETURNING id")
    update = try database.prepare("UPDATE source SET position = ?2, length = ?3, checkpoint = ?4 WHERE id = ?1")
    try read()
  }

  private func read() throws(StoreError) {
    find.bind(1, name)
    defer { find.reset() }
    guard try find.step() else { return }
    id = find.int(0)
    let length = Int(clamping: max(0, find.int(2)))
    saved = SavedCheckpoint(bytes: Array(find.bytes(3).prefix(length)), position: find.int(1))
  }

  /// The next write makes a new row: what was recorded from here on is not of the pipeline that was.
  func startAfresh() {
    id = nil
    saved = nil
  }

  /// Gives a new source its row, to be filled by `save`.
  func claim() throws(StoreError) -> Int64 {
    if let id { return id }
    insert.bind(1, name)
    insert.bind(2, 0)
    insert.bind(3, 0)
    insert.bind(4, [])
    let new = try insert.returned() ?? 0
    id = new
    return new
  }

  func save(_ checkpoint: SavedCheckpoint) throws(StoreError) {
    update.bind(1, try claim())
    update.bind(2, checkpoint.position)
    update.bind(3, Int64(checkpoint.bytes.count))
    let rest = (Self.padding - checkpoint.bytes.count % Self.padding) % Self.padding
    update.bind(4, checkpoint.bytes + [UInt8](repeating: 0, count: rest))
    try update.run()
    saved = checkpoint
  }

  /// What a later attempt starts from where a transaction fails.
  var state: (id: Int64?, saved: SavedCheckpoint?) {
    get { (id, saved) }
    set { (id, saved) = newValue }
  }
}

/// What a pipeline needs to go on from where it was, and where in its input that is.
public struct SavedCheckpoint: Equatable, Sendable {
  public var bytes: [UInt8]
  /// As the input counts: lines or bytes of a file; 0 for what cannot be read again.
  public var position: Int64

  public init(bytes: [UInt8], position: Int64) {
    self.bytes = bytes
    self.position = position
  }
}
