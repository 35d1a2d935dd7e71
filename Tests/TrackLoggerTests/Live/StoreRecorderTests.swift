import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

private func batch(_ second: Int64) -> Backlog {
  var backlog = Backlog()
  let time = Instant(milliseconds: 1_777_600_000_000 + second * 1000)
  backlog.append(
    [.fix(Fix(time: time, coordinate: Coordinate(latitude: 47, longitude: 9)))], checkpoint: [1, 2, 3],
    devicePaths: [""])
  return backlog
}

@Suite struct StoreRecorderTests {
  private let log = ServiceLog(stream: nil)
  private let folder: Service.Folder
  private let path: String

  init() throws {
    folder = try Service.Folder()
    path = folder.url.appending(path: "track.db").path
  }

  private func recorder() throws -> StoreRecorder { try StoreRecorder(path: path, settings: Settings(), log: log) }

  private func fixes(in path: String) throws -> Int64 { try TrackReader(path: path).counts().fixes }

  @Test func goesOnFromWhatWasCommitted() throws {
    let first = try recorder()
    #expect(try first.start().saved == nil)
    first.take(batch(0))
    try first.commit()
    first.close()
    let second = try recorder()
    #expect(try second.start().saved == [1, 2, 3])
    #expect(try fixes(in: path) == 1)
  }

  @Test func aBatchThatIsCommittedTwiceIsWrittenOnce() throws {
    let recorder = try recorder()
    recorder.take(batch(0))
    try recorder.commit()
    try recorder.commit()
    #expect(try fixes(in: path) == 1)
  }

  /// Pages after the first one hold the tables: a damage that only reading or writing them shows.
  @Test func aDamageThatShowsLaterCostsNoBatch() throws {
    let first = try recorder()
    first.take(batch(0))
    try first.commit()
    first.close()
    // Into the file with all that SQLite keeps beside it.
    try Programs.run(
      "/usr/bin/python3",
      ["-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA wal_checkpoint(TRUNCATE)')", path])
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    let size = try file.seekToEnd()
    try file.seek(toOffset: 1024)
    try file.write(contentsOf: [UInt8](repeating: 0xA5, count: Int(size) - 1024))
    let second = try recorder()
    _ = try second.start()
    second.take(batch(1))
    try second.commit()
    #expect(try fixes(in: path) == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.contains { $0.hasPrefix("track.db") && $0.contains("damaged") })
  }
}
