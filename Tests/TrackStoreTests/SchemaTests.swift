import Glibc
import Testing
import TrackCore

@testable import TrackStore

@Suite struct SchemaTests {
  /// Whatever the umask is: of a directory of its own making nobody else reads, of one that is a group's that group.
  @Test(arguments: [false, true]) func aNewDatabaseIsForThoseOfItsDirectory(isShared: Bool) throws {
    let scratch = try Scratch()
    let old = umask(isShared ? 0o077 : 0)
    defer { umask(old) }
    if isShared {
      #expect(mkdir(scratch.file("a"), 0o700) == 0 && mkdir(scratch.file("a/b"), 0o700) == 0)
      #expect(chmod(scratch.file("a/b"), 0o2770) == 0)
    }
    let path = scratch.file("a/b/track.db")
    let (file, directory): (mode_t, mode_t) = isShared ? (0o100660, 0o042770) : (0o100600, 0o040700)
    let writer = try TrackWriter(path: path, source: "gpsd", box: "van")
    writer.apply(.fix(fix(0)))
    try writer.commit()
    for (name, mode) in [
      ("", file), ("-wal", file), ("-shm", file), (".lock", file), ("/..", directory),
    ] as [(String, mode_t)] {
      var status = stat()
      #expect(stat(name == "/.." ? scratch.file("a/b") : path + name, &status) == 0)
      #expect(status.st_mode == mode, "\(name)")
    }
    let database = try Database(path: path, mode: .readOnly)
    #expect(try database.integer("PRAGMA application_id") == Schema.applicationID)
    #expect(try database.integer("PRAGMA user_version") == 1)
    #expect(try database.text("PRAGMA journal_mode") == "wal")
    #expect(try database.integer("PRAGMA page_size") == Int64(Schema.pageSize))
    #expect(try TrackReader(path: path).info().box == "van")
  }

  @Test func aDatabaseMadeForBulkHasBigPages() throws {
    let scratch = try Scratch()
    _ = try scratch.writer(durability: .eventually)
    let database = try Database(path: scratch.path, mode: .readOnly)
    #expect(try database.integer("PRAGMA page_size") == Int64(Schema.bulkPageSize))
  }

  @Test func everyDatabaseHasAnIdentityOfItsOwn() throws {
    let uuids = try (0..<2).map { _ in
      let scratch = try Scratch()
      _ = try scratch.writer()
      return try TrackReader(path: scratch.path).info().uuid
    }
    #expect(uuids[0] != uuids[1])
    for uuid in uuids {
      #expect(uuid.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
      #expect(Array(uuid)[14] == "4")
      #expect("89ab".contains(Array(uuid)[19]))
    }
  }

  @Test func anOlderDatabaseIsBroughtUpToDateWithItsRows() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    writer.apply(.trip(trip(1, 0, 60)))
    try writer.commit()
    let database = try Database(path: scratch.path, mode: .readWrite)
    let next =
      Schema.migrations + ["ALTER TABLE trip ADD COLUMN note TEXT", "CREATE TABLE more (id INTEGER PRIMARY KEY)"]
    #expect(try Schema.isOutdated(database, migrations: next))
    try Schema.migrate(database, migrations: next)
    #expect(try database.integer("PRAGMA user_version") == Int64(next.count))
    #expect(try database.integer("SELECT count(*) FROM trip WHERE note IS NULL") == 1)
    #expect(try database.integer("SELECT count(*) FROM more") == 0)
    #expect(try Schema.isOutdated(database, migrations: next) == false)
  }

  @Test func aMigrationThatFailsLeavesTheOlderDatabase() throws {
    let scratch = try Scratch()
    _ = try scratch.writer()
    let database = try Database(path: scratch.path, mode: .readWrite)
    let next = Schema.migrations + ["CREATE TABLE more (id INTEGER PRIMARY KEY)", "CREATE TABLE more (id INTEGER)"]
    #expect(throws: StoreError.self) { try Schema.migrate(database, migrations: next) }
    #expect(try database.integer("PRAGMA user_version") == 1)
    #expect(try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'more'") == 0)
    #expect(!database.isInTransaction)
  }

  @Test func viewsSpeakInDegreesMetresAndISOTimes() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    writer.devicePaths = ["", "/dev/ttyACM0"]
    writer.apply([
      .fix(fix(0.125, device: 1)), .trip(trip(1, 0, 60)), .visit(visit(1, 60, 300.5, isOver: false)),
      .event(TrackEvent(.gap, time: at(60), noticed: at(61), distance: 12.25)),
    ])
    try writer.commit()
    #expect(
      try scratch.dump("fixes") == [
        "2026-03-01T08:00:00.125Z|/dev/ttyACM0|51.5|-0.12|35.25|13.4|271.5|4.2|7.75|0.9|11|3"
      ])
    #expect(
      try scratch.dump("trips") == [
        "1|2026-03-01T08:00:00.000Z|2026-03-01T08:01:00.000Z|2026-03-01T08:01:00.000Z|51.5|-0.12|51.51|-0.1|1000.0|12.5|60.0|"
          + "60.0|21.5|42"
      ])
    #expect(
      try scratch.dump("visits") == [
        "1|2026-03-01T08:01:00.000Z|NULL|2026-03-01T08:05:00.500Z|51.5|-0.12|4.0|7|0|1|NULL"
      ])
    #expect(try scratch.dump("places") == ["1|NULL|51.5|-0.12|1"])
    #expect(
      try scratch.dump("events") == [
        "1|2026-03-01T08:01:00.000Z|2026-03-01T08:01:01.000Z|gap|NULL|NULL|NULL|NULL|12.25"
      ])
  }

  @Test(arguments: [0.0, 89.99, 179.99, 180, 180.01, 270, 359.99, 359.999])
  func coursesAreKeptInTwoBytes(course: Double) {
    let stored = Units.course(course)
    #expect((-18000...17999).contains(stored))
    let back = Units.courseDegrees(stored)
    #expect(abs(back - course) < 0.0051 || abs(back + 360 - course) < 0.0051)
    #expect((0..<360).contains(back))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func noNumberBreaksTheUnits(value: Double) {
    #expect(abs(Units.e7(value)) <= 1 << 53)
    #expect(abs(Units.hundredths(value)) <= 1 << 53)
  }

  @Test func noTimeBreaksTheIds() {
    for time in [Int64.min, -1, 0, 1, .max] {
      let id = Units.fixID(Instant(milliseconds: time), device: 15)
      #expect(id & 15 == 15)
      if time.magnitude < (1 as UInt64) << 58 {
        #expect(Units.fixTime(id).milliseconds == time)
      }
    }
  }
}
