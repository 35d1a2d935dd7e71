import Testing

@testable import TrackCore

@Suite struct CSVWriterTests {
  private func cell(_ text: String) -> String {
    var cell = ByteText()
    cell.put(csv: text)
    return String(decoding: cell.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("Home", "Home"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""), ("", ""), (" x", "\" x\""),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("a=1", "a=1"),
    ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), (" =1", "\" '=1\""), ("a;=1", "\"a;'=1\""), ("＝1", "'＝1"),
    ("a\r\n=1\u{0}\t", "a\u{FFFD}\u{FFFD}=1\u{FFFD}\u{FFFD}"), ("שלום 🚲", "שלום 🚲"),
  ])
  func noNameIsAFormula(name: String, shown: String) { #expect(cell(name) == shown) }

  @Test func everyRowHasACellForEachColumn() {
    var bare = Fix(
      time: Instant(milliseconds: 0), coordinate: Coordinate(latitude: -90, longitude: 180), mode: .twoDimensional)
    bare.satellitesUsed = 0
    let text = String(
      decoding: sceneExport(CSVWriter(), [[sceneFix(48, 11), bare], [sceneFix(48, 11)]], names: [nil, "Home"]),
      as: UTF8.self)
    let rows = text.components(separatedBy: "\r\n")
    #expect(rows.last == "")
    #expect(rows.count == 7)
    for row in rows.dropLast() { #expect(row.split(separator: ",", omittingEmptySubsequences: false).count == 15) }
    #expect(rows[2].hasSuffix(",Home"))
    #expect(
      rows[3]
        == "fix,1,1,2026-05-01T08:00:00.000Z,,48.0000000,11.0000000,120.50,13.50,90.25,4.00,,0.90,9,")
    #expect(rows[4] == "fix,1,1,1970-01-01T00:00:00.000Z,,-90.0000000,180.0000000,,,,,,,0,")
    #expect(rows[5].hasPrefix("fix,1,2,"))
  }

  @Test func anEmptyPartIsNotCounted() {
    let text = String(decoding: sceneExport(CSVWriter(), [[], [sceneFix(48, 11)], []]), as: UTF8.self)
    #expect(text.contains("fix,1,1,"))
  }
}
