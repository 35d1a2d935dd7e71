import Testing
import TrackCore

@testable import TrackStore

@Suite struct SizeTests {
  @Test func aRecordedFixTakesAtMostFortyEightBytesWithEverything() throws {
    let scratch = try Scratch()
    // The small pages of a live database take more room than those of a replay's.
    let writer = try scratch.writer(durability: .everyCommit)
    writer.devicePaths = ["", "/dev/ttyACM0"]
    var random = SeededGenerator(seed: 5)
    let count = 50_000
    for second in 0..<count {
      // Everything a receiver says, each number as long as it gets on a road.
      var fix = fix(
        Double(second) + 0.1, .random(in: 45...60, using: &random), .random(in: -10...30, using: &random), device: 1)
      fix.altitude = .random(in: -5...1500, using: &random)
      fix.speed = .random(in: 0...40, using: &random)
      fix.course = .random(in: 0..<360, using: &random)
      fix.eph = .random(in: 1...30, using: &random)
      fix.epv = .random(in: 2...50, using: &random)
      fix.hdop = .random(in: 0.6...5, using: &random)
      fix.satellitesUsed = .random(in: 4...24, using: &random)
      writer.apply(.fix(fix))
      if second % 10 == 9 {
        let start = Double(second / 1800 * 1800)
        writer.apply(.trip(trip(Int64(second / 1800 + 1), start, Double(second), isOver: second % 1800 == 1799)))
        writer.endBatch()
      }
      if second % 10_000 == 9999 { try writer.commit(checkpoint: [UInt8](repeating: 1, count: 4000), position: 0) }
    }
    let pages = try #require(try scratch.integer("PRAGMA page_count"))
    let perFix = Double(pages * Int64(Schema.pageSize)) / Double(count)
    #expect(perFix <= 48, "\(perFix)")
    #expect(perFix > 35, "\(perFix)")
  }
}
