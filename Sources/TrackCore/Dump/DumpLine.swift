/// A line of a dump: words with a blank between, and last a checksum of everything before it.
public enum DumpLine: Equatable, Sendable {
  /// The first line.
  case head(DumpHead)
  /// Before the batch that brings its first change.
  case era(DumpEra)
  /// Followed by so many bytes of payload and a line feed, which the checksum covers too.
  case batch(after: Int64, through: Int64, rows: Int, coding: PayloadCoding, length: Int)
  /// Nothing else has changed.
  case end(through: Int64)
  /// The cursor does not belong to this database.
  case refused(Refusal)

  public enum PayloadCoding: String, Sendable {
    case raw
    /// A zlib stream (RFC 1950).
    case zlib
  }

  public enum Refusal: String, Sendable {
    /// It is another database.
    case replaced
    /// It is that database, with another past than the one that the cursor knows.
    case restored
  }

  /// The first word of a dump.
  static let magic = "tracklogger-dump"
  /// Of the format that this program writes, and up to which it reads.
  public static let version = 1
  /// Bytes of the longest line.
  public static let longest = 1024

  var words: String {
    switch self {
    case .head(let head): "\(Self.magic) \(Self.version) \(head.uuid) \(head.newest) \(DumpWord.escaped(head.box))"
    case .era(let era): "era \(era.number) \(era.token)"
    case .batch(let after, let through, let rows, let coding, let length):
      "batch \(after) \(through) \(rows) \(coding.rawValue) \(length)"
    case .end(let through): "end \(through)"
    case .refused(let refusal): "refused \(refusal.rawValue)"
    }
  }

  /// What follows the checksum's blank is not part of `words`. nil: no such line.
  init?(words: Substring) {
    let parts = words.split(separator: " ", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("batch", 6):
      guard let after = DumpCursor.number(parts[1]), let through = DumpCursor.number(parts[2]),
        let rows = DumpCursor.number(parts[3]), let coding = PayloadCoding(rawValue: String(parts[4])),
        let length = DumpCursor.number(parts[5]), after >= 0, through >= after, (0...Int64(DumpBatch.mostRows)) ~= rows,
        (0...Int64(DumpBatch.longestPayload)) ~= length
      else { return nil }
      self = .batch(after: after, through: through, rows: Int(rows), coding: coding, length: Int(length))
    case ("era", 3):
      guard let number = DumpCursor.number(parts[1]), let token = DumpCursor.number(parts[2]), number >= 0 else {
        return nil
      }
      self = .era(DumpEra(number: number, token: token))
    case ("end", 2):
      guard let through = DumpCursor.number(parts[1]), through >= 0 else { return nil }
      self = .end(through: through)
    case ("refused", 2):
      guard let refusal = Refusal(rawValue: String(parts[1])) else { return nil }
      self = .refused(refusal)
    case (.some(Substring(Self.magic)), 5):
      guard parts[1] == "\(Self.version)", DumpCursor.isUUID(parts[2]), let newest = DumpCursor.number(parts[3]),
        newest >= 0,
        let box = DumpWord.unescaped(parts[4])
      else { return nil }
      self = .head(DumpHead(uuid: String(parts[2]), box: box, newest: newest))
    default: return nil
    }
  }

  /// The version that a first line names; nil where it is of no dump.
  static func version(of line: Substring) -> Int? {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    return parts.count > 1 && parts[0] == magic ? Int(parts[1]) : nil
  }
}

/// Which database is dumped.
public struct DumpHead: Equatable, Sendable {
  public var uuid: String
  /// What it calls its machine.
  public var box: String
  /// Its newest change.
  public var newest: Int64

  public init(uuid: String, box: String, newest: Int64) {
    self.uuid = uuid
    self.box = box
    self.newest = newest
  }
}

/// A stretch of the changes of a database that one process began: its first number, and a random number that the process drew. They
/// tell apart what became of two copies of one database.
public struct DumpEra: Equatable, Sendable {
  public var number: Int64
  public var token: Int64

  public init(number: Int64, token: Int64) {
    self.number = number
    self.token = token
  }

  /// How many a dump begins with at most: the newest.
  public static let most = 10_000
}

extension [DumpEra] {
  /// The token of the one, of those in order, that a number belongs to.
  public func token(at number: Int64) -> Int64? { last { $0.number <= number }?.token }
}

/// A name as one word: all but letters, digits and `-._` as `%` and two hexadecimal digits (RFC 3986).
enum DumpWord {
  static func escaped(_ name: String) -> String {
    var word = ""
    for byte in name.utf8.prefix(200) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        word.unicodeScalars.append(Unicode.Scalar(byte))
      default: word += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return word
  }

  static func unescaped(_ word: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
