import Testing

@testable import TrackCore

@Suite struct DumpFramingTests {
  private let frames: [[UInt8]]
  private let whole: [UInt8]

  init() {
    var sample = DumpSample(seed: 5)
    frames = sample.frames(rows: 2)
    whole = frames.flatMap { $0 }
  }

  @Test(arguments: [1, 2, 7, 1000, Int.max]) func framesAreReadAsTheyWereWrittenHoweverTheyCome(chunk: Int) {
    let (read, error) = parse(whole, chunk: chunk)
    #expect(error == nil)
    #expect(read.count == frames.count)
    #expect(read.first?.line == .head(DumpSample.head))
    #expect(read.last?.line == .end(through: 30))
    var sample = DumpSample(seed: 5)
    #expect(read[1].payload == sample.batch(after: 0, through: 10, rows: 2).payload().bytes)
  }

  @Test func aCutDumpIsGoodUpToItsLastWholeFrame() {
    let all = parse(whole).frames
    for length in 0..<whole.count {
      let (read, error) = parse(Array(whole[..<length]))
      #expect(error == .cut)
      #expect(read.elementsEqual(all.prefix(read.count)))
      #expect(frames.prefix(read.count).reduce(0) { $0 + $1.count } <= length)
      if length == whole.count - frames[4].count { #expect(read.count == 4) }
    }
  }

  @Test func noFlippedBitPasses() {
    let all = parse(whole).frames
    for index in whole.indices {
      // All bits of the first lines, one of each later byte.
      for bit in index < 200 ? 0..<8 : index % 8..<index % 8 + 1 {
        var flipped = whole
        flipped[index] ^= 1 << bit
        let (read, error) = parse(flipped)
        #expect(error != nil, "bit \(bit) of byte \(index)")
        #expect(read.elementsEqual(all.prefix(read.count)))
      }
    }
  }

  @Test func framesOutOfOrderMissingOrDoubledAreRefused() {
    for a in frames.indices {
      var without = frames
      without.remove(at: a)
      #expect(parse(without.flatMap { $0 }).error != nil)
      var doubled = frames
      doubled.insert(frames[a], at: a)
      #expect(parse(doubled.flatMap { $0 }).error != nil)
      for b in frames.indices where b > a {
        var swapped = frames
        swapped.swapAt(a, b)
        let (read, error) = parse(swapped.flatMap { $0 })
        #expect(error != nil)
        #expect(read.count <= a)
      }
    }
    #expect(parse(whole + whole).error == .damaged)
  }

  @Test func aBatchThatDoesNotFollowTheOneBeforeIsRefusedThoughItsChecksumIsRight() {
    var framer = DumpFramer()
    let bytes =
      framer.frame(.head(DumpSample.head))
      + framer.frame(.batch(after: 0, through: 5, rows: 0, coding: .raw, length: 0))
      + framer.frame(.batch(after: 6, through: 7, rows: 0, coding: .raw, length: 0))
    #expect(parse(bytes).error == .damaged)
    #expect(parse(bytes).frames.count == 2)
  }

  @Test(arguments: [
    ("Welcome to van!\n", DumpError.notADump("Welcome to van!")),
    ("tracklogger-dump 2 something else\n", .newer(version: 2)),
    ("tracklogger-dump 1 something else\n", .damaged),
    ("tracklogger-du", .cut),
    ("", .cut),
    ("tracklogger-dumb", .notADump("tracklogger-dumb")),
  ])
  func whatIsNoDumpSaysWhy(text: String, error: DumpError) { #expect(parse(Array(text.utf8)).error == error) }

  @Test func anEndlessLineIsNotGathered() {
    let bytes = [UInt8](repeating: 97, count: 5000)
    #expect(parse(bytes, chunk: 100).error == .notADump(String(repeating: "a", count: 60)))
  }

  @Test func aPayloadThatIsTooLongIsNotWaitedFor() {
    var framer = DumpFramer()
    let head = framer.frame(.head(DumpSample.head))
    #expect(parse(head + Array("batch 0 1 1 raw 4194305 00000000\n".utf8)).error == .damaged)
    #expect(parse(head + Array("batch 0 1 65537 raw 1 00000000\n".utf8)).error == .damaged)
  }

  @Test(arguments: ["", "van", "a b", "%", "Büro\u{0}\n", "..", String(repeating: "x", count: 200)])
  func aBoxMayBeCalledAnything(name: String) throws {
    let head = DumpHead(uuid: DumpSample.head.uuid, box: name, newest: 0)
    var framer = DumpFramer()
    let (read, _) = parse(framer.frame(.head(head)))
    #expect(read.first?.line == .head(head))
  }

  @Test(arguments: [([1, 7, 8], true), ([7, 1], false), ([7, 7], false)]) func erasComeInOrder(
    numbers: [Int64], isTaken: Bool
  ) {
    var framer = DumpFramer()
    var bytes = framer.frame(.head(DumpSample.head))
    for number in numbers { bytes += framer.frame(.era(DumpEra(number: number, token: .max))) }
    bytes += framer.frame(.end(through: 8))
    #expect((parse(bytes).error == nil) == isTaken)
  }

  @Test(arguments: ["era 1", "era 1 x", "era -1 5", "era 1 2 3", "era +1 5"]) func whatIsNoEraIsNoLine(words: String) {
    #expect(DumpLine(words: words[...]) == nil)
  }

  @Test(arguments: [DumpLine.Refusal.replaced, .restored]) func aRefusalEndsADump(refusal: DumpLine.Refusal) {
    var framer = DumpFramer()
    let bytes = framer.frame(.head(DumpSample.head)) + framer.frame(.refused(refusal))
    #expect(parse(bytes).error == nil)
    #expect(parse(bytes).frames.last?.line == .refused(refusal))
  }
}
