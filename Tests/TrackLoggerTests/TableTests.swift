import Foundation
import Testing
import TrackCore

@testable import TrackLogger

@Suite struct TableTests {
  @Test(arguments: [
    ("abc", 3), ("Zürich", 6), ("東京", 4), ("🚲", 2), ("e\u{301}", 1), ("🇱🇮", 2), ("👩‍👩‍👧", 2), ("☕", 2), ("❤️", 2), ("❤", 1),
    ("ｶ", 1),
    ("Ａ", 2), ("한국", 4), ("שלום", 4), ("ไก่", 2), ("…", 1), ("a\u{200B}b", 2), ("", 0), ("№", 1), ("1️⃣", 2),
  ])
  func aCellIsAsWideAsItShows(text: String, width: Int) {
    #expect(Table.width(text) == width)
  }

  @Test func namesFromStrangersCannotMoveTheCursor() {
    #expect(Table.printable("a\u{1B}[2Jb\n\u{202E}c\u{9B}d") == "a?[2Jb?c?d")
  }

  @Test(arguments: [
    (0, "0 s"), (59, "59 s"), (60, "1 min"), (89, "1 min"), (3599, "1 h 0 min"), (4980, "1 h 23 min"),
    (86_399, "1 d 0 h"), (97_200, "1 d 3 h"),
  ])
  func durationsReadAsPeopleSayThem(seconds: Double, text: String) {
    #expect(Shown.duration(.seconds(seconds)) == text)
  }

  @Test(arguments: [(0, "0 m"), (999.4, "999 m"), (999.5, "1.0 km"), (18_349, "18.3 km")])
  func distancesReadAsPeopleSayThem(metres: Double, text: String) {
    #expect(Shown.distance(metres) == text)
  }

  private func shown(_ columns: [Table.Column], _ rows: [[String]], terminal: Terminal? = nil) throws -> [String] {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let output = Output(descriptor: fileno(file))
    var table = Table(columns, to: output, on: terminal)
    for row in rows { try table.add(row) }
    try table.finish()
    try output.flush()
    rewind(file)
    return String(decoding: FileHandle(fileDescriptor: fileno(file)).readDataToEndOfFile(), as: UTF8.self)
      .components(separatedBy: "\n").dropLast()
  }

  @Test func wideTextKeepsColumnsAligned() throws {
    let lines = try shown(
      [.right("ID"), .left("NAME"), .left("TO")],
      [["1", "東京駅", "x"], ["22", "Café 🇱🇮", "y"], ["3", "a", "z"], ["4", "👩‍👩‍👧 home", "w"]])
    #expect(lines == ["ID  NAME     TO", " 1  東京駅   x", "22  Café 🇱🇮  y", " 3  a        z", " 4  👩‍👩‍👧 home  w"])
  }

  @Test func aColumnWithNothingInItIsLeftOut() throws {
    let columns: [Table.Column] = [.right("ID"), .right("BRIDGED", isOptional: true), .left("TO")]
    #expect(try shown(columns, [["1", "", "x"]]) == ["ID  TO", " 1  x"])
    #expect(try shown(columns, [["1", "", "x"], ["2", "9 m", "y"]])[2] == " 2      9 m  y")
  }

  @Test func aListOfManyThousandRowsIsWrittenBeforeItsEnd() throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let output = Output(descriptor: fileno(file))
    var table = Table([.right("ID"), .right("B", isOptional: true), .left("TO")], to: output, on: nil)
    for k in 1..<Table.most { try table.add(["\(k)", "", "x"]) }
    try output.flush()
    #expect(lseek(fileno(file), 0, SEEK_END) == 0, "the widths are not known yet")
    for k in Table.most..<Table.most + 9 { try table.add(["\(k)", "", "x"]) }
    try table.add(["1000000000", "late", "x"])
    try table.add(["7", "", "y"])
    try output.flush()
    rewind(file)
    let lines = String(decoding: FileHandle(fileDescriptor: fileno(file)).readDataToEndOfFile(), as: UTF8.self)
      .components(separatedBy: "\n").dropLast()
    #expect(lines.count == 1 + Table.most + 8 + 2)
    #expect(lines.prefix(2) == ["   ID  B  TO", "    1     x"])
    #expect(
      lines.suffix(2) == ["1000000000  late  x", "         7        y"], "what came late widens what comes after")
  }

  @Test func whatSaysLeastGivesWayBeforeARowTakesTwoLines() throws {
    let columns: [Table.Column] = [.right("ID"), .right("TOP SPEED", isSecondary: true), .left("TO")]
    let rows = [["1", "45 km/h", "somewhere"]]
    func lines(_ width: Int) throws -> [String] {
      try shown(columns, rows, terminal: Terminal(columns: width, hasColours: false, isUnicode: true))
    }
    #expect(try lines(24) == ["ID  TOP SPEED  TO", " 1    45 km/h  somewhere"])
    #expect(try lines(23) == ["ID  TO", " 1  somewhere"])
    #expect(try lines(12).count == 4)
    #expect(try shown(columns, rows) == ["ID  TOP SPEED  TO", " 1    45 km/h  somewhere"], "in a file all is there")
  }

  @Test func textIsCutOnceWhatSaysLeastIsGone() throws {
    let columns: [Table.Column] = [
      .right("ID"), .left("A"), .left("B"), .right("TOP SPEED", isSecondary: true), .left("TO"),
    ]
    let lines = try shown(
      columns, [["1", "a", "b", "45 km/h", "somewhere far in the north"]],
      terminal: Terminal(columns: 28, hasColours: false, isUnicode: true))
    #expect(lines == ["ID  A  B  TO", " 1  a  b  somewhere far in …"])
  }

  @Test func textGivesWayOnANarrowTerminal() throws {
    let terminal = Terminal(columns: 40, hasColours: false, isUnicode: true)
    let columns: [Table.Column] = [.right("ID"), .left("A"), .left("B"), .left("FROM"), .left("TO")]
    let name = "東京都千代田区丸の内一丁目"
    let lines = try shown(columns, [["1", "a", "b", name, name]], terminal: terminal)
    #expect(lines.count == 2)
    for line in lines { #expect(Table.width(line) <= 40, "\(line)") }
    #expect(lines[1].hasSuffix("…"))
  }
}
