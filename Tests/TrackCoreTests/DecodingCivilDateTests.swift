import Testing

@testable import TrackCore

@Suite struct CivilDateTests {
  @Test(arguments: [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (2026, 8, 24, 20_689),
    (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896), (0, 3, 1, -719_468),
  ])
  func daysSince1970AreThoseOfTheCalendar(year: Int, month: Int, day: Int, days: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.daysSince1970 == days)
    #expect(CivilDate(daysSince1970: days) == date)
  }

  @Test func everyDayOfFourCenturiesFollowsTheOneBefore() {
    var previous = CivilDate(daysSince1970: -800_000)
    for days in -799_999 ..< -799_999 + 2 * 146_097 {
      let date = CivilDate(daysSince1970: days)
      let next =
        CivilDate(year: previous.year, month: previous.month, day: previous.day + 1)
        ?? CivilDate(year: previous.year, month: previous.month + 1, day: 1)
        ?? CivilDate(year: previous.year + 1, month: 1, day: 1)
      guard date == next, date.daysSince1970 == days else {
        Issue.record("day \(days) is \(date), after \(previous)")
        return
      }
      previous = date
    }
    #expect(previous.year == 579)
  }

  @Test(arguments: [
    (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (2026, 1, 0), (2026, 1, 32), (2026, 2, 29), (1900, 2, 29),
    (2026, 5, -1),
    (Int.max, 1, 1), (2026, Int.min, 1), (2026, 1, Int.max),
  ])
  func aDayThatTheCalendarLacksIsNone(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func theFarthestInstantsHaveADate() {
    for ms in [Int64.min, Int64.max] { #expect(CivilDate(daysSince1970: Int(ms / 86_400_000)).month >= 1) }
  }
}
