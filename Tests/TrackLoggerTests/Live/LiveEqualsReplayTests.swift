import Foundation
import Testing

@testable import TrackStore

/// A receiver's raw log that a real gpsd reads as if it came from a receiver.
final class RealGPSD {
  let port: UInt16
  private let process = Process()

  /// Real captures lie beside the checkout, not in it: they are not ours.
  static let captures = URL(
    filePath: ProcessInfo.processInfo.environment["TRACKLOGGER_SHARED"] ?? "../shared"
  ).appending(path: "captures")

  static let isThere =
    ["/usr/sbin/gpsd", "/usr/bin/gpsfake", captures.path].allSatisfy { FileManager.default.fileExists(atPath: $0) }

  /// Feeds the first `bytes` of a raw log, a sentence every half millisecond.
  init(_ capture: String, bytes: Int, in folder: URL) throws {
    let raw = folder.appending(path: "raw")
    try Data().write(to: raw)
    try Programs.run(
      "/bin/gunzip", ["-c", Self.captures.appending(path: capture).path], output: FileHandle(forWritingTo: raw))
    let file = try FileHandle(forUpdating: raw)
    try file.truncate(atOffset: min(UInt64(bytes), file.seekToEnd()))
    // Free a moment ago; gpsd takes no port of the system's choice.
    guard let probe = FakeGPSD() else { throw POSIXError(.EADDRINUSE) }
    port = probe.port
    // A test runs with every signal blocked and children inherit that: a gpsd that cannot be ended would keep gpsfake for ever.
    let unblock =
      "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments =
      ["-c", unblock, "/usr/bin/timeout", "-k", "5", "90", "/usr/bin/gpsfake"]
      + ["-1", "-q", "-n", "-c", "0.0005", "-W", "3", "-P", String(port), raw.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { process.waitUntilExit() }
}

@Suite(.enabled(if: RealGPSD.isThere, "needs gpsd, gpsfake and the captures")) struct LiveEqualsReplayTests {
  /// Every row of a table, as text.
  private func rows(_ table: String, of path: String) throws -> [String] {
    let database = try Database(path: path, mode: .readOnly)
    let columns = try database.prepare("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid")
    var names: [String] = []
    while try columns.step() { names.append(columns.optionalText(0) ?? "") }
    try #require(!names.isEmpty)
    let all = names.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
    let statement = try database.prepare("SELECT \(all) FROM \(table) ORDER BY 1")
    var rows: [String] = []
    while try statement.step() { rows.append(statement.optionalText(0) ?? "") }
    return rows
  }

  /// With how many recorded fixes at least, else equality says little; a moored boat records next to none.
  @Test(arguments: [
    ("dotmorten-reno-2005.nmea.gz", 400_000, 100), ("genivi-z205-switzerland.nmea.gz", 400_000, 100),
    ("signalk-gps-moored.nmea.gz", 150_000, 1),
  ])
  func aReplayOfWhatARunSawGivesTheSameRows(_ capture: String, bytes: Int, fixes: Int) throws {
    let folder = try Service.Folder()
    let gpsd = try RealGPSD(capture, bytes: bytes, in: folder.url)
    let service = try Service(port: gpsd.port, settings: "[filter]\nearliest_date = 1980-01-06\n")
    #expect(service.tells("STATUS=recording from gpsd"))
    // gpsfake ends with the log, and gpsd with gpsfake.
    #expect(service.tells("STATUS=waiting for gpsd", within: 90))
    #expect(service.stop() == 0)

    let replayed = folder.url.appending(path: "replayed.db").path
    try Programs.run(
      Programs.tracklogger.path,
      ["replay", "--config", service.configuration.path, "--db", replayed, service.tee])
    #expect(try rows("fix", of: service.database).count >= fixes)
    for table in ["fix", "trip", "visit", "event", "place", "device", "change"] {
      #expect(try rows(table, of: service.database) == rows(table, of: replayed), "table \(table)")
    }
  }
}
