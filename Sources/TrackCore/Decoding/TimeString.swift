/// ISO 8601 as gpsd and gpspipe write it, from bytes.
enum TimeString {
  /// What `YYYY-mm-dd?HH:MM:SS` takes up.
  static let secondsLength = 19

  /// "2026-08-24T07:00:00.000Z" with 0 to 9 digits of a second, further ones of a millisecond dropped. nil for anything else: a cut string,
  /// a thirteenth month, the year 0, another zone. A leap second, 23:59:60, is the second that follows.
  static func instant(_ text: UnsafeBufferPointer<UInt8>) -> Instant? {
    guard text.count > secondsLength, let start = text.baseAddress, text[10] == UInt8(ascii: "T"),
      text[text.count - 1] == UInt8(ascii: "Z"), let second = seconds(start)
    else { return nil }
    let rest = UnsafeBufferPointer(start: start + secondsLength, count: text.count - secondsLength - 1)
    if rest.isEmpty { return Instant(milliseconds: second * 1000) }
    guard rest.count > 1, rest[0] == UInt8(ascii: "."), let fraction = milliseconds(rest.dropFirst()) else {
      return nil
    }
    return Instant(milliseconds: second * 1000 + fraction)
  }

  /// Seconds since 1970 of the `secondsLength` bytes at `p`; whatever stands between date and time is taken.
  static func seconds(_ p: UnsafePointer<UInt8>) -> Int64? {
    let dash = UInt8(ascii: "-")
    let colon = UInt8(ascii: ":")
    guard p[4] == dash, p[7] == dash, p[13] == colon, p[16] == colon else { return nil }
    let century = twoDigits(p)
    let yearOfCentury = twoDigits(p + 2)
    let month = twoDigits(p + 5)
    let day = twoDigits(p + 8)
    let hour = twoDigits(p + 11)
    let minute = twoDigits(p + 14)
    let second = twoDigits(p + 17)
    // A byte that is no digit makes its number negative.
    guard century | yearOfCentury | month | day | hour | minute | second >= 0 else { return nil }
    let year = century * 100 + yearOfCentury
    guard year >= 1, hour < 24, minute < 60, second < 60 || (second == 60 && hour == 23 && minute == 59),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// The thousandths in 1 to 9 digits of a fraction.
  static func milliseconds(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    guard 1...9 ~= digits.count else { return nil }
    var value: Int64 = 0
    var unit: Int64 = 100
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value += Int64(digit) * unit
      unit /= 10
    }
    return value
  }

  @inline(__always) private static func twoDigits(_ p: UnsafePointer<UInt8>) -> Int {
    let tens = p[0] &- UInt8(ascii: "0")
    let ones = p[1] &- UInt8(ascii: "0")
    return tens < 10 && ones < 10 ? Int(tens &* 10 &+ ones) : -1
  }
}
