import Foundation
import Testing
import TrackCore

@testable import TrackLogger
@testable import TrackStore

@Suite struct DumpCommandTests {
  private let folder: Service.Folder
  private var box: String { file("box.db") }

  init() throws { folder = try Service.Folder() }

  private func file(_ name: String) -> String { folder.url.appending(path: name).path }

  private func run(_ line: String..., database: String) -> Outcome { Outcome(of: line + ["--db", database]) }

  private func dump(_ line: String...) throws -> Data {
    let path = file("dump")
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    var world = World.test()
    world.output = Output(descriptor: descriptor)
    #expect(Program.run(["dump", "--db", box] + line, in: world) == .done)
    return try Data(contentsOf: URL(filePath: path))
  }

  private func load(_ data: Data, into database: String) throws -> Outcome {
    try data.write(to: URL(filePath: file("given")))
    return run("load", file("given"), "--json", database: database)
  }

  @Test func aDumpIsLoadedOnceHoweverOftenItIsGiven() throws {
    try Drives.record(0..<3, in: box)
    let dump = try dump()
    #expect(try load(dump, into: file("home.db")).output.contains(#""fixes":1800,"trips":3,"visits":3"#))
    #expect(try load(dump, into: file("home.db")).output.contains(#""fixes":0,"trips":0,"visits":0"#))
    #expect(try Drives.rows(file("home.db"), box: "van") == Drives.rows(box))
  }

  @Test func onlyWhatIsNewIsDumpedAfterACursor() throws {
    try Drives.record(0..<30, in: box)
    let first = try dump()
    let outcome = try load(first, into: file("home.db"))
    let cursor = try #require(outcome.output.firstMatch(of: /"cursor":"([^"]*)"/)).1
    let nothing = try dump("--after", String(cursor))
    #expect(nothing.count < 200)
    try Drives.record(30..<31, in: box)
    let more = try dump("--after", String(cursor))
    #expect(more.count * 20 < first.count)
    #expect(try load(more, into: file("home.db")).code == .done)
    #expect(try Drives.rows(file("home.db"), box: "van") == Drives.rows(box))
    // What builds on what is not there does not fit.
    let gap = try load(more, into: file("other.db"))
    #expect(gap.code == .data)
    #expect(gap.errors.contains("lacks what came before it"))
  }

