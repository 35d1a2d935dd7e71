import Testing

@testable import TrackCore

/// What a tee log's line says, as text.
private func parsed(_ line: String) -> String? {
  Array(line.utf8).withUnsafeBytes { bytes in
    switch TeeReader.parse(bytes) {
    case nil: nil
    case .head(let version): "head \(version)"
    case .input(let input): described(input)
    }
  }
}

private func described(_ input: PipelineInput) -> String {
  switch input {
  case .line(let line, let arrival):
    "line [\(String(decoding: line, as: UTF8.self))] \(arrival?.milliseconds ?? -1)"
  case .overlong(let count, let arrival): "overlong \(count) \(arrival?.milliseconds ?? -1)"
  case .connected(let arrival): "connected \(arrival.milliseconds)"
  case .lost(let arrival): "lost \(arrival.milliseconds)"
  case .tick(let arrival): "tick \(arrival.milliseconds)"
  case .stop(let arrival): "stop \(arrival?.milliseconds ?? -1)"
  case .evidence(.floor(let instant)): "floor \(instant.milliseconds)"
  case .evidence(.clock(let instant, let arrival)): "clock \(instant.milliseconds) \(arrival.milliseconds)"
  }
}

@Suite struct TeeLogTests {
  static let raw = Array(#"{"class":"TPV","mode":3}"#.utf8)

  /// Every kind of input, with the line of the log that stands for it.
  static func each(_ body: (PipelineInput, String) -> Void) {
    raw.withUnsafeBytes { line in
      let at = Arrival(milliseconds: 1234)
      body(.line(line, at), #"L 1234 {"class":"TPV","mode":3}"#)
      body(.line(line, nil), #"L - {"class":"TPV","mode":3}"#)
      body(.line(UnsafeRawBufferPointer(start: nil, count: 0), at), "L 1234 ")
      body(.overlong(70_000, at), "O 1234 70000")
      body(.overlong(70_000, nil), "O - 70000")
      body(.connected(at), "C 1234")
      body(.lost(Arrival(milliseconds: -5)), "X -5")
      body(.tick(Arrival(milliseconds: .max)), "T 9223372036854775807")
      body(.tick(Arrival(milliseconds: .min)), "T -9223372036854775808")
      body(.stop(at), "S 1234")
      body(.stop(nil), "S -")
      body(.evidence(.floor(Instant(milliseconds: 1_700_000_000_000))), "E floor 1700000000000")
      body(.evidence(.clock(Instant(milliseconds: 1_700_000_000_000), at: at)), "E clock 1700000000000 1234")
    }
  }

  @Test func eachInputIsOneLineThatReadsBackAsItself() {
    Self.each { input, expected in
      var writer = TeeWriter()
      writer.record(input)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == expected + "\n")
      #expect(parsed(expected) == described(input))
    }
  }

  @Test func aRunStartsWithTheVersionOfTheFormat() {
    var writer = TeeWriter()
    writer.start()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "#tracklogger-tee 1\n")
    #expect(parsed("#tracklogger-tee 1") == "head 1")
    #expect(parsed("#tracklogger-tee 2") == "head 2")
  }

  @Test func noRecordIsLongerThanItsLineAndTheOverhead() {
    Self.raw.withUnsafeBytes { line in
      var writer = TeeWriter()
      writer.record(.line(line, Arrival(milliseconds: .min)))
      // The line end is not counted.
      #expect(writer.bytes.count - 1 <= line.count + TeeWriter.overhead)
    }
  }

  @Test func whatHasBeenTakenIsForgotten() {
    var writer = TeeWriter()
    writer.start()
    writer.removeAll()
    #expect(writer.bytes.isEmpty)
  }

  @Test(arguments: [
    "", " ", "L", "L 12", "L 12x {}", "L  {}", "Q 12", "T", "T ", "T x", "T 12 ", "T 12 13", "T -", "C -", "X -",
    "O 12",
    "O 12 -3", "O 12 x", "S 12 1", "T 9223372036854775808", "T -9223372036854775809", "T 99999999999999999999999",
    "E floor", "E floor ", "E floor x", "E floor 12 13", "E clock 12", "E clock 12 -", "E moon 12", "E", "L 12{}",
    "#tracklogger-tee", "#tracklogger-tee x", "#tracklogger-tee 0", "#tracklogger-tee 1 2", "# a comment",
    #"{"class":"VERSION"}"#, #"2026-05-01 08:00:00: {"class":"TPV"}"#,
  ])
  func whatIsNoRecordIsNone(_ line: String) {
    #expect(parsed(line) == nil)
  }

  /// Records with bytes changed, cut and doubled at random: whatever comes of them, nothing traps.
  @Test func noBytesTrapTheReader() {
    let seed = UInt64.random(in: 0..<1_000_000)
    var generator = SeededGenerator(seed: seed)
    var readable = 0
    Self.each { _, line in
      for _ in 0..<500 {
        var bytes = Array(line.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
          let at = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
          case 1: bytes.removeSubrange(at...)
          default: bytes.insert(contentsOf: bytes[..<at], at: at)
          }
        }
        bytes.withUnsafeBytes { if TeeReader.parse($0) != nil { readable += 1 } }
      }
    }
    #expect(readable > 0, "seed \(seed)")
  }
}
