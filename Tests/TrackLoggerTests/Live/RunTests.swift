import Foundation
import Testing
import TrackStore

@testable import TrackLogger

private let version = #"{"class":"VERSION","release":"3.22"}"#

/// The service as a process, with a server that does what the test says.
@Suite struct RunTests {
  @Test func isReadyAndFeedsTheWatchdogWithoutAGpsdAndStopsAtOnce() throws {
    let gpsd = try #require(FakeGPSD())
    gpsd.stopListening()
    let service = try Service(port: gpsd.port)
    #expect(service.tells("READY=1"))
    #expect(service.tells("WATCHDOG=1"))
    #expect(service.tells("STATUS=waiting for gpsd at 127.0.0.1:\(gpsd.port)"))
    #expect(service.tells("WATCHDOG=1"))
    #expect(service.stop() == 0)
    #expect(service.tells("STOPPING=1"))
    #expect(try service.inputs().suffix(1) == ["S"])
    #expect(service.words.contains(": can't connect to host/port pair, retrying in 1 s"))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalEndsItCleanlyWhileGpsdTalks(_ signal: Int32) throws {
    let gpsd = try #require(FakeGPSD())
    let service = try Service(port: gpsd.port)
    #expect(gpsd.accept())
    #expect(gpsd.send(version + "\r\n"))
    #expect(service.tells("STATUS=recording from gpsd"))
    service.signal(signal)
    #expect(service.exit() == 0)
    #expect(try service.inputs().filter { !$0.hasPrefix("E") && $0 != "T" } == ["#tracklogger-tee", "C", version, "S"])
  }

