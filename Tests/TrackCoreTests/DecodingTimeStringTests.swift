import Testing

@testable import TrackCore

@Suite struct TimeStringTests {
  private func milliseconds(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBufferPointer { TimeString.instant($0)?.milliseconds }
  }

  @Test(arguments: [
    ("2026-08-24T07:00:00.000Z", 1_787_554_800_000),
    ("2026-08-24T07:00:00Z", 1_787_554_800_000),
    ("2026-08-24T07:00:00.5Z", 1_787_554_800_500),
    ("2026-08-24T07:00:00.999999999Z", 1_787_554_800_999),
    ("1970-01-01T00:00:00.001Z", 1),
    ("1969-12-31T23:59:59.999Z", -1),
    ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("2024-02-29T00:00:00Z", 1_709_164_800_000),
  ])
  func aTimeIsMillisecondsSince1970(text: String, expected: Int64) { #expect(milliseconds(text) == expected) }

  @Test func aLeapSecondIsTheSecondThatFollows() {
    #expect(milliseconds("2016-12-31T23:59:60.250Z") == milliseconds("2017-01-01T00:00:00.250Z"))
    #expect(milliseconds("2016-12-31T12:59:60.000Z") == nil)
    #expect(milliseconds("2016-12-31T23:59:61.000Z") == nil)
  }

  @Test(arguments: [
    "", "yesterday", "2026-08-24", "2026-08-24T07:00:00", "2026-08-24T07:00:00.000", "2026-06-03T06:",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "0000-03-13T09:11:26.000Z", "2026-08-24T24:00:00Z",
    "2026-08-24T07:60:00Z", "2026-08-24 07:00:00Z", "2026-08-24T07:00:00.Z", "2026-08-24T07:00:00.0000000000Z",
    "2026-08-24T07:00:00.0x0Z", "2026-08-24T07:00:00+02:00", "2026-08-24T07:00:00.000Zx", "+026-08-24T07:00:00Z",
    "2026-08-24T07:00:0 Z", "٢026-08-24T07:00:00Z", "2026/08/24T07:00:00Z", "2026-08-24T07.00.00Z",
  ])
  func whatIsNoTimeIsNone(text: String) { #expect(milliseconds(text) == nil) }

  @Test func noCutOfATimeIsATime() {
    let whole = "2026-08-24T07:00:00.000Z"
    for count in 0..<whole.count { #expect(milliseconds(String(whole.prefix(count))) == nil) }
  }
}
