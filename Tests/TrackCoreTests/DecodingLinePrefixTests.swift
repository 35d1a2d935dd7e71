import Testing

@testable import TrackCore

@Suite struct LinePrefixTests {
  private func split(_ line: String) -> (milliseconds: Int64?, report: String) {
    Array(line.utf8).withUnsafeBytes {
      let (arrival, report) = LinePrefix.split($0)
      return (arrival?.milliseconds, String(decoding: report, as: UTF8.self))
    }
  }

  /// 2026-10-04T07:00:05Z is 1791097205.
  @Test(arguments: [
    ("2026-10-04 07:00:05: ", 1_791_097_205_000),  // -t
    ("2026-10-04 07:00:05.173039: ", 1_791_097_205_173),  // -u
    ("2026-10-04 07:00:05 1791097205.173039: ", 1_791_097_205_173),  // -uu
    ("2026-10-04T07:00:05: ", 1_791_097_205_000),  // -Z
    ("2026-10-04T07:00:05.17303Z: ", 1_791_097_205_173),  // -Z -u
    ("2026-10-04T07:00:05Z 1791097205.173039: ", 1_791_097_205_173),  // -Z -uu
    ("1791097205: ", 1_791_097_205_000),  // -T %s
    ("1791097205.173039: ", 1_791_097_205_173),  // -T %s -u
    ("1970-01-01 00:00:12: ", 12_000),  // a board without a clock
  ])
  func aPrefixSaysWhenTheLineArrived(prefix: String, milliseconds: Int64) {
    let result = split(prefix + Lines.tpv)
    #expect(result.milliseconds == milliseconds)
    #expect(result.report == Lines.tpv)
  }

  @Test(arguments: [
    "07:00:05: ", "Sun Oct  4 07:00:05 2026: ", "2026-13-04 07:00:05: ", "2026-10-04 07:00:05.: ", "box: ",
  ])
  func aPrefixThatIsNoTimeIsSkipped(prefix: String) {
    let result = split(prefix + Lines.tpv)
    #expect(result.milliseconds == nil)
    #expect(result.report == Lines.tpv)
  }

  @Test(arguments: [
    Lines.tpv, "", "{", "garbage", ": ", #"/dev/tty{"class":"TPV"}"#, #""epx":4.180,"epy": {"class":"TPV"}"#,
    "2026-10-04 07:00:05: ", "2026-10-04 07:00:05", String(repeating: "x", count: 200) + ": {}",
  ])
  func aLineWithoutPrefixComesBackAsItIs(line: String) {
    let result = split(line)
    #expect(result.milliseconds == nil)
    #expect(result.report == line)
  }

  @Test func everyCutOfAPrefixIsHarmless() {
    let line = "2026-10-04T07:00:05Z 1791097205.173039: {}"
    for count in 0...line.utf8.count {
      let cut = String(line.prefix(count))
      let report = split(cut).report
      #expect(report == cut || (count > 40 && report.first == "{"))
    }
  }
}
