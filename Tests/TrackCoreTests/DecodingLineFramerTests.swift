import Testing

@testable import TrackCore

@Suite struct LineFramerTests {
  /// The lines of `bytes`, fed in pieces that end at `cuts`.
  private func lines(_ bytes: [UInt8], cuts: [Int] = []) -> (lines: [[UInt8]], overlong: Int) {
    var framer = LineFramer()
    var lines: [[UInt8]] = []
    var start = 0
    for cut in cuts + [bytes.count] {
      let piece = Array(bytes[start..<cut])  // an allocation of its own, as from a socket
      piece.withUnsafeBytes { framer.append($0) { lines.append(Array($0)) } }
      start = cut
    }
    framer.finish { lines.append(Array($0)) }
    return (lines, framer.overlong)
  }

  private func text(_ input: String) -> [String] {
    lines(Array(input.utf8)).lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func linesEndAtLFOrCRLF() {
    #expect(text("one\ntwo\r\nthree\r\r\nfo\rur\n") == ["one", "two", "three\r", "fo\rur"])
  }

  @Test func emptyLinesAreLines() { #expect(text("\n\r\na\n\n") == ["", "", "a", ""]) }

  @Test func theLastLineNeedsNoLineEnd() {
    #expect(text("one\ntwo") == ["one", "two"])
    #expect(text("one\ntwo\r") == ["one", "two"])
    #expect(text("one\n") == ["one"])
    #expect(text("") == [])
  }

  @Test func aLineWithinOneChunkIsNotCopied() {
    var framer = LineFramer()
    let chunk = Array("one\ntwo\nthr".utf8)
    chunk.withUnsafeBytes { chunk in
      var offsets: [Int] = []
      framer.append(chunk) { line in
        if let line = line.baseAddress, let base = chunk.baseAddress { offsets.append(line - base) }
      }
      #expect(offsets == [0, 4])
    }
  }

  @Test func aLineOfExactlyTheBoundPassesAndOneByteMoreDoesNot() {
    let longest = [UInt8](repeating: 0x61, count: LineFramer.maxLine)
    let input = Array("a\n".utf8) + longest + Array("\nb\n".utf8) + longest + Array("a\nc\n".utf8)
    let expected = [Array("a".utf8), longest, Array("b".utf8), Array("c".utf8)]
    for cuts in [
      [], [1], [2], [100], [65_537], [65_538], [65_539], [131_076], [131_077], [131_078], [100, 70_000, 90_000],
    ] {
      let result = lines(input, cuts: cuts)
      #expect(result.lines == expected, "cut at \(cuts)")
      #expect(result.overlong == 1, "cut at \(cuts)")
    }
  }

  @Test func aHundredMegabytesWithoutLineEndAreOneOverlongLine() {
    var framer = LineFramer()
    var lines: [[UInt8]] = []
    let piece = [UInt8](repeating: 0x7B, count: 1_000_000)
    for _ in 0..<100 { piece.withUnsafeBytes { framer.append($0) { lines.append(Array($0)) } } }
    #expect(framer.overlong == 1)
    #expect(framer.keptBytes <= LineFramer.maxLine)
    Array("\nnext\n".utf8).withUnsafeBytes { framer.append($0) { lines.append(Array($0)) } }
    #expect(lines == [Array("next".utf8)])
    #expect(framer.overlong == 1)
  }

  @Test func anOverlongLastLineIsNotHandedOut() {
    let result = lines([UInt8](repeating: 0x61, count: LineFramer.maxLine + 1))
    #expect(result.lines.isEmpty)
    #expect(result.overlong == 1)
  }

  @Test func afterAResetTheUnfinishedLineIsForgotten() {
    var framer = LineFramer()
    var lines: [String] = []
    Array(#"{"class":"TP"#.utf8).withUnsafeBytes { framer.append($0) { _ in lines.append("torn") } }
    framer.reset()
    Array("whole\n".utf8).withUnsafeBytes { framer.append($0) { lines.append(String(decoding: $0, as: UTF8.self)) } }
    #expect(lines == ["whole"])
  }

  private struct Stop: Error {}

  @Test func aThrownErrorLeavesTheFramerUsable() {
    var framer = LineFramer()
    var lines: [String] = []
    Array("to".utf8).withUnsafeBytes { framer.append($0) { _ in } }
    #expect(throws: Stop.self) {
      try Array("rn\nlost\n".utf8).withUnsafeBytes { try framer.append($0) { _ in throw Stop() } }
    }
    Array("next\n".utf8).withUnsafeBytes { framer.append($0) { lines.append(String(decoding: $0, as: UTF8.self)) } }
    #expect(lines == ["next"])
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func anyChunkingGivesTheSameLines(seed: UInt64) {
    print("LineFramer chunking seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var input: [UInt8] = []
    for _ in 0..<200 {
      let length =
        Bool.random(using: &random) ? Int.random(in: 0..<40, using: &random) : Int.random(in: 0..<2000, using: &random)
      for _ in 0..<length { input.append(UInt8.random(in: 0x0B...0xFF, using: &random)) }
      input += [[0x0A], [0x0D, 0x0A], [0x0A, 0x0A]].randomElement(using: &random) ?? []
    }
    if Bool.random(using: &random) { input += Array("unfinished".utf8) }
    // The definition, byte by byte.
    var expected = input.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    if expected.last == [] { expected.removeLast() }
    for k in expected.indices where expected[k].last == 0x0D { expected[k].removeLast() }
    for _ in 0..<20 {
      let pieces = Int.random(in: 0..<2000, using: &random)
      let cuts = (0..<pieces).map { _ in Int.random(in: 0...input.count, using: &random) }.sorted()
      #expect(lines(input, cuts: cuts).lines == expected, "seed \(seed)")
    }
    #expect(lines(input, cuts: Array(input.indices)).lines == expected)
  }
}
