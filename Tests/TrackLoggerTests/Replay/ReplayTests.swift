import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// The bundled day, its known trips and visits beside it.
struct BundledDay {
  struct Truth: Decodable {
    struct Trip: Decodable {
      var start: String
      var end: String
      var distance: Double
    }
    struct Visit: Decodable {
      var arrival: String?
      var departure: String?
      var lat: Double
      var lon: Double
    }
    var trips: [Trip]
    var visits: [Visit]
  }

  let lines: [Substring]
  let truth: Truth

  init() throws {
    let demo = packageRoot.appending(path: "demo")
    let zcat = Process()
    let pipe = Pipe()
    zcat.executableURL = URL(filePath: "/bin/zcat")
    zcat.arguments = [demo.appending(path: "day.json.gz").path]
    zcat.standardOutput = pipe
    try zcat.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    zcat.waitUntilExit()
    lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    truth = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: demo.appending(path: "day.truth.json")))
  }
}

/// A folder of its own for each test, gone with it.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "replay-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ lines: some Sequence<Substring>, to name: String) throws -> String {
    try (lines.joined(separator: "\n") + "\n").write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }
}

private func seconds(_ text: String) throws -> Double {
  try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")))
    .timeIntervalSince1970
}

/// Everything in a database that input decides, as text.
private func contents(of database: String) throws -> [String: String] {
  var tables: [String: String] = [:]
  for table in ["fix", "trip", "visit", "event", "place"] {
    let sqlite = Process()
    let pipe = Pipe()
    sqlite.executableURL = URL(filePath: "/usr/bin/sqlite3")
    sqlite.arguments = [database, "SELECT * FROM \(table) ORDER BY 1"]
    sqlite.standardOutput = pipe
    try sqlite.run()
    tables[table] = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    sqlite.waitUntilExit()
    #expect(sqlite.terminationStatus == 0)
  }
  return tables
}

@Suite struct ReplayTests {
  @Test func theBundledDayGivesItsTripsAndVisits() throws {
    let day = try BundledDay()
    let folder = try Folder()
    let capture = try folder.write(day.lines, to: "day.json")
    #expect(Outcome(of: ["replay", capture, "--db", folder.file("a.db")]).code == .done)
    let reader = try TrackReader(path: folder.file("a.db"))
    let trips = try reader.trips().map(\.trip)
    let visits = try reader.visits().map(\.visit)
    #expect(trips.count == day.truth.trips.count)
    #expect(visits.count == day.truth.visits.count)
    for (found, true_) in zip(trips, day.truth.trips) {
      #expect(abs(found.start.seconds - (try seconds(true_.start))) <= 15)
      #expect(abs((found.end?.seconds ?? 0) - (try seconds(true_.end))) <= 15)
      #expect(abs(found.distance + found.bridgedDistance - true_.distance) <= 0.015 * true_.distance)
    }
    for (found, true_) in zip(visits, day.truth.visits) {
      #expect(abs(found.centre.latitude - true_.lat) < 15 / 111_000.0)
      #expect(abs(found.centre.longitude - true_.lon) < 15 / 75_000.0)
    }
  }

  @Test func theLastLineOfATeeLogCountsOnlyWithItsEnd() throws {
    let folder = try Folder()
    let report = #"{"class":"TPV","mode":3,"time":"2026-05-01T08:00:00Z","lat":47.1,"lon":9.5}"#
    let log = "#tracklogger-tee 1\nC 1\nL 2 \(report)"
    for (end, fixes) in [("\n", 1), ("", 0)] {
      try (log + end).write(toFile: folder.file("log\(fixes)"), atomically: false, encoding: .utf8)
      let database = folder.file("\(fixes).db")
      #expect(Outcome(of: ["replay", folder.file("log\(fixes)"), "--db", database]).code == .done)
      #expect(try TrackReader(path: database).counts().fixes == fixes)
    }
  }

  @Test func replayingTwiceAddsNothing() throws {
    let day = try BundledDay()
    let folder = try Folder()
    let capture = try folder.write(day.lines, to: "day.json")
    let first = Outcome(of: ["replay", capture, "--db", folder.file("a.db"), "--json"])
    let before = try contents(of: folder.file("a.db"))
    let second = Outcome(of: ["replay", capture, "--db", folder.file("a.db"), "--json"])
    #expect(second.code == .done)
    #expect(try contents(of: folder.file("a.db")) == before)
    // The summary is of the whole capture both times; only the time that it took differs.
    let cut = { (text: String) in text.prefix { $0 != "s" || !text.contains("seconds") } }
    #expect(cut(first.output) == cut(second.output))
  }

