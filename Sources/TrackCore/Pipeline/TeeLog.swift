/// One line of a tee log: an input of the pipeline as a live run met it, or the head that starts a run.
/// The format is documented in docs/tee-format.md.
public enum TeeRecord {
  /// `#tracklogger-tee VERSION`: a run starts here.
  case head(version: Int)
  /// `L MS LINE`: a line of gpsd and when it arrived. The bytes are the log's own: use them before the next line is read.
  case line(UnsafeRawBufferPointer, Arrival)
  /// `O MS BYTES`: a line too long to take was dropped.
  case overlong(Int, Arrival)
  /// `C MS`: gpsd answered.
  case connected(Arrival)
  /// `X MS`: the connection to gpsd was lost.
  case lost(Arrival)
  /// `T MS`: time passed and nothing came.
  case tick(Arrival)
  /// `S MS`: the run was stopped.
  case stop(Arrival)
  /// `E floor INSTANT`: nothing can be older than this.
  case dateFloor(Instant)
  /// `E clock INSTANT MS`: what the synchronised system clock said, and when.
  case clock(Instant, Arrival)
}

/// The pipeline's inputs as the bytes of a tee log, collected until someone takes them to a file.
public struct TeeWriter {
  /// The version of the format that is written and read.
  public static let version = 1
  /// How much longer a record is than the line in it, at most: `L`, two spaces, a sign and 19 digits.
  public static let overhead = 23

  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func record(_ record: TeeRecord) {
    switch record {
    case .head(let version): put("#tracklogger-tee", Int64(version))
    case .line(let line, let arrival):
      put("L", arrival.milliseconds)
      bytes.append(UInt8(ascii: " "))
      bytes.append(contentsOf: line)
    case .overlong(let count, let arrival): put("O", arrival.milliseconds, Int64(count))
    case .connected(let arrival): put("C", arrival.milliseconds)
    case .lost(let arrival): put("X", arrival.milliseconds)
    case .tick(let arrival): put("T", arrival.milliseconds)
    case .stop(let arrival): put("S", arrival.milliseconds)
    case .dateFloor(let instant): put("E floor", instant.milliseconds)
    case .clock(let instant, let arrival): put("E clock", instant.milliseconds, arrival.milliseconds)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Forgets what has been taken to the file; keeps the room.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func put(_ word: StaticString, _ numbers: Int64...) {
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
    for number in numbers {
      bytes.append(UInt8(ascii: " "))
      bytes.append(contentsOf: String(number).utf8)
    }
  }
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
    if words.skip("E floor ") {
      guard let instant = words.number(), words.isAtEnd else { return nil }
      return .dateFloor(Instant(milliseconds: instant))
    }
    if words.skip("E clock ") {
      guard let instant = words.number(), words.skip(" "), let arrival = words.arrival(), words.isAtEnd else { return nil }
      return .clock(Instant(milliseconds: instant), arrival)
    }
    guard let letter = words.letter(), words.skip(" "), let arrival = words.arrival() else { return nil }
    switch letter {
    case UInt8(ascii: "L"): return words.skip(" ") ? .line(words.rest, arrival) : nil
    case UInt8(ascii: "O"):
      guard words.skip(" "), let count = words.number(), words.isAtEnd, count >= 0 else { return nil }
      return .overlong(Int(count), arrival)
    case _ where !words.isAtEnd: return nil
    case UInt8(ascii: "C"): return .connected(arrival)
    case UInt8(ascii: "X"): return .lost(arrival)
    case UInt8(ascii: "T"): return .tick(arrival)
    case UInt8(ascii: "S"): return .stop(arrival)
    default: return nil
    }
  }

  /// The version in the first line of a tee log, or nil where the file is none.
  public static func version(ofHead line: UnsafeRawBufferPointer) -> Int? {
    guard case .head(let version)? = parse(line) else { return nil }
    return version
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

  mutating func arrival() -> Arrival? { number().map { Arrival(milliseconds: $0) } }
}