  @Test func flippedBitsCutsAndLinesOutOfOrderAreRefusedAndNothingIsHalfLoaded() throws {
    try Drives.record(0..<16, in: box)
    let dump = try dump()
    let rows = try Drives.rows(box)
    let seed = UInt64.random(in: 0...(.max))
    print("seed \(seed)")
    var random = SplitMix(state: seed)
    for round in 0..<24 {
      var bytes = [UInt8](dump)
      switch round % 4 {
      case 0:
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[.random(in: 0..<bytes.count, using: &random)] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        }
      case 1: bytes.removeLast(.random(in: 1..<bytes.count, using: &random))
      case 2:
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        let a = Int.random(in: 0..<lines.count - 2, using: &random)
        lines.swapAt(a, .random(in: a + 1..<lines.count - 1, using: &random))
        bytes = Array(lines.joined(separator: [10]))
      default:
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        lines.remove(at: .random(in: 0..<lines.count - 1, using: &random))
        bytes = Array(lines.joined(separator: [10]))
      }
      if bytes == [UInt8](dump) { continue }
      let home = file("home\(round).db")
      let outcome = try load(Data(bytes), into: home)
      #expect(outcome.code == .data, "round \(round): \(outcome.errors)")
      #expect(outcome.output.isEmpty)
      // As far as it was whole it is there, and the rest follows.
      let reader = try TrackReader(path: home)
      if let arrived = try reader.boxes().first {
        try reader.look(at: arrived)
        #expect(try reader.contradictions(isThorough: true).filter { !$0.contains("place") }.isEmpty)
      }
      #expect(try load(dump, into: home).code == .done)
      #expect(try Drives.rows(home, box: "van") == rows)
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3"))
  func theReaderInTheDocumentReadsADump() throws {
    try Drives.record(0..<9, in: box)
    let document = try String(contentsOf: packageRoot.appending(path: "docs/dump-format.md"), encoding: .utf8)
    let last = document.components(separatedBy: "```python\n").last ?? ""
    let code = last.components(separatedBy: "```").first ?? ""
    try code.write(toFile: file("reader.py"), atomically: true, encoding: .utf8)
    try dump().write(to: URL(filePath: file("whole")))
    let read = try Child.run("/bin/sh", ["-c", "python3 \(file("reader.py")) < \(file("whole"))"], in: folder.url)
    #expect(read.code == 0, "\(read.errors)")
    let names = DumpTable.all.map(\.name)
    let rows = read.text.split(separator: "\n").map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      return names[Int(cells[0]) ?? 0] + " "
        + cells.dropFirst().map { $0 == "None" ? "NULL" : String($0) }.joined(separator: "|")
    }
    let database = try Database(path: box, mode: .readOnly)
    var wanted: [String] = []
    for table in DumpTable.all where table != .name {
      // A label that waits for its name is the box's own business.
      let condition = table == .label ? " WHERE name IS NOT NULL" : ""
      let statement = try database.prepare("SELECT \(table.columnList) FROM \(table.name)\(condition)")
      while try statement.step() {
        let cells = (0..<statement.columns).map { statement.optionalText($0) ?? "NULL" }
        wanted.append("\(table.name) " + cells.joined(separator: "|"))
      }
    }
    #expect(wanted.count > 5000)
    #expect(rows.sorted() == wanted.sorted())

    // And refuses one that is damaged.
    var bytes = [UInt8](try dump())
    bytes[bytes.count / 2] ^= 4
    try Data(bytes).write(to: URL(filePath: file("whole")))
    #expect(
      try Child.run("/bin/sh", ["-c", "python3 \(file("reader.py")) < \(file("whole"))"], in: folder.url).code != 0)
  }

  @Test func aPlaceNamedAtHomeKeepsItsNameWhenMoreIsLoaded() throws {
    try Drives.record(0..<12, in: box)
    let home = file("home.db")
    #expect(try load(try dump(), into: home).code == .done)
    #expect(run("place", "name", "3", "Mother", "--box", "van", database: home).code == .done)
    try Drives.record(12..<30, in: box)
    #expect(try load(try dump(), into: home).code == .done)
    #expect(run("places", "--json", database: home).output.contains(#""id":3,"name":"Mother""#))
    #expect(run("places", "--box", "van", database: home).output.contains("Mother"))
    #expect(run("place", "name", "77", "Nobody", "--box", "van", database: home).code == .failed)
    #expect(run("place", "name", "3", "", "--box", "van", database: home).code == .done)
    #expect(!run("places", "--json", database: home).output.contains("Mother"))
  }

  @Test func aFixTakesTenBytesAtMost() throws {
    try Drives.record(0..<30, in: box)
    #expect(try dump().count < 10 * 30 * 600)
  }

  @Test(arguments: ["x", "670ebf8d-a873-4d84-8477-4bdd8ddb39a0", ""]) func aCursorIsWhatLoadPrinted(text: String) throws
  {
    try Drives.record(0..<1, in: box)
    #expect(run("dump", "--after", text, database: box).code == .usage)
  }

  @Test func aDatabaseOfAnotherBoxIsNoContinuation() throws {
    try Drives.record(0..<1, in: box)
    let outcome = run("dump", "--after", "670ebf8d-a873-4d84-8477-4bdd8ddb39a0:0", database: box)
    #expect(outcome.code == .data)
    #expect(outcome.output.contains("\nrefused replaced "))
  }

  @Test(arguments: ["", "\u{7}", String(repeating: "x", count: 65)]) func aBoxHasAProperName(name: String) throws {
    try Drives.record(0..<1, in: box)
    #expect(run("load", box, "--name", name, database: file("home.db")).code == .usage)
  }

  @Test func aDatabaseIsNoDump() throws {
    try Drives.record(0..<1, in: box)
    let outcome = run("load", box, database: file("home.db"))
    #expect(outcome.code == .data)
    #expect(outcome.errors.contains("holds no dump: it begins with 'SQLite format 3"))
  }

  @Test func aLineOfProgressTellsRowsRateAndWhatIsLeft() {
    func line(_ part: Double, _ columns: Int) -> String {
      PullProgress.line(rows: 5000, part: part, seconds: 2, columns: columns)
    }
    #expect(line(0.25, 80) == "25 %, 7 s left, 5000 rows, 2500 rows/s")
    #expect(line(1, 80) == "100 %, 5000 rows, 2500 rows/s")
    #expect(line(0.25, 30) == "25 %, 7 s left, 5000 rows")
    #expect(line(0.25, 3) == "25 %")
  }
}

@Suite struct CompressionTests {
  @Test(arguments: 0..<20 as Range<UInt64>) func whatIsCompressedComesBack(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let most = UInt8.random(in: 0...40, using: &random)
      for _ in 0..<Int.random(in: 0...3000, using: &random) { bytes.append(.random(in: 0...most, using: &random)) }
      ends.append(bytes.count)
    }
    if let small = Compression.deflated(bytes, columnEnds: ends) {
      #expect(small.count < bytes.count)
      #expect(Compression.inflated(small, atMost: bytes.count) == bytes)
      #expect(Compression.inflated(small, atMost: bytes.count - 1) == nil)
      #expect(Compression.inflated(small + [0], atMost: bytes.count) == nil)
      #expect(Compression.inflated(Array(small.dropLast()), atMost: bytes.count) == nil)
    } else {
      #expect(bytes.count < 200)
    }
  }

  @Test func whatDoesNotPayIsLeftAsItIs() {
    var random = SplitMix(state: 1)
    let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(Compression.deflated(noise, columnEnds: [noise.count]) == nil)
    #expect(Compression.deflated([1, 2, 3], columnEnds: [3]) == nil)
    #expect(Compression.inflated(noise, atMost: 100_000) == nil)
    #expect(Compression.inflated([], atMost: 100_000) == nil)
  }

  @Test func aFewBytesDoNotBecomeAGigabyte() throws {
    let zeros = [UInt8](repeating: 0, count: DumpBatch.longestPayload + 1)
    let small = try #require(Compression.deflated(zeros, columnEnds: [zeros.count]))
    #expect(small.count < 20_000)
    #expect(Compression.inflated(small, atMost: DumpBatch.longestPayload) == nil)
  }
}
