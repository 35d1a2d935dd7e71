extension ByteText {
  /// ISO 8601 in UTC with milliseconds: `2026-05-01T08:00:00.000Z`. Years beyond 0000...9999 carry a sign.
  public mutating func put(_ instant: Instant) {
    let local = TimeZoneData.utc.local(instant)
    put(local.date)
    put("T")
    put(local.hour, digits: 2)
    put(":")
    put(local.minute, digits: 2)
    put(":")
    put(local.second, digits: 2)
    put(".")
    put(local.millisecond % 1000, digits: 3)
    put("Z")
  }

  /// `2026-05-01`
  public mutating func put(_ date: CivilDate) {
    if date.year < 0 { put("-") } else if date.year > 9999 { put("+") }
    put(abs(date.year), digits: 4)
    put("-")
    put(date.month, digits: 2)
    put("-")
    put(date.day, digits: 2)
  }
}
