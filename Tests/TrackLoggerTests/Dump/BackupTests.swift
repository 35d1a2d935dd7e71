import Foundation
import Testing
import TrackCore

@testable import TrackLogger
@testable import TrackStore

@Suite struct BackupTests {
  private let folder: Service.Folder
  private var database: String { file("track.db") }

  init() throws {
    folder = try Service.Folder()
    try Drives.record(0..<3, in: database)
  }

  private func file(_ name: String) -> String { folder.url.appending(path: name).path }
  private func backup(_ path: String) -> Outcome { Outcome(of: ["backup", path, "--db", database]) }
  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test func aCopyHasEveryRowAndNothingBesideIt() throws {
    let before = try files()
    #expect(backup(file("copy.db")).code == .done)
    #expect(try files() == (before + ["copy.db"]).sorted())
    #expect(try Drives.rows(file("copy.db")) == Drives.rows(database))
    #expect(Outcome(of: ["check", "--db", file("copy.db")]).code == .done)
  }

  @Test func aCopyIsOfOneMomentWhileTheRecorderWrites() throws {
    try Drives.record(3..<90, in: database)
    let writer = try TrackWriter(path: database, source: "test", durability: .eventually)
    var steps = 0
    let rows = try Drives.rows(database)
    try Backup.copy(TrackReader(path: database), to: file("copy.db")) { _ in
      steps += 1
      // The recorder commits between any two steps; the copy does not begin anew. One that did would never end.
      if steps > 100 { return }
      writer.apply(.event(TrackEvent(.moving, time: Instant(milliseconds: 1), noticed: Instant(milliseconds: 1))))
      do { try writer.commit() } catch { Issue.record(error) }
    }
    #expect(steps > 2 && steps < 50)
    #expect(try Drives.rows(file("copy.db")) == rows)
    #expect(try Drives.rows(database).count == rows.count + steps)
  }

  @Test func aStreamIsTheSameCopy() throws {
    #expect(backup(file("copy.db")).code == .done)
    let path = file("stream.db")
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    var world = World.test(["TMPDIR": folder.url.path])
    world.output = Output(descriptor: descriptor)
    let before = try files()
    #expect(Program.run(["backup", "-", "--db", database], in: world) == .done)
    #expect(try files() == before)
    #expect(FileManager.default.contents(atPath: path) == FileManager.default.contents(atPath: file("copy.db")))
  }

  @Test func whatLiesBesideAnOldCopyIsNotTakenForTheNewOnes() throws {
    #expect(backup(file("copy.db")).code == .done)
    // Somebody writes into the copy, and what they wrote is in its WAL yet.
    let copy = try Database(path: file("copy.db"), mode: .readWrite)
    try copy.execute("PRAGMA wal_autocheckpoint = 0; DELETE FROM trip")
    try Drives.record(3..<4, in: database)
    #expect(backup(file("copy.db")).code == .done)
    #expect(try Drives.rows(file("copy.db")) == Drives.rows(database))
  }

  @Test func neitherItselfNorWhatSomeoneRecordsIntoIsOverwritten() throws {
    let rows = try Drives.rows(database)
    #expect(backup(database).errors.contains("it is the database itself"))
    try FileManager.default.createSymbolicLink(atPath: file("link.db"), withDestinationPath: database)
    #expect(backup(file("link.db")).code != .done)
    #expect(try Drives.rows(database) == rows)
    let recorder = try TrackWriter(path: file("other.db"), source: "test")
    #expect(backup(file("other.db")).code == .failed)
    withExtendedLifetime(recorder) {}
    #expect(try files().allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test func whatIsNoFileIsNotReplacedByOne() throws {
    mkfifo(file("pipe"), 0o600)
    let before = try files()
    #expect(backup(file("pipe")).code == .usage)
    #expect(backup(folder.url.path).code == .usage)
    #expect(try files() == before)
    var status = stat()
    #expect(lstat(file("pipe"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func whereThereIsNoRoomTheOldCopyStays() throws {
    #expect(backup("/dev/full/copy.db").code == .io)
    let outcome = Outcome(of: ["backup", "-", "--db", database], in: .test(["TMPDIR": "/proc/none"]))
    #expect(outcome.code == .io)
    #expect(outcome.errors.contains("cannot make a file in /proc/none"))
  }
}
