/// Why bytes are not a zone file that can be used.
public enum ZoneFileError: Error, Equatable {
  /// Not TZif, cut, or contradicting itself.
  case malformed
  /// A zone that counts leap seconds ("right/…"): its numbers are not POSIX time.
  case countsLeapSeconds
}

extension TimeZoneData {
  /// Reads a compiled zone file: TZif of version 1 to 4 (RFC 9636). Nothing in the bytes is trusted.
  public init(zoneFile bytes: [UInt8]) throws(ZoneFileError) {
    var reader = ZoneFileReader(bytes: bytes)
    let first = try reader.header()
    guard first.version > 0 else {
      self = try reader.block(first, wide: false)
      return
    }
    try reader.skip(first, wide: false)
    let second = try reader.header()
    self = try reader.block(second, wide: true)
    rule = try reader.footer()
  }
}

private struct ZoneFileReader {
  let bytes: [UInt8]
  var position = 0

  struct Header {
    var version: UInt8
    var utIndicators: Int
    var standardIndicators: Int
    var leapSeconds: Int
    var transitions: Int
    var types: Int
    var characters: Int
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func header() throws(ZoneFileError) -> Header {
    guard try take(4).elementsEqual("TZif".utf8) else { throw .malformed }
    guard let version = try take(16).first, version == 0 || 0x32...0x39 ~= version else { throw .malformed }
    var counts: [Int] = []
    for _ in 0..<6 {
      // Each counts at least one byte, so that none can exceed the file.
      guard let count = Int(exactly: try unsigned(4)), count <= bytes.count else { throw .malformed }
      counts.append(count)
    }
    return Header(
      version: version, utIndicators: counts[0], standardIndicators: counts[1], leapSeconds: counts[2],
      transitions: counts[3], types: counts[4], characters: counts[5])
  }

  mutating func skip(_ header: Header, wide: Bool) throws(ZoneFileError) {
    let width = wide ? 8 : 4
    _ = try take(
      header.transitions * (width + 1) + header.types * 6 + header.characters + header.leapSeconds * (width + 4)
        + header.standardIndicators + header.utIndicators)
  }

  mutating func block(_ header: Header, wide: Bool) throws(ZoneFileError) -> TimeZoneData {
    guard header.leapSeconds == 0 else { throw .countsLeapSeconds }
    guard 1...256 ~= header.types, header.transitions <= bytes.count / 5 else { throw .malformed }
    var transitions: [Int64] = []
    for _ in 0..<header.transitions {
      let raw = try unsigned(wide ? 8 : 4)
      let time = wide ? Int64(bitPattern: raw) : Int64(Int32(truncatingIfNeeded: raw))
      if let before = transitions.last, before >= time { throw .malformed }
      transitions.append(time)
    }
    let indices = try take(header.transitions)
    var types: [Int32] = []
    for _ in 0..<header.types {
      let offset = Int32(truncatingIfNeeded: try unsigned(4))
      guard -89_999...93_599 ~= offset else { throw .malformed }
      types.append(offset)
      _ = try take(2)
    }
    _ = try take(header.characters + header.standardIndicators + header.utIndicators)
    var offsets: [Int32] = []
    for index in indices {
      guard Int(index) < types.count else { throw .malformed }
      offsets.append(types[Int(index)])
    }
    return TimeZoneData(transitions: transitions, offsets: offsets, initial: types[0])
  }

  /// The rule between two line feeds; nil where there is none.
  mutating func footer() throws(ZoneFileError) -> PosixRule? {
    guard try take(1).first == 10 else { throw .malformed }
    let text = bytes[position...].prefix { $0 != 10 }
    guard position + text.count < bytes.count, text.count <= 256 else { throw .malformed }
    if text.isEmpty { return nil }
    guard let rule = PosixRule(Array(text)) else { throw .malformed }
    return rule
  }

  private mutating func take(_ count: Int) throws(ZoneFileError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw .malformed }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Big-endian.
  private mutating func unsigned(_ width: Int) throws(ZoneFileError) -> UInt64 {
    try take(width).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