  @Test func aConnectionThatHangsHindersNothing() throws {
    // Nobody accepts, and the queue is full: what connects now waits for minutes.
    let gpsd = try #require(FakeGPSD())
    let crowd = (0..<8).map { _ in gpsd.knock() }
    defer { for client in crowd { close(client) } }
    let service = try Service(port: gpsd.port)
    #expect(service.tells("READY=1"))
    for _ in 0..<3 { #expect(service.tells("WATCHDOG=1")) }
    #expect(service.words.contains("cannot reach") == false, "it still tries")
    #expect(service.stop() == 0)
  }

  @Test func reconnectsWhenGpsdComesBack() throws {
    let gpsd = try #require(FakeGPSD())
    let service = try Service(port: gpsd.port)
    for _ in 0..<2 {
      #expect(gpsd.accept())
      #expect(gpsd.line()?.hasPrefix("?WATCH=") == true)
      #expect(gpsd.send(version + "\r\n"))
      #expect(service.tells("STATUS=recording from gpsd"))
      gpsd.hangUp()
      #expect(service.tells("STATUS=waiting for gpsd"))
    }
    #expect(service.stop() == 0)
    #expect(try service.inputs().filter { $0 == "C" || $0 == "X" } == ["C", "X", "C", "X"])
  }

  @Test func aBadConfigurationOnReloadChangesNothing() throws {
    let gpsd = try #require(FakeGPSD())
    let service = try Service(port: gpsd.port)
    #expect(gpsd.accept())
    #expect(gpsd.send(version + "\r\n"))
    #expect(service.tells("STATUS=recording from gpsd"))
    try service.configure("[gpsd]\nprot = 1\n")
    service.signal(SIGHUP)
    #expect(service.tells("RELOADING=1\nMONOTONIC_USEC="))
    #expect(service.tells("READY=1"))
    #expect(service.words.contains("going on with the settings from before"))
    #expect(gpsd.send("after\r\n" + version + "\r\n"))
    // One for the connection, one for each greeting: it has read that far.
    for _ in 0..<3 { #expect(gpsd.line()?.hasPrefix("?WATCH=") == true) }
    #expect(service.stop() == 0)
    #expect(try service.inputs().contains("after"))
    #expect(try service.inputs().filter { $0 == "X" || $0 == "S" } == ["S"], "one connection, one run")
  }

  @Test func aReloadMayNameAnotherGpsdAndOtherSettings() throws {
    let first = try #require(FakeGPSD())
    let second = try #require(FakeGPSD())
    let service = try Service(port: first.port)
    #expect(first.accept())
    #expect(first.send(version + "\r\n"))
    #expect(service.tells("STATUS=recording from gpsd at 127.0.0.1:\(first.port)"))
    try service.configure("[gpsd]\nhost = 127.0.0.1\nport = \(second.port)\n[visit]\nmin_duration = 300\n")
    service.signal(SIGHUP)
    #expect(second.accept())
    #expect(second.send(version + "\r\n"))
    #expect(service.tells("STATUS=recording from gpsd at 127.0.0.1:\(second.port)"))
    #expect(service.stop() == 0)
    let steps = try service.inputs().filter { ["#tracklogger-tee", "C", "X", "S"].contains($0) }
    #expect(steps == ["#tracklogger-tee", "C", "X", "S", "#tracklogger-tee", "C", "S"])
  }

  @Test func aRotatedTeeLogIsGoneOnWithInANewFile() throws {
    let gpsd = try #require(FakeGPSD())
    let service = try Service(port: gpsd.port)
    #expect(gpsd.accept())
    #expect(gpsd.send(version + "\r\n"))
    #expect(service.tells("STATUS=recording from gpsd"))
    let rotated = service.tee + ".1"
    try FileManager.default.moveItem(atPath: service.tee, toPath: rotated)
    service.signal(SIGHUP)
    #expect(service.tells("RELOADING=1"))
    #expect(service.tells("READY=1"))
    #expect(service.stop() == 0)
    #expect(try service.inputs().first == "#tracklogger-tee")
    #expect(try service.inputs().last == "S")
    #expect(try String(contentsOfFile: rotated, encoding: .utf8).contains(version))
  }

  @Test func twoCannotRecordIntoOneDatabase() throws {
    let gpsd = try #require(FakeGPSD())
    let first = try Service(port: gpsd.port)
    #expect(first.tells("READY=1"))
    let second = try Service(port: gpsd.port, in: first)
    #expect(second.exit() == 1)
    #expect(second.words.contains("is recording into"))
    #expect(first.stop() == 0)
  }

  @Test func whatAKillInterruptedIsGoneOnWith() throws {
    let gpsd = try #require(FakeGPSD())
    let first = try Service(port: gpsd.port)
    #expect(gpsd.accept())
    #expect(gpsd.send(version + "\r\n"))
    #expect(first.tells("STATUS=recording from gpsd"))
    first.signal(SIGKILL)
    #expect(first.exit() == -SIGKILL)
    gpsd.hangUp()
    let second = try Service(port: gpsd.port, in: first)
    #expect(gpsd.accept())
    #expect(gpsd.send(version + "\r\n"))
    #expect(second.tells("STATUS=recording from gpsd"))
    #expect(second.stop() == 0)
    #expect(second.words.contains("begin anew") == false)
  }

  @Test func aFileThatIsNoDatabaseIsRefusedAndLeftAlone() throws {
    let gpsd = try #require(FakeGPSD())
    let former = try Service(port: gpsd.port)
    #expect(former.tells("READY=1"))
    #expect(former.stop() == 0)
    let notes = String(repeating: "These are my notes, not a database.\n", count: 400)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: former.database + suffix) }
    try notes.write(toFile: former.database, atomically: true, encoding: .utf8)
    let service = try Service(port: gpsd.port, in: former)
    #expect([1, 65].contains(service.exit()))
    #expect(service.words.contains("is not a database"))
    #expect(try String(contentsOfFile: service.database, encoding: .utf8) == notes)
  }

  @Test func aDamagedDatabaseIsMovedAsideAndRecordingGoesOn() throws {
    let gpsd = try #require(FakeGPSD())
    let former = try Service(port: gpsd.port)
    #expect(former.tells("READY=1"))
    #expect(former.stop() == 0)
    // The header stays, what follows it on the first page is gone.
    let file = try #require(FileHandle(forUpdatingAtPath: former.database))
    try file.seek(toOffset: 100)
    try file.write(contentsOf: [UInt8](repeating: 0xA5, count: 900))
    let damaged = try Data(contentsOf: URL(filePath: former.database))
    let service = try Service(port: gpsd.port, in: former)
    #expect(service.tells("READY=1"))
    #expect(service.stop() == 0)
    #expect(service.words.contains("recording goes on in a new database"))
    let kept = try FileManager.default.contentsOfDirectory(at: service.folder.url, includingPropertiesForKeys: nil)
      .filter { (try? Data(contentsOf: $0)) == damaged }
    #expect(kept.count == 1, "whole, under another name")
    #expect(try TrackReader(path: service.database).counts().fixes == 0)
  }
}
