import Foundation
import Testing
import TrackCore

@testable import TrackStore

@Suite struct ErrorTests {
  private func kinds(_ scratch: Scratch) -> [StoreError.Kind?] {
    [kindThrown { _ = try scratch.writer() }, kindThrown { _ = try TrackReader(path: scratch.path) }]
  }

  @Test func whatIsMissingIsMissingForReaders() throws {
    let scratch = try Scratch()
    #expect(kindThrown { _ = try TrackReader(path: scratch.path) } == .missing)
    #expect(!FileManager.default.fileExists(atPath: scratch.path))
  }

  @Test func aDirectoryIsNoDatabase() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: false)
    #expect(kinds(scratch) == [.cannotOpen, .cannotOpen])
  }

  @Test(arguments: ["xy", "a few\nnotes\n", String(repeating: "Not a database, whatever it says. ", count: 1000)])
  func anotherFileIsNoDatabaseAndStaysAsItIs(text: String) throws {
    let scratch = try Scratch()
    try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path))
    #expect(kinds(scratch) == [.notADatabase, .notADatabase])
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path)) == Data(text.utf8))
  }

  @Test func aDatabaseOfAnotherProgramIsLeftAlone() throws {
    let scratch = try Scratch()
    try DatabaseFile.create(scratch.path)
    let database = try Database(path: scratch.path, mode: .readWrite)
    try database.execute("CREATE TABLE theirs (id INTEGER)")
    #expect(kinds(scratch) == [.foreignDatabase, .foreignDatabase])
    #expect(try database.integer("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test func aNewerDatabaseIsRefused() throws {
    let scratch = try Scratch()
    _ = try scratch.writer()
    try Database(path: scratch.path, mode: .readWrite).execute("PRAGMA user_version = 99")
    let known = Schema.migrations.count
    #expect(kinds(scratch) == [.newerSchema(found: 99, known: known), .newerSchema(found: 99, known: known)])
  }

  @Test func anEmptyFileBecomesADatabase() throws {
    let scratch = try Scratch()
    try Data().write(to: URL(fileURLWithPath: scratch.path))
    #expect(kinds(scratch) == [nil, nil])
  }

  @Test func aSecondRecorderIsToldOfTheFirst() throws {
    let scratch = try Scratch()
    var first: TrackWriter? = try scratch.writer()
    #expect(first != nil)
    #expect(kindThrown { _ = try scratch.writer() } == .recorderRunning(pid: getpid()))
    // Under whatever name.
    let other = scratch.file("link.db")
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: scratch.path)
    #expect(kindThrown { _ = try TrackWriter(path: other, source: "x") } == .recorderRunning(pid: getpid()))
    first = nil
    #expect(kindThrown { _ = try scratch.writer() } == nil)
  }

  @Test func aDatabaseThatAnotherHoldsIsLockedAndNothingIsLost() throws {
    let scratch = try Scratch()
    let options = TrackWriter.Options(
      path: scratch.path, source: "gpsd", durability: .eventually, overlaps: .keep, box: nil, visitRadius: 50,
      busyTimeout: 1)
    let writer = try TrackWriter(options)
    writer.apply(.fix(fix(0)))
    let other = try Database(path: scratch.path, mode: .readWrite)
    try other.begin()
    #expect(kindThrown { try writer.commit() } == .locked)
    #expect(writer.pendingCount == 1)
    try other.commit()
    #expect(kindThrown { try writer.commit() } == nil)
    #expect(writer.pendingCount == 0)
    #expect(try scratch.integer("SELECT count(*) FROM fix") == 1)
  }

  @Test func aFullDatabaseTakesTheRestLater() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let pages = try #require(try scratch.integer("PRAGMA page_count"))
    for second in 0..<1000 { writer.apply(.fix(fix(Double(second)))) }
    try writer.limitPages(to: pages + 3)
    #expect(kindThrown { try writer.commit(checkpoint: [1], position: 1) } == .diskFull)
    #expect(try scratch.integer("SELECT count(*) FROM fix") == 0)
    try writer.limitPages(to: 1_000_000)
    try writer.commit(checkpoint: [1], position: 1)
    #expect(try scratch.integer("SELECT count(*) FROM fix") == 1000)
    #expect(writer.fixesInserted == 1000)
    #expect(try TrackReader(path: scratch.path).check().isEmpty)
  }

  @Test func errorsSayWhatToDoAndNothingOfWhere() throws {
    let kinds: [StoreError.Kind] = [
      .missing, .cannotOpen, .notADatabase, .foreignDatabase, .newerSchema(found: 3, known: 1), .readOnly, .locked,
      .recorderRunning(pid: 12), .recorderRunning(pid: nil), .diskFull, .corrupt, .inputOutput, .other,
    ]
    let sentences = kinds.map { StoreError($0, path: "/x/track.db", operation: "commit", message: "words").description }
    #expect(Set(sentences).count == kinds.count)
    #expect(sentences.allSatisfy { $0.contains("/x/track.db") && !$0.contains("\n") })
    let scratch = try Scratch()
    _ = try scratch.writer()
    let database = try Database(path: scratch.path, mode: .readWrite)
    let statement = try database.prepare("INSERT INTO place (id, lat, lon, change) VALUES (1, ?1, NULL, 1)")
    statement.bind(1, 515_007_000)
    let error = try #require(thrown { try statement.run() })
    #expect(error.sql == statement.sql)
    #expect(error.code == 19)
    #expect(error.extendedCode == 1299)
    #expect(!"\(error) \(error.sql ?? "")".contains("515007"))
  }
}
