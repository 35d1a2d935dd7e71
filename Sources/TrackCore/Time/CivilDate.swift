/// A day of the proleptic Gregorian calendar.
///
/// The arithmetic is Howard Hinnant's (chrono-compatible low-level date algorithms, `days_from_civil`): eras of 400 years
/// that begin on 1 March, so that a leap day is the last of its year. Worked: 2026-08-24 is day 20,689 since 1970-01-01.
public struct CivilDate: Hashable, Sendable {
  /// 1 is the year of our era; 0 and less run on backwards.
  public let year: Int
  /// 1...12
  public let month: Int
  /// 1...31, at most the month's last.
  public let day: Int

  /// nil where the calendar has no such day, or beyond the years ±1,000,000.
  public init?(year: Int, month: Int, day: Int) {
    guard -1_000_000...1_000_000 ~= year, 1...12 ~= month, day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many days after 1970-01-01, negative before it; exact for any number of days that an `Instant` can hold.
  public init(daysSince1970 days: Int) {
    let z = days + 719_468  // from 0000-03-01
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097  // 0...146,096
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365  // 0...399
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)  // 0...365, from 1 March
    let shifted = (5 * dayOfYear + 2) / 153  // 0 is March
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01, negative before it.
  public var daysSince1970: Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// 28...31; `month` must be 1...12.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether the year has a 29 February.
  public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
