import TrackCore
import TrackStore

/// Takes a dump into the database as its bytes come in, from wherever they come.
struct DumpIntake {
  private let store: BoxStore
  private let name: String?
  private let host: String?
  private var parser = DumpParser()
  private(set) var head: DumpHead?
  private var eras: [DumpEra] = []
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

  /// - Throws: `DumpError`, `BoxConflict`, `StoreError`.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
    bytesReceived += Int64(bytes.count)
    parser.append(bytes)
    while let frame = try parser.next() {
      switch frame.line {
      case .head(let head): self.head = head
      case .era(let era): eras.append(era)
      case .batch(let after, let end, let rows, let coding, _):
        let box = try identified()
        let batch = try batch(after, end, coding, frame.payload)
        guard batch.rows == rows else { throw DumpError.damaged }
        loaded += try store.load(batch, of: eras, into: box)
        rowsReceived += rows
        through = max(through, end)
      case .end: try identified()
      case .refused(let refusal):
        self.refusal = refusal
        // It may be one that is known by another name.
        if refusal == .replaced { box = try store.boxes().last { $0.cursor.uuid == head?.uuid } }
      }
    }
  }

  /// Whose dump it is, which its head and eras tell.
  @discardableResult private mutating func identified() throws -> Box {
    if let box { return box }
    guard let head else { throw DumpError.damaged }
    let box = try store.box(of: head, eras: eras, name: name, host: host)
    self.box = box
    through = box.cursor.number
    return box
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