  @Test func aCaptureThatHasGrownAddsWhatIsNew() throws {
    let day = try BundledDay()
    let folder = try Folder()
    let whole = folder.file("whole.db")
    let capture = try folder.write(day.lines, to: "day.json")
    #expect(Outcome(of: ["replay", capture, "--db", whole]).code == .done)
    for part in [0.3, 0.55, 0.8, 1.0] {
      let some = try folder.write(day.lines.prefix(Int(Double(day.lines.count) * part)), to: "growing.json")
      #expect(Outcome(of: ["replay", some, "--db", folder.file("grown.db")]).code == .done)
    }
    let a = try TrackReader(path: whole)
    let b = try TrackReader(path: folder.file("grown.db"))
    #expect(try a.trips().count == b.trips().count)
    #expect(try a.visits().count == b.visits().count)
    for (x, y) in zip(try a.trips(), try b.trips()) {
      // The detector began again with what was recorded: a start is found within a second.
      #expect(abs(x.trip.start.milliseconds - y.trip.start.milliseconds) <= 1000)
      #expect(abs(x.trip.distance - y.trip.distance) < 20)
    }
  }

  /// Every tenth of a second or so of the replay, at random, it is killed; the last one may finish.
  @Test(arguments: [1, 2] as [UInt64])
  func killedAtRandomAndStartedAgainItEndsTheSame(seed: UInt64) throws {
    let day = try BundledDay()
    let folder = try Folder()
    let capture = try folder.write(day.lines, to: "day.json")
    #expect(Outcome(of: ["replay", capture, "--db", folder.file("whole.db")]).code == .done)
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    var kills = 0
    for _ in 0..<25 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let process = Process()
      process.executableURL = Programs.tracklogger
      // Paced, so that it commits often and a kill falls between commits.
      process.arguments = ["replay", capture, "--db", folder.file("killed.db"), "--speed", "100000"]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(20_000 + state >> 33 % 150_000))
      if process.isRunning {
        kill(process.processIdentifier, SIGKILL)
        kills += 1
      }
      process.waitUntilExit()
    }
    #expect(Outcome(of: ["replay", capture, "--db", folder.file("killed.db")]).code == .done)
    #expect(kills > 0, "seed \(seed)")
    #expect(try contents(of: folder.file("killed.db")) == contents(of: folder.file("whole.db")), "seed \(seed)")
    #expect(Outcome(of: ["check", "--db", folder.file("killed.db")]).code == .done)
  }

  @Test func theSameWayFromAnotherCaptureAddsNoTripTwice() throws {
    let day = try BundledDay()
    let folder = try Folder()
    let capture = try folder.write(day.lines, to: "day.json")
    let other = try folder.write(day.lines.dropFirst(3), to: "other.json")
    #expect(Outcome(of: ["replay", capture, "--db", folder.file("a.db")]).code == .done)
    let second = Outcome(of: ["replay", other, "--db", folder.file("a.db")])
    #expect(second.output.contains("were in the database already"))
    let reader = try TrackReader(path: folder.file("a.db"))
    #expect(try reader.trips().count == day.truth.trips.count)
    #expect(try reader.visits().count == day.truth.visits.count)
  }
}

@Suite struct BadCaptureTests {
  private func outcome(_ make: (Folder) throws -> String) throws -> Outcome {
    let folder = try Folder()
    return Outcome(of: ["replay", try make(folder), "--db", folder.file("a.db")])
  }

  @Test func aMissingFileIsSaid() throws {
    let outcome = try outcome { $0.file("none.json") }
    #expect(outcome.code == .io)
    #expect(outcome.errors.contains("No such file"))
  }

  @Test func aDirectoryIsSaid() throws {
    let outcome = try outcome { $0.path }
    #expect(outcome.code == .io)
    #expect(outcome.errors.contains("is a directory"))
  }

  @Test func anEmptyFileIsSaid() throws {
    let outcome = try outcome { try $0.write([], to: "empty.json") }
    #expect(outcome.code == .data || outcome.errors.contains("no line"))
  }

  @Test func aCompressedFileIsSaidWithARemedy() throws {
    let outcome = try outcome { folder in
      try Data([0x1f, 0x8b, 8, 0, 1, 2, 3]).write(to: URL(filePath: folder.file("a.gz")))
      return folder.file("a.gz")
    }
    #expect(outcome.code == .data)
    #expect(outcome.errors.contains("zcat"))
  }

  @Test func aBinaryFileIsSaid() throws {
    let outcome = try outcome { folder in
      try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7919) }).write(to: URL(filePath: folder.file("b")))
      return folder.file("b")
    }
    #expect(outcome.code == .data)
    #expect(outcome.errors.contains("no line is a gpsd report"))
  }

  @Test func aLineOfAHundredMegabytesCostsThatLineAlone() throws {
    let day = try BundledDay()
    let folder = try Folder()
    let capture = try folder.write(day.lines.prefix(500), to: "long.json")
    let file = try FileHandle(forWritingTo: URL(filePath: capture))
    try file.seekToEnd()
    let megabyte = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<100 { try file.write(contentsOf: megabyte) }
    try file.write(contentsOf: Data(("\n" + day.lines[500..<1000].joined(separator: "\n") + "\n").utf8))
    try file.close()
    let outcome = Outcome(of: ["replay", capture, "--db", folder.file("a.db"), "--json"])
    #expect(outcome.code == .done)
    #expect(outcome.output.contains(#""malformed":1"#))
    #expect(outcome.output.contains(#""reports":1000"#))
  }
}
