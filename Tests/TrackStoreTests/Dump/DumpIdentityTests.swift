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
    #expect(conflict { _ = try home.store.box(of: head, name: nil, host: nil) } == .otherDatabase(name: "box"))
    #expect(try home.rows(box) == before)
    let (other, _) = try home.pull(new, name: "box 2")
    #expect(try home.rows(other) == new.dumped())
    #expect(try home.rows(box) == before)
  }

  @Test(arguments: [25..<25, 25..<26, 25..<300]) func aRestoredDatabaseIsNoticedHoweverFarItHasGoneOn(since: Range<Int>)
    throws
  {
    let box = try Scratch()
    try recorded(0..<25, in: box)
    try Backup.copy(TrackReader(path: box.path), to: box.file("old.db"))
    try recorded(25..<50, in: box)
    let (known, _) = try home.pull(box)
    let before = try home.rows(known)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: box.path + suffix) }
    try FileManager.default.moveItem(atPath: box.file("old.db"), toPath: box.path)
    // Later fixes than those which are lost.
    if !since.isEmpty { try recorded(since.lowerBound + 100..<since.upperBound + 100, in: box) }
    #expect(throws: Home.Refused(reason: .restored)) { try home.pull(box) }
    #expect(try home.rows(known) == before)
  }

  @Test func aDatabaseThatIsPrunedIsNotTakenForARestoredOne() throws {
    let box = try Scratch()
    try recorded(0..<50, in: box)
    try home.pull(box)
    try recorded(60..<70, in: box)
    try Database(path: box.path, mode: .readWrite).execute(
      "DELETE FROM fix WHERE id < \(Units.firstFixID(at(600)))")
    #expect(try home.pull(box).loaded.fixes == 10)
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
    #expect(conflict { _ = try home.store.box(of: head, name: "me", host: nil) } == .itself)
    #expect(try home.store.boxes().isEmpty)
  }

  @Test func aBoxHasOneName() throws {
    let box = try Scratch()
    try recorded(0..<5, in: box)
    try home.pull(box, name: "van")
    let head = try DumpReader(TrackReader(path: box.path), after: nil).head
    #expect(conflict { _ = try home.store.box(of: head, name: "car", host: nil) } == .otherName(known: "van"))
    #expect(try home.store.box(of: head, name: nil, host: "elsewhere").name == "van")
  }

  @Test func aBatchThatDoesNotFollowWhatHasArrivedIsRefused() throws {
    let box = try Scratch()
    try recorded(0..<5, in: box)
    let (known, _) = try home.pull(box)
    let number = try home.store.boxes()[0].cursor.number
    let later = DumpBatch(after: number + 1, through: number + 2)
    #expect(conflict { _ = try home.store.load(later, into: known) } == .gap(arrived: number))
    #expect(try home.store.boxes()[0].cursor.number == number)
  }

  @Test func aBatchIsTakenWholeOrNotAtAll() throws {
    let box = try Scratch()
    try recorded(0..<500, in: box)
    let head = try DumpReader(TrackReader(path: box.path), after: nil).head
    let known = try home.store.box(of: head, name: nil, host: nil)
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
