extension ByteText {
  /// ISO 8601 in UTC with milliseconds: `2026-05-01T08:00:00.000Z`. Years beyond 0000...9999 carry a sign.
  public mutating func put(_ instant: Instant) {
    let local = TimeZoneData.utc.local(instant)
    put(local.date)
    put(byte: UInt8(ascii: "T"))
    put(twoDigits: local.hour)
    put(byte: UInt8(ascii: ":"))
    put(twoDigits: local.minute)
    put(byte: UInt8(ascii: ":"))
    put(twoDigits: local.second)
    put(byte: UInt8(ascii: "."))
    put(local.millisecond % 1000, digits: 3)
    put(byte: UInt8(ascii: "Z"))
  }

  /// `2026-05-01`
  public mutating func put(_ date: CivilDate) {
    if date.year < 0 { put("-") } else if date.year > 9999 { put("+") }
    put(abs(date.year), digits: 4)
    put(byte: UInt8(ascii: "-"))
    put(twoDigits: date.month)
    put(byte: UInt8(ascii: "-"))
    put(twoDigits: date.day)
  }
}
