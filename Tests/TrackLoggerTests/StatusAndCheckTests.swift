import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

@Suite struct DatabaseFaultTests {
  @Test(arguments: ["trips", "visits", "places", "days", "events", "export", "show"])
  func aDatabaseThatIsNotThereIsToldWhatToDo(command: String) throws {
    let line = [command] + (command == "export" ? ["--format", "gpx"] : command == "show" ? ["trip", "1"] : [])
    let outcome = Outcome(of: line + ["--db", "/nowhere/track.db"])
    #expect(outcome.code == .io)
    #expect(outcome.errors.contains("there is no database at /nowhere/track.db yet"))
  }

  @Test func aFileThatIsNoDatabaseIsBadData() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "tracklogger-\(UUID().uuidString)")
    try Data(String(repeating: "no database at all\n", count: 200).utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(Outcome(of: ["trips", "--db", file.path]).code == .data)
  }

  @Test func aConfigurationThatIsNotThereIsToldByName() {
    let outcome = Outcome(of: ["trips", "--config", "/nowhere/t.conf", "--db", "/nowhere/track.db"])
    #expect(outcome.code == .io)
    #expect(outcome.errors == "tracklogger: cannot read /nowhere/t.conf: No such file or directory\n")
  }
}

@Suite struct StatusTests {
  private func status(_ sample: Sample) throws -> [String: Any] {
    // A port that nothing listens on.
    let config = sample.folder.appending(path: "t.conf")
    try Data("[gpsd]\nhost = 127.0.0.1\nport = 1\n".utf8).write(to: config)
    return try #require(try sample.json("status", "--config", config.path) as? [String: Any])
  }

  private func codes(_ status: [String: Any]) -> [String] {
    (status["troubles"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test func theKeysAreThoseOfTheContract() throws {
    let status = try status(twoDays())
    for key in ["gpsd", "fix", "motion", "trip", "visit", "place", "queue", "troubles"] {
      #expect(status[key] != nil, "\(key)")
    }
    #expect(status["motion"] as? String == "stationary")
    #expect(status["trip"] is NSNull)
    #expect((status["visit"] as? [String: Any])?["id"] as? Int == 3)
    #expect((status["queue"] as? [String: Int]) == ["waiting": 2, "failed": 0])
    #expect(codes(status) == ["gpsd-unreachable", "not-recording"])
  }

  @Test func aTripUnderWayIsMotion() throws {
    let status = try status(Sample([trip(1, "2026-05-01T08:00:00Z", "2026-05-01T08:10:00Z", isOpen: true)]))
    #expect(status["motion"] as? String == "moving")
    #expect(status["fix"] is NSNull)
  }

  @Test func withoutADatabaseTheTroubleSaysSo() throws {
    let outcome = Outcome(of: ["status", "--json", "--db", "/nowhere/track.db"])
    #expect(outcome.code == .done)
    let status = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(codes(status).contains("no-database"))
  }

  @Test func aRecorderIsFoundByItsLock() throws {
    let sample = try twoDays()
    let writer = try TrackWriter(path: sample.path, source: "gpsd")
    #expect(RecorderProcess(database: sample.path) == .running(pid: Int64(getpid())))
    // Forty hours of nothing while recording.
    let status = try status(sample)
    #expect(codes(status) == ["gpsd-unreachable", "no-fix-lately"])
    withExtendedLifetime(writer) {}
  }

  @Test func theTableOfLocksIsReadByInode() {
    let table = """
      1: POSIX  ADVISORY  WRITE 10 08:01:7 0 EOF
      2: FLOCK  ADVISORY  READ 11 08:01:7 0 EOF
      3: FLOCK  ADVISORY  WRITE 12 08:01:77 0 EOF
      4: -> FLOCK ADVISORY WRITE 13 08:01:7 0 EOF
      5: FLOCK  ADVISORY  WRITE 14 08:01:7 0 EOF
      """
    #expect(RecorderProcess(locks: table, inode: 7) == .running(pid: 14))
    #expect(RecorderProcess(locks: table, inode: 8) == .none)
    #expect(RecorderProcess(locks: "x\n\n: : : : : :", inode: 0) == .none)
  }
}

@Suite struct CheckTests {
  @Test func aSoundDatabaseIsCalledSound() throws {
    let outcome = try twoDays().run("check")
    #expect(outcome.code == .done)
    #expect(outcome.output.contains("is sound: 4 fixes, 2 trips, 3 visits, 2 places, 2 events"))
    #expect((try twoDays().json("check", "--quick") as? [String: Any])?["faults"] as? [String] == [])
  }

  @Test func aContradictionIsBadData() throws {
    let sample = try Sample([trip(1, "2026-05-01T08:00:00Z", "2026-05-01T07:00:00Z")])
    let outcome = sample.run("check")
    #expect(outcome.code == .data)
    #expect(outcome.output.contains("trips end before they start"))
    let json = sample.run("check", "--json")
    #expect(json.code == .data)
    #expect(json.output.contains("\"faults\":[\"1 trips end before they start\""))
  }
}
