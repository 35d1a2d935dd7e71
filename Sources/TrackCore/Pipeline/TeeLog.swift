/// One line of a tee log. The format is documented in docs/tee-format.md.
public enum TeeRecord {
  /// `#tracklogger-tee VERSION`: a run starts here.
  case head(version: Int)
  /// An input of the pipeline. The bytes of a line are the log's own: use them before the next record is read.
  case input(PipelineInput)
}

/// The pipeline's inputs as the bytes of a tee log, collected until someone takes them to a file.
public struct TeeWriter {
  /// The version of the format that is written and read.
  public static let version = 1
  /// How much longer a record is than the line in it, at most: `L`, two spaces, a sign and 19 digits.
  public static let overhead = 23

  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// A run starts.
  public mutating func start() { put("#tracklogger-tee \(Self.version)\n") }

  public mutating func record(_ input: PipelineInput) {
    switch input {
    case .line(let line, let arrival):
      put("L \(word(arrival)) ")
      bytes.append(contentsOf: line)
      put("\n")
    case .overlong(let count, let arrival): put("O \(word(arrival)) \(count)\n")
    case .connected(let arrival): put("C \(word(arrival))\n")
    case .lost(let arrival): put("X \(word(arrival))\n")
    case .tick(let arrival): put("T \(word(arrival))\n")
    case .stop(let arrival): put("S \(word(arrival))\n")
    case .evidence(.floor(let instant)): put("E floor \(instant.milliseconds)\n")
    case .evidence(.clock(let instant, let arrival)): put("E clock \(instant.milliseconds) \(word(arrival))\n")
    }
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private func word(_ arrival: Arrival?) -> String { arrival.map { String($0.milliseconds) } ?? "-" }

  /// Forgets what has been taken to the file; keeps the room.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// Reads the lines of a tee log; trusts none of them.
public enum TeeReader {
  /// The record that a line (without its line end) holds, or nil where it holds none.
  public static func parse(_ line: UnsafeRawBufferPointer) -> TeeRecord? {
    var words = TeeWords(line)
    if words.skip("#tracklogger-tee ") {
      guard let version = words.number(), words.isAtEnd, version > 0 else { return nil }
      return .head(version: Int(version))
    }
    if words.skip("E ") { return evidence(&words).map { .input(.evidence($0)) } }
    guard let letter = words.letter(), words.skip(" "), let arrival = words.stamp() else { return nil }
    return input(letter, arrival, &words).map { .input($0) }
  }

  /// The version in the first line of a tee log, or nil where the file is none.
  public static func version(ofHead line: UnsafeRawBufferPointer) -> Int? {
    guard case .head(let version)? = parse(line) else { return nil }
    return version
  }

  private static func evidence(_ words: inout TeeWords) -> DateEvidence? {
    if words.skip("floor "), let instant = words.number(), words.isAtEnd {
      return .floor(Instant(milliseconds: instant))
    }
    if words.skip("clock "), let instant = words.number(), words.skip(" "), let arrival = words.number(), words.isAtEnd
    {
      return .clock(Instant(milliseconds: instant), at: Arrival(milliseconds: arrival))
    }
    return nil
  }

  private static func input(_ letter: UInt8, _ arrival: Arrival?, _ words: inout TeeWords) -> PipelineInput? {
    switch (letter, arrival) {
    case (UInt8(ascii: "L"), _): return words.skip(" ") ? .line(words.rest, arrival) : nil
    case (UInt8(ascii: "O"), _):
      guard words.skip(" "), let count = words.number(), words.isAtEnd, count >= 0 else { return nil }
      return .overlong(Int(count), arrival)
    case _ where !words.isAtEnd: return nil
    case (UInt8(ascii: "S"), _): return .stop(arrival)
    case (UInt8(ascii: "C"), let arrival?): return .connected(arrival)
    case (UInt8(ascii: "X"), let arrival?): return .lost(arrival)
    case (UInt8(ascii: "T"), let arrival?): return .tick(arrival)
    default: return nil
    }
  }
}

/// A cursor over the words of one record.
private struct TeeWords {
  private let line: UnsafeRawBufferPointer
  private var position = 0

  init(_ line: UnsafeRawBufferPointer) { self.line = line }

  var isAtEnd: Bool { position == line.count }
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: line[position...]) }

  mutating func letter() -> UInt8? {
    guard position < line.count else { return nil }
    defer { position += 1 }
    return line[position]
  }

  mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard line.count - position >= count else { return false }
    guard word.withUTF8Buffer({ $0.elementsEqual(line[position..<position + count]) }) else { return false }
    position += count
    return true
  }

  /// A decimal number that fits 64 bits, with a minus sign or none.
  mutating func number() -> Int64? {
    var digits = position
    let isNegative = digits < line.count && line[digits] == UInt8(ascii: "-")
    if isNegative { digits += 1 }
    let first = digits
    var value: Int64 = 0
    while digits < line.count, case let digit = line[digits] &- UInt8(ascii: "0"), digit < 10 {
      // Counted down, so that the smallest number fits as well.
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, underflow) = tenfold.subtractingReportingOverflow(Int64(digit))
      if overflow || underflow { return nil }
      value = next
      digits += 1
    }
    guard digits > first, isNegative || value != .min else { return nil }
    position = digits
    return isNegative ? value : -value
  }

  /// An arrival in milliseconds, or `-` where none is known; nil where it is neither.
  mutating func stamp() -> Arrival?? {
    if let number = number() { return .some(Arrival(milliseconds: number)) }
    return skip("-") ? .some(nil) : nil
  }
}
