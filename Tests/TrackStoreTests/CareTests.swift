import Foundation
import Testing
import TrackCore

@testable import TrackStore

@Suite struct CareTests {
  private func filled() throws -> Scratch {
    let scratch = try Scratch()
    try Journey(seed: 4, stays: 5).write(to: try scratch.writer(durability: .everyCommit)) { _ in false }
    return scratch
  }

  @Test func aSoundDatabaseHasNoFaults() throws {
    let scratch = try filled()
    let reader = try TrackReader(path: scratch.path)
    #expect(try reader.check().isEmpty)
    #expect(try reader.check(isThorough: false).isEmpty)
  }

  @Test(arguments: [
    ("UPDATE trip SET \"end\" = start - 1 WHERE id = 1", "end before they start"),
    ("UPDATE visit SET arrival = departure + 1 WHERE id = 1", "end before they start"),
    ("UPDATE trip SET start = 0 WHERE id = (SELECT max(id) FROM trip)", "overlap"),
    ("UPDATE visit SET place = 999 WHERE id = 1", "no known place"),
    ("INSERT INTO place VALUES (999, NULL, 0, 0, 1)", "unnamed places have no visit"),
    ("UPDATE trip SET source = 9", "trips are from no known source"),
    ("UPDATE visit SET source = 9", "visits are from no known source"),
    ("UPDATE trip SET change = change + 100000", "trips are missing from the changes"),
    ("DELETE FROM change WHERE kind = 3", "visits are missing from the changes"),
    ("DELETE FROM change WHERE kind = 4", "places are missing from the changes"),
    (
      "DELETE FROM change WHERE number = (SELECT min(number) FROM change WHERE kind = 1)",
      "fixes are missing from the changes"
    ),
    ("INSERT INTO fix (id, lat, lon, mode3d) VALUES (160, 0, 0, 1)", "1 fixes are missing from the changes"),
    ("UPDATE fix SET lat = 900000001", "nowhere on Earth"),
    ("UPDATE fix SET id = id | 9", "no known device"),
  ])
  func eachContradictionIsFound(change: String, sentence: String) throws {
    let scratch = try filled()
    try Database(path: scratch.path, mode: .readWrite).execute(change)
    let faults = try TrackReader(path: scratch.path).check()
    #expect(faults.contains { $0.contains(sentence) }, "\(faults)")
  }

  @Test(arguments: [
    ("DROP TABLE era", "the table era is missing"), ("DROP VIEW fixes", "the view fixes is missing"),
    (
      "ALTER TABLE event RENAME TO hidden; CREATE VIEW event AS WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n FROM a) SELECT * FROM a",
      "event is a view, not a table"
    ),
  ])
  func whatTheSchemaLacksIsFound(change: String, sentence: String) throws {
    let scratch = try filled()
    try Database(path: scratch.path, mode: .readWrite).execute(change)
    #expect(try TrackReader(path: scratch.path).check() == [sentence])
  }

  /// Overwrites pages from one on with nonsense, as a dying card does.
  private func damage(_ scratch: Scratch, from page: Int, pages: Int, with byte: UInt8 = 0xa5) throws {
    // All of it in the file itself.
    try Database(path: scratch.path, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: scratch.path))
    try file.seek(toOffset: UInt64((page - 1) * Schema.pageSize))
    try file.write(contentsOf: Data(repeating: byte, count: pages * Schema.pageSize))
    try file.close()
  }

  @Test func damageIsFoundAndNamed() throws {
    let scratch = try filled()
    try damage(scratch, from: 10, pages: 20)
    let reader = try TrackReader(path: scratch.path)
    #expect(try !reader.check(isThorough: false).isEmpty)
  }

  @Test func aDatabaseThatCannotBeOpenedIsMovedAsideWhole() throws {
    let scratch = try filled()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path)).count
    try damage(scratch, from: 1, pages: 1)
    // The WAL beside it is empty, so it could be anything.
    #expect(kindThrown { _ = try scratch.writer() } == .notADatabase)
    #expect(try DamagedDatabase.moveAside(scratch.path) == scratch.path + ".damaged-1")
    #expect(!FileManager.default.fileExists(atPath: scratch.path))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "-wal"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path + ".damaged-1")).count >= bytes)
    #expect(FileManager.default.fileExists(atPath: scratch.path + ".damaged-1-wal"))
    _ = try scratch.writer()
    #expect(try DamagedDatabase.moveAside(scratch.path) == scratch.path + ".damaged-2")
  }

  @Test(arguments: [true, false])
  func aDatabaseWhoseBeginningIsLostIsDamagedNotForeign(byZeros: Bool) throws {
    let scratch = try filled()
    if byZeros {
      try damage(scratch, from: 1, pages: 1, with: 0)
    } else {
      try damage(scratch, from: 1, pages: 1)
      try Data(repeating: 1, count: 4096).write(to: URL(fileURLWithPath: scratch.path + "-wal"))
    }
    #expect(kindThrown { _ = try scratch.writer() } == .corrupt)
    #expect(kindThrown { _ = try TrackReader(path: scratch.path) } == .corrupt)
  }

  @Test func whatARecorderWritesIsNotMovedAwayFromUnderIt() throws {
    let scratch = try filled()
    let writer = try scratch.writer()
    #expect(kindThrown { _ = try DamagedDatabase.moveAside(scratch.path) } == .recorderRunning(pid: getpid()))
    #expect(writer.pendingCount == 0)
  }

  @Test func recordingGoesOnInANewDatabaseAndLosesNothingThatWaits() throws {
    let scratch = try filled()
    let writer = try scratch.writer()
    try damage(scratch, from: 2, pages: 200)
    writer.apply([.fix(fix(1e6)), .trip(trip(77, 1e6, 1e6 + 60, isOver: false))])
    #expect(kindThrown { try writer.commit(checkpoint: [5], position: 5) } == .corrupt)
    #expect(writer.pendingCount == 2)
    #expect(try writer.replaceDamaged() == scratch.path + ".damaged-1")
    try writer.commit(checkpoint: [5], position: 5)
    #expect(writer.saved == SavedCheckpoint(bytes: [5], position: 5))
    let reader = try TrackReader(path: scratch.path)
    #expect(try reader.trips().map(\.trip.id) == [77])
    #expect(try reader.check().isEmpty)
    #expect(kindThrown { _ = try scratch.writer() } == .recorderRunning(pid: getpid()), "the lock is still held")
  }
}
