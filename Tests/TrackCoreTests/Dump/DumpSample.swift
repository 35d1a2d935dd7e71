@testable import TrackCore

/// Random batches, as a database might have them, and dumps of them.
struct DumpSample {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func batch(after: Int64 = 0, through: Int64 = 7, rows: Int = 40) -> DumpBatch {
    var batch = DumpBatch(after: after, through: through)
    for table in DumpTable.all {
      batch.sections.append(section(table, isDeletion: true, rows: .random(in: 1...3, using: &random)))
      batch.sections.append(section(table, isDeletion: false, rows: .random(in: 1...rows, using: &random)))
    }
    return batch
  }

  private mutating func section(_ table: DumpTable, isDeletion: Bool, rows: Int) -> DumpBatch.Section {
    var section = DumpBatch.Section(table, isDeletion: isDeletion)
    for index in section.columns.indices {
      let column = table.columns[index]
      let hasGaps = column.isOptional && Bool.random(using: &random)
      if column.coding == .text {
        section.columns[index] = .texts(
          (0..<rows).map { n in hasGaps && Bool.random(using: &random) ? nil : String(repeating: "ü\(n)", count: n % 3)
          })
      } else {
        var numbers = DumpColumn.Integers()
        var value = Int64.random(in: column.range, using: &random)
        for _ in 0..<rows {
          let isJump = Int.random(in: 0..<10, using: &random) == 0
          value = isJump ? .random(in: column.range, using: &random) : value &+ .random(in: -9...9, using: &random)
          value = min(column.range.upperBound, max(column.range.lowerBound, value))
          numbers.append(hasGaps && Bool.random(using: &random) ? nil : value)
        }
        section.columns[index] = .integers(numbers)
      }
    }
    return section
  }

  static let head = DumpHead(uuid: "670ebf8d-a873-4d84-8477-4bdd8ddb39a0", box: "van at home", newest: 30)

  /// Each frame of a dump of three batches.
  mutating func frames(rows: Int = 4) -> [[UInt8]] {
    var framer = DumpFramer()
    var frames = [framer.frame(.head(Self.head))]
    for number in 0..<3 as Range<Int64> {
      let batch = batch(after: number * 10, through: number * 10 + 10, rows: rows)
      let payload = batch.payload().bytes
      frames.append(
        framer.frame(
          .batch(
            after: batch.after, through: batch.through, rows: batch.rows, coding: .raw, length: payload.count),
          payload: payload))
    }
    return frames + [framer.frame(.end(through: 30))]
  }
}

/// Everything that a parser lets pass, and why it stopped; nil: at the dump's end.
func parse(_ bytes: [UInt8], chunk: Int = .max) -> (frames: [DumpParser.Frame], error: DumpError?) {
  var parser = DumpParser()
  var frames: [DumpParser.Frame] = []
  do throws(DumpError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(chunk))
      part.withUnsafeBytes { parser.append($0) }
      rest = rest.dropFirst(part.count)
      while let frame = try parser.next() { frames.append(frame) }
    }
    try parser.finish()
    return (frames, nil)
  } catch {
    return (frames, error)
  }
}
