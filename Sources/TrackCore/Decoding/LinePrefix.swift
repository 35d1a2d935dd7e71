/// The time that gpspipe writes before each line where asked to (-t, -u, -uu, -Z, -T), in UTC by the recording host's clock:
///
///     2026-10-01 07:00:00: {…            -t
///     2026-10-02 07:00:00.173078: {…     -u
///     2026-10-04 07:00:00 1791097200.173078: {…     -uu
///     2026-10-03T07:00:00: {…            -Z
///     2026-10-03T07:00:00.17307Z: {…     -Z -u
///     1791097200: {…                     -T %s
public enum LinePrefix {
  /// The longest text before a report that is taken for a prefix, in bytes; gpspipe's own end at 66.
  static let maxLength = 128

  /// The arrival that the prefix says, if there is one and it is a time, and the line from its first `{` on. A line without prefix comes
  /// back as it is; so does one whose text before the first `{` does not end in ": ", as that is the rest of a torn line.
  public static func split(_ line: UnsafeRawBufferPointer) -> (arrival: Arrival?, report: UnsafeRawBufferPointer) {
    guard let base = line.baseAddress, line.first != UInt8(ascii: "{") else { return (nil, line) }
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    let limit = min(line.count, maxLength)
    let length = ByteWord.firstIndex(of: UInt8(ascii: "{"), in: bytes, count: limit)
    guard length < limit, length > 2, bytes[length - 1] == UInt8(ascii: " "), bytes[length - 2] == UInt8(ascii: ":")
    else { return (nil, line) }
    let prefix = UnsafeBufferPointer(start: bytes, count: length - 2)
    guard !prefix.contains(UInt8(ascii: "\"")) else { return (nil, line) }
    return (arrival(prefix), UnsafeRawBufferPointer(rebasing: line[length...]))
  }

  private static func arrival(_ text: UnsafeBufferPointer<UInt8>) -> Arrival? {
    guard let start = text.baseAddress, text.count >= TimeString.secondsLength,
      let second = TimeString.seconds(start)
    else { return unixTime(text[...]) }
    var rest = text[TimeString.secondsLength...]
    guard text[10] == UInt8(ascii: " ") || text[10] == UInt8(ascii: "T") else { return nil }
    if rest.last == UInt8(ascii: "Z") { rest = rest.dropLast() }
    guard let mark = rest.first else { return Arrival(milliseconds: second * 1000) }
    if mark == UInt8(ascii: "."), let fraction = TimeString.milliseconds(rest.dropFirst()) {
      return Arrival(milliseconds: second * 1000 + fraction)
    }
    if mark == UInt8(ascii: "Z") { rest = rest.dropFirst() }  // -Z -uu
    return rest.first == UInt8(ascii: " ") ? unixTime(rest.dropFirst()) : nil
  }

  /// Seconds since 1970 with up to 12 digits, and perhaps a fraction of up to 9.
  private static func unixTime(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Arrival? {
    let whole = text.prefix { $0 != UInt8(ascii: ".") }
    guard 1...12 ~= whole.count else { return nil }
    var second: Int64 = 0
    for byte in whole {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      second = second * 10 + Int64(digit)
    }
    let rest = text[whole.endIndex...]
    if rest.isEmpty { return Arrival(milliseconds: second * 1000) }
    return TimeString.milliseconds(rest.dropFirst()).map { Arrival(milliseconds: second * 1000 + $0) }
  }
}
