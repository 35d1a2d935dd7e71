import TrackCore

/// A moment as people write it on a command line: a date, a date and time, `today`, `yesterday`, `now`, or `-3d` before now.
struct When {
  var zone: TimeZoneData
  var now: Instant

  static let forms =
    "a date like 2026-05-01, a time like 2026-05-01T08:00 (or …Z, …+02:00), today, yesterday, -3d or -6h"

  /// The day that `text` names; nil where it names none.
  func day(_ text: String) -> CivilDate? {
    switch text {
    case "today": zone.day(of: now)
    case "yesterday": CivilDate(daysSince1970: zone.day(of: now).daysSince1970 - 1)
    default: CivilDate(text)
    }
  }

  /// When that day begins and when the next one does.
  func span(_ day: CivilDate) -> (since: Instant, until: Instant) {
    (zone.start(of: day), zone.start(of: CivilDate(daysSince1970: day.daysSince1970 + 1)))
  }

  /// The moment; of a day its beginning, or its end where that is asked for. nil where `text` is none.
  func instant(_ text: String, endOfDay: Bool = false) -> Instant? {
    if let day = day(text) { return endOfDay ? span(day).until : span(day).since }
    if text == "now" { return now }
    return ago(text) ?? dateTime(text)
  }

  /// `-90min`, `-6h`, `-3d` (of 24 hours each), `-2w`.
  private func ago(_ text: String) -> Instant? {
    guard text.hasPrefix("-") else { return nil }
    let digits = text.utf8.dropFirst().prefix { $0 &- 48 < 10 }
    let units = ["s": 1, "min": 60, "h": 3600, "d": 86_400, "w": 604_800] as [String: Int64]
    guard let count = decimal(Array(digits)), let unit = units[String(text.dropFirst(1 + digits.count))] else {
      return nil
    }
    return now - Interval(milliseconds: Int64(count) * unit * 1000)
  }

  /// `2026-05-01T08:00[:00[.000]]`, a blank in the place of the T, with `Z` or `+02:00` behind it or in the zone.
  private func dateTime(_ text: String) -> Instant? {
    var rest = Array(text.utf8)[...]
    guard rest.count >= 16, let date = CivilDate(String(decoding: rest.prefix(10), as: UTF8.self)) else { return nil }
    rest = rest.dropFirst(10)
    guard let separator = rest.popFirst(), separator == UInt8(ascii: "T") || separator == UInt8(ascii: " "),
      let hour = take(2, upTo: 23, &rest), skip(":", &rest), let minute = take(2, upTo: 59, &rest)
    else { return nil }
    var local = LocalTime(date: date, millisecond: (hour * 60 + minute) * 60_000)
    if skip(":", &rest) {
      // A leap second reads as the one before it.
      guard let second = take(2, upTo: 60, &rest) else { return nil }
      local.millisecond += min(second, 59) * 1000
      if skip(".", &rest) {
        let digits = rest.prefix { $0 &- 48 < 10 }
        guard 1...9 ~= digits.count, let fraction = decimal(Array((digits + [48, 48]).prefix(3))) else { return nil }
        local.millisecond += fraction
        rest = rest.dropFirst(digits.count)
      }
    }
    if rest.isEmpty { return zone.instant(local) }
    guard let offset = offset(rest) else { return nil }
    return TimeZoneData.utc.instant(local) - Interval(milliseconds: Int64(offset) * 1000)
  }

  /// `Z`, `+02:00`, `-0330`, `+02`: seconds east of UTC.
  private func offset(_ text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    if rest.elementsEqual("Z".utf8) { return 0 }
    let isEast = skip("+", &rest)
    guard isEast || skip("-", &rest), let hours = take(2, upTo: 23, &rest) else { return nil }
    var seconds = hours * 3600
    if !rest.isEmpty {
      _ = skip(":", &rest)
      guard let minutes = take(2, upTo: 59, &rest) else { return nil }
      seconds += minutes * 60
    }
    return rest.isEmpty ? (isEast ? seconds : -seconds) : nil
  }

  private func take(_ digits: Int, upTo limit: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.count >= digits, let number = decimal(Array(rest.prefix(digits))), number <= limit else { return nil }
    rest = rest.dropFirst(digits)
    return number
  }

  private func skip(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The number that ASCII digits, and only those, write; at most nine of them.
  private func decimal(_ digits: [UInt8]) -> Int? {
    guard 1...9 ~= digits.count, digits.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}
