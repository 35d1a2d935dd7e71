import TrackCore
import TrackStore

/// Takes a dump into the database as its bytes come in, from wherever they come.
struct DumpIntake {
  private let store: BoxStore
  private let name: String?
  private let host: String?
  private var parser = DumpParser()
  private(set) var head: DumpHead?
  /// Whose dump it is, once that is known, and as it was then.
  private(set) var box: Box?
  private(set) var loaded = Loaded()
  /// Rows that came in batches that are whole.
  private(set) var rowsReceived = 0
  private(set) var bytesReceived: Int64 = 0
  /// The newest change that has arrived.
  private(set) var through: Int64 = 0
  private(set) var refusal: DumpLine.Refusal?

  init(_ store: BoxStore, name: String?, host: String? = nil) {
    self.store = store
    self.name = name
    self.host = host
  }

  /// Nothing more is to come.
  var isOver: Bool { parser.isOver }

  /// How much of what has changed has arrived, 0 to 1.
  var part: Double {
    guard let head, let box, head.newest > box.cursor.number else { return 1 }
    return min(1, max(0, Double(through - box.cursor.number) / Double(head.newest - box.cursor.number)))
  }

  /// - Throws: `DumpError`, `BoxConflict`, `StoreError`.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
    bytesReceived += Int64(bytes.count)
    parser.append(bytes)
    while let frame = try parser.next() {
      switch frame.line {
      case .head(let head):
        self.head = head
        let box = try store.box(of: head, name: name, host: host)
        self.box = box
        through = box.cursor.number
      case .batch(let after, let end, let rows, let coding, _):
        let batch = try batch(after, end, coding, frame.payload)
        guard let box, batch.rows == rows else { throw DumpError.damaged }
        loaded += try store.load(batch, into: box)
        rowsReceived += rows
        through = max(through, end)
      case .end: break
      case .refused(let refusal): self.refusal = refusal
      }
    }
  }

  /// To be called when no more bytes come.
  func finish() throws { try parser.finish() }

  private func batch(
    _ after: Int64, _ through: Int64, _ coding: DumpLine.PayloadCoding, _ payload: [UInt8]
  ) throws -> DumpBatch {
    let bytes = coding == .raw ? payload : Compression.inflated(payload, atMost: DumpBatch.longestPayload)
    guard let bytes else { throw DumpError.damaged }
    return try bytes.withUnsafeBytes { (bytes) throws(DumpError) in
      try DumpBatch(after: after, through: through, payload: bytes)
    }
  }
}
