import Testing
import TrackCore

@testable import TrackLogger

@Suite struct WhenTests {
  private let berlin = TimeZoneData(rule: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc
  private func shown(_ text: String, endOfDay: Bool = false) -> String? {
    // 2026-05-02T00:30 in Berlin: still yesterday in UTC.
    let when = When(zone: berlin, now: Instant(milliseconds: 1_777_674_600_000))
    return when.instant(text, endOfDay: endOfDay).map {
      var text = ByteText()
      text.put($0)
      return String(decoding: text.bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("2026-05-01", "2026-04-30T22:00:00.000Z"), ("today", "2026-05-01T22:00:00.000Z"),
    ("yesterday", "2026-04-30T22:00:00.000Z"), ("now", "2026-05-01T22:30:00.000Z"),
    ("-3d", "2026-04-28T22:30:00.000Z"), ("-6h", "2026-05-01T16:30:00.000Z"), ("-90min", "2026-05-01T21:00:00.000Z"),
    ("-2w", "2026-04-17T22:30:00.000Z"), ("-0s", "2026-05-01T22:30:00.000Z"),
    ("2026-05-01T08:00", "2026-05-01T06:00:00.000Z"), ("2026-05-01 08:00", "2026-05-01T06:00:00.000Z"),
    ("2026-05-01T08:00Z", "2026-05-01T08:00:00.000Z"), ("2026-05-01T08:00:30.25Z", "2026-05-01T08:00:30.250Z"),
    ("2026-05-01T08:00+05:45", "2026-05-01T02:15:00.000Z"), ("2026-05-01T08:00-0330", "2026-05-01T11:30:00.000Z"),
    ("2026-05-01T08:00:00.1234567-03", "2026-05-01T11:00:00.123Z"),
    ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.000Z"),
    ("2026-03-29T02:30", "2026-03-29T01:00:00.000Z"),
  ])
  func aMomentIsRead(text: String, instant: String) {
    #expect(shown(text) == instant)
  }

  @Test func aDayEndsWhereTheNextBegins() {
    #expect(shown("2026-03-29", endOfDay: true) == "2026-03-29T22:00:00.000Z")
    #expect(shown("yesterday", endOfDay: true) == "2026-05-01T22:00:00.000Z")
    #expect(shown("2026-05-01T08:00Z", endOfDay: true) == "2026-05-01T08:00:00.000Z")
  }

  @Test(arguments: [
    "", "-", "-d", "-3", "-3y", "3d", "--3d", "-3dd", "-9999999999d", "2026-05-01T", "2026-05-01T24:00",
    "2026-05-01T08:60",
    "2026-05-01T08:00:61", "2026-05-01T08", "2026-05-01T08:00:00.", "2026-05-01T08:00ZZ", "2026-05-01T08:00+",
    "2026-05-01T08:00+2", "2026-05-01T08:00+02:", "2026-05-01T08:00+02:0", "2026-05-01X08:00", "tomorrow",
    "2026-05-01T08:00 ",
  ])
  func whatIsNoMomentIsRefused(text: String) {
    #expect(shown(text) == nil)
  }
}
