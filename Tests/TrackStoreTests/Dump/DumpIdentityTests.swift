import Foundation
import Testing
import TrackCore

@testable import TrackStore

/// A box whose database is not what it was is noticed.
@Suite struct DumpIdentityTests {
  private let home: Home

  init() throws { home = try Home() }

  private func conflict(_ body: () throws -> Void) -> BoxConflict? {
    do {
      try body()
      return nil
    } catch {
      return error as? BoxConflict
    }
  }

  private func recorded(_ seconds: Range<Int>, in scratch: Scratch) throws {
    let writer = try scratch.writer()
    for second in seconds {
      writer.apply([.fix(fix(Double(second * 10)))])
      writer.endBatch()
    }
    try writer.commit()
  }

  @Test func aReplacedDatabaseIsNoticed() throws {
    let (old, new) = (try Scratch(), try Scratch())
    try recorded(0..<30, in: old)
    try recorded(0..<60, in: new)
    let (box, _) = try home.pull(old)
    let before = try home.rows(box)
    #expect(throws: Home.Refused(reason: .replaced)) { try home.pull(new) }
    let head = try DumpReader(TrackReader(path: new.path), after: nil).head
    #expect(
      conflict { _ = try home.store.box(of: head, eras: [], name: nil, host: nil) } == .otherDatabase(name: "box"))
    #expect(try home.rows(box) == before)
    let (other, _) = try home.pull(new, name: "box 2")
    #expect(try home.rows(other) == new.dumped())
    #expect(try home.rows(box) == before)
  }

  /// Changes a box after a copy of it was made, pulls, puts the copy back, changes that.
  private func restored(losing lost: Range<Int>, thenGoingOn after: Range<Int>) throws -> Scratch {
    let box = try Scratch()
    try recorded(0..<25, in: box)
    try Backup.copy(TrackReader(path: box.path), to: box.file("old.db"))
    try recorded(lost, in: box)
    try home.pull(box)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: box.path + suffix) }
    try FileManager.default.moveItem(atPath: box.file("old.db"), toPath: box.path)
    if !after.isEmpty { try recorded(after, in: box) }
    return box
  }

  @Test(arguments: [25..<25, 25..<26, 125..<150, 125..<400, 10..<400])
  func aRestoredDatabaseIsNoticedHoweverFarItHasGoneOn(since: Range<Int>) throws {
    let box = try restored(losing: 25..<50, thenGoingOn: since)
    let known = try home.store.boxes()[0]
    let before = try home.rows(known)
    #expect(throws: Home.Refused(reason: .restored)) { try home.pull(box) }
    // A dump of everything tells it, unless it ends before what has arrived: then it brings nothing.
    let isShort = try DumpReader(TrackReader(path: box.path), after: nil).head.newest < known.cursor.number
    #expect(conflict { try home.pull(box, isWhole: true) } == (isShort ? nil : .restored(name: "box")))
    #expect(try home.rows(known) == before)
  }

  @Test func aRestoredDatabaseIsNoticedWhereWhatWasLostIsOlderThanTheNewestFix() throws {
    let box = try restored(losing: -50..<(-25), thenGoingOn: -25..<100)
    #expect(throws: Home.Refused(reason: .restored)) { try home.pull(box) }
  }

  @Test func aRestoredDatabaseStandsBesideWhatItWas() throws {
    let box = try restored(losing: 25..<50, thenGoingOn: 60..<200)
    let old = try home.store.boxes()[0]
    let before = try home.rows(old)
    let (new, _) = try home.pull(box, name: "again")
    #expect(try home.rows(new) == box.dumped())
    #expect(try home.rows(old) == before)
    // From now on it is that one.
    try recorded(200..<210, in: box)
    #expect(try home.pull(box, name: "again").loaded.fixes == 10)
    let dump = try DumpReader(TrackReader(path: box.path), after: nil)
    #expect(try home.store.box(of: dump.head, eras: dump.eras, name: nil, host: nil).name == "again")
  }

  @Test func whatIsRolledBackBeginsNoEra() throws {
    let box = try Scratch()
    let database = try Database(path: box.writer().path, mode: .readWrite)
    let log = try ChangeLog(database)
    func write(_ isKept: Bool) throws {
      try database.begin()
      try log.refresh()
      try log.record(log.next(), ChangeKind.fixes, first: 1)
      if isKept { try database.commit() } else { database.rollback() }
    }
    try write(false)
    #expect(try database.integer("SELECT count(*) FROM era") == 0)
    try write(true)
    try write(true)
    #expect(try database.integer("SELECT count(*) FROM era") == 1)
  }

  @Test func aBackupThatIsPutBackBeforeAnythingNewIsTheSameDatabase() throws {
    let box = try Scratch()
    try recorded(0..<50, in: box)
    try home.pull(box)
    try Backup.copy(TrackReader(path: box.path), to: box.file("copy.db"))
    let dump = try DumpReader(TrackReader(path: box.file("copy.db")), after: home.store.boxes()[0].cursor)
    #expect(dump.refusal == nil)
    #expect(try dump.next() == nil)
  }

  @Test func manyMayMakeTheDatabaseAtTheSameTime() throws {
    for round in 0..<150 {
      let path = home.scratch.file("new\(round).db")
      let failures = Failures()
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        do { _ = try BoxStore(path: path).boxes() } catch { failures.add("\(error)") }
      }
      #expect(failures.all == [])
      #expect(try TrackReader(path: path).check().isEmpty)
    }
  }

  @Test func aDatabaseDoesNotTakeItself() throws {
    let own = try home.scratch.writer()
    own.apply(.fix(fix(0)))
    try own.commit()
    let head = try DumpReader(TrackReader(path: home.scratch.path), after: nil).head
    #expect(conflict { _ = try home.store.box(of: head, eras: [], name: "me", host: nil) } == .itself)
    #expect(try home.store.boxes().isEmpty)
  }

  @Test func anotherNameIsFromThenOnItsName() throws {
    let box = try Scratch()
    try recorded(0..<5, in: box)
    try home.pull(box, name: "van")
    let rows = try home.rows(home.store.boxes()[0])
    let (renamed, _) = try home.pull(box, name: "car", isWhole: true)
    #expect(try home.store.boxes().map(\.name) == ["car"])
    #expect(try home.rows(renamed) == rows)
  }

  @Test(arguments: [
    ("van", "pi@kerb", "van"), (nil, "pi@kerb", "kerb"), (nil, "kerb", "kerb"), (nil, nil, "box"), (nil, "a@/x", "box"),
  ]) func aBoxIsCalledAsSaidOrLikeItsHostOrAsItCallsItself(name: String?, host: String?, expected: String) throws {
    let box = try Scratch()
    try recorded(0..<5, in: box)
    let dump = try DumpReader(TrackReader(path: box.path), after: nil)
    #expect(try home.store.box(of: dump.head, eras: dump.eras, name: name, host: host).name == expected)
  }

  @Test(arguments: [
    "", "\u{1B}]0;x\u{7}", "a\nb", "--db", "..", "a/b", "\u{202E}nav", String(repeating: "x", count: 65),
  ])
  func whatABoxCallsItselfIsNotTakenOnTrust(name: String) throws {
    let head = DumpHead(uuid: "670ebf8d-a873-4d84-8477-4bdd8ddb39a0", box: name, newest: 0)
    #expect(try home.store.box(of: head, eras: [], name: nil, host: nil).name == "box")
  }

  @Test func aBoxIsNotCalledLikeTheMachineHere() throws {
    try home.store.database.execute("UPDATE meta SET value = 'pi' WHERE key = 'box'")
    let head = DumpHead(uuid: "670ebf8d-a873-4d84-8477-4bdd8ddb39a0", box: "pi", newest: 0)
    #expect(conflict { _ = try home.store.box(of: head, eras: [], name: nil, host: nil) } == .ownName("pi"))
    #expect(try home.store.boxes().isEmpty)
  }

  @Test func twoCopiesOfOneDatabaseAreTwoBoxesByTheirHosts() throws {
    let (one, other) = (try Scratch(), try Scratch())
    try recorded(0..<5, in: one)
    try Backup.copy(TrackReader(path: one.path), to: other.path)
    try recorded(5..<9, in: one)
    try recorded(5..<20, in: other)
    for (scratch, name) in [(one, "one"), (other, "other")] {
      let dump = try DumpReader(TrackReader(path: scratch.path), after: nil)
      let box = try home.store.box(of: dump.head, eras: dump.eras, name: name, host: "host of \(name)")
      while let batch = try dump.next() { _ = try home.store.load(batch, of: dump.eras, into: box) }
      #expect(try home.rows(box) == scratch.dumped())
    }
    for (scratch, name) in [(one, "one"), (other, "other")] {
      let dump = try DumpReader(TrackReader(path: scratch.path), after: nil)
      #expect(try home.store.box(of: dump.head, eras: dump.eras, name: nil, host: "host of \(name)").name == name)
    }
  }

  @Test func aBatchThatDoesNotFollowWhatHasArrivedIsRefused() throws {
    let box = try Scratch()
    try recorded(0..<5, in: box)
    let (known, _) = try home.pull(box)
    let number = try home.store.boxes()[0].cursor.number
    let later = DumpBatch(after: number + 1, through: number + 2)
    #expect(conflict { _ = try home.store.load(later, of: [], into: known) } == .gap(arrived: number))
    #expect(try home.store.boxes()[0].cursor.number == number)
  }

  @Test func aBatchIsTakenWholeOrNotAtAll() throws {
    let box = try Scratch()
    try recorded(0..<500, in: box)
    let head = try DumpReader(TrackReader(path: box.path), after: nil).head
    let known = try home.store.box(of: head, eras: [], name: nil, host: nil)
    let pages = try home.store.database.integer("PRAGMA page_count") ?? 0
    // The disk is full.
    try home.store.database.execute("PRAGMA max_page_count = \(pages + 4)")
    #expect(kindThrown { try home.pull(box) } == .diskFull)
    #expect(try home.rows(known).isEmpty)
    #expect(try home.store.boxes()[0].cursor == DumpCursor(uuid: head.uuid, number: 0))
    try home.store.database.execute("PRAGMA max_page_count = 1000000")
    try home.pull(box)
    #expect(try home.rows(known) == box.dumped())
  }
}

/// What went wrong in several threads.
///
/// `@unchecked Sendable`: its lock guards it.
private final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  func add(_ text: String) { lock.withLock { texts.append(text) } }
  var all: [String] { lock.withLock { texts } }
}
