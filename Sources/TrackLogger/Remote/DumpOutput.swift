import TrackCore
import TrackStore

/// Writes a dump: each batch as soon as it is read, so that a reader which hangs up has what is whole so far.
struct DumpOutput {
  private let output: Output
  private var framer = DumpFramer()

  init(_ output: Output) { self.output = output }

  /// - Returns: nil, or why there is nothing after the cursor.
  mutating func write(_ dump: DumpReader) throws -> DumpLine.Refusal? {
    try write(.head(dump.head))
    if let refusal = dump.refusal {
      try write(.refused(refusal))
      return refusal
    }
    var eras = 0
    while let batch = try dump.next() {
      for era in dump.eras[eras...] { try write(.era(era)) }
      eras = dump.eras.count
      try write(batch)
    }
    try write(.end(through: dump.through))
    return nil
  }

  private mutating func write(_ batch: DumpBatch) throws(OutputError) {
    let (bytes, columnEnds) = batch.payload()
    let compressed = Compression.deflated(bytes, columnEnds: columnEnds)
    let payload = compressed ?? bytes
    try write(
      .batch(
        after: batch.after, through: batch.through, rows: batch.rows, coding: compressed == nil ? .raw : .zlib,
        length: payload.count), payload)
  }

  private mutating func write(_ line: DumpLine, _ payload: [UInt8] = []) throws(OutputError) {
    try output.write(framer.frame(line, payload: payload))
    try output.flush()
  }
}
