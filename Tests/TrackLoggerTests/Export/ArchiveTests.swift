import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

@Suite final class ArchiveTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tracklogger-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  /// A trip of ten minutes with so many fixes; it is open without an end.
  private func trip(_ id: Trip.ID, _ start: String, minutes: Double = 10, fixes: Int = 2, isOpen: Bool = false)
    -> [TrackChange]
  {
    let at = Coordinate(latitude: 48, longitude: 11)
    let end = TrackLoggerTests.at(start) + .minutes(minutes)
    return [
      .trip(
        Trip(
          id: id, start: TrackLoggerTests.at(start), end: isOpen ? nil : end, last: end, from: at, to: at,
          distance: 1000,
          bridgedDistance: 0, movingTime: .minutes(minutes), maxSpeed: 9, fixes: fixes,
          bounds: BoundingBox(south: 48, north: 48, west: 11, east: 11)))
    ]
      + (0..<fixes).map {
        .fix(
          Fix(time: TrackLoggerTests.at(start) + .seconds(minutes * 60 * Double($0) / Double(fixes)), coordinate: at))
      }
  }

  private func stay(_ id: Visit.ID, _ arrival: String, minutes: Double) -> TrackChange {
    let last = at(arrival) + .minutes(minutes)
    return .visit(
      Visit(
        id: id, arrival: at(arrival), departure: nil, last: last, centre: Coordinate(latitude: 48, longitude: 11),
        accuracy: 3,
        fixes: 9, inferred: false))
  }

  private func archive(_ sample: Sample, _ options: String...) -> Outcome {
    sample.run(["archive", "--dir", folder.path] + options)
  }

  @Test func eachTripThatIsOverHasAFileNamedByItsStart() throws {
    let sample = try Sample(
      trip(1, "2026-05-01T08:00:00Z") + trip(2, "2026-05-01T09:00:30Z") + trip(3, "2026-05-01T10:00:00Z", isOpen: true))
    let outcome = archive(sample)
    #expect(outcome.code == .done)
    #expect(try files() == ["2026-05-01T080000Z.gpx", "2026-05-01T090030Z.gpx"])
    #expect(outcome.output.split(separator: "\n").count == 2)
    let gpx = try String(contentsOf: folder.appending(path: "2026-05-01T080000Z.gpx"), encoding: .utf8)
    #expect(gpx.components(separatedBy: "<trkpt ").count == 3)
    #expect(gpx.hasSuffix("</gpx>\n"))
  }

  @Test func aSecondCallWritesOnlyWhatIsNew() throws {
    let sample = try Sample(trip(1, "2026-05-01T08:00:00Z") + [stay(1, "2026-05-01T08:10:00Z", minutes: 30)])
    #expect(archive(sample).code == .done)
    let file = folder.appending(path: "2026-05-01T080000Z.gpx")
    try Data("touched".utf8).write(to: file)
    #expect(archive(sample, "--json").output == "{\"written\":[],\"already_there\":1}\n")
    #expect(try String(contentsOf: file, encoding: .utf8) == "touched")
    let writer = try TrackWriter(path: sample.path, source: "test")
    writer.apply(trip(2, "2026-05-01T09:00:00Z"))
    writer.apply(stay(2, "2026-05-01T09:10:00Z", minutes: 30))
    try writer.commit()
    #expect(archive(sample, "--json").output.contains("\"written\":[\"2026-05-01T090000Z.gpx\"],\"already_there\":1"))
  }

  @Test func anArrivalThatMayBeTakenBackWaits() throws {
    let sample = try Sample(trip(1, "2026-05-01T08:00:00Z") + [stay(1, "2026-05-01T08:10:00Z", minutes: 4)])
    _ = archive(sample)
    #expect(try files().isEmpty)
    let writer = try TrackWriter(path: sample.path, source: "test")
    writer.apply(stay(1, "2026-05-01T08:10:00Z", minutes: 6))
    try writer.commit()
    _ = archive(sample)
    #expect(try files() == ["2026-05-01T080000Z.gpx"])
  }

  @Test func aDayHasAFileOnceItIsOver() throws {
    let sample = try Sample(
      trip(1, "2026-05-01T21:30:00Z", minutes: 60) + trip(2, "2026-05-02T09:00:00Z")
        + [stay(1, "2026-05-02T09:10:00Z", minutes: 300)])
    _ = archive(sample, "--per", "day", "--tz", "UTC")
    #expect(try files().filter { !$0.contains("T") } == ["2026-05-01.gpx"])
    // In Berlin the first trip ran over midnight.
    _ = archive(sample, "--per", "day", "--tz", "Europe/Berlin", "--format", "csv")
    #expect(try files().filter { $0.hasSuffix("csv") && !$0.contains("T") } == ["2026-05-01.csv"])
    let open = try Sample(
      trip(1, "2026-05-01T21:30:00Z", minutes: 60) + trip(2, "2026-05-01T23:00:00Z", minutes: 600, isOpen: true))
    _ = open.run("archive", "--dir", folder.path, "--per", "day", "--tz", "UTC", "--format", "kml")
    #expect(try files().filter { $0.hasSuffix("kml") } == ["2026-05-01T213000Z.kml"])
  }

  @Test func tripsOfOneSecondHaveFilesOfTheirOwn() throws {
    let sample = try Sample(
      trip(4, "2026-05-01T08:00:00Z") + trip(7, "2026-05-01T08:00:00.500Z") + trip(8, "2026-05-01T10:00:00Z"))
    _ = archive(sample)
    #expect(try files().prefix(2) == ["2026-05-01T080000Z-7.gpx", "2026-05-01T080000Z.gpx"])
  }

  @Test func whatAKilledProcessLeftIsRemovedAndNothingElse() throws {
    let sample = try Sample(trip(1, "2026-05-01T08:00:00Z") + [stay(1, "2026-05-01T08:10:00Z", minutes: 30)])
    for name in ["2026-05-01T080000Z.gpx.123.part", "mine.gpx.part", "2026-notes.part"] {
      try Data("half".utf8).write(to: folder.appending(path: name))
    }
    _ = archive(sample)
    #expect(try files() == ["2026-05-01T080000Z.gpx", "2026-notes.part", "mine.gpx.part"])
  }

  @Test func onlyOneArchivesToADirectoryAtATime() throws {
    let sample = try Sample(trip(1, "2026-05-01T08:00:00Z"))
    let other = try ArchiveFolder(folder.path, of: nil)
    let outcome = archive(sample)
    #expect(outcome.code == .failed)
    #expect(outcome.errors.contains("another tracklogger archives to"))
    withExtendedLifetime(other) {}
  }

  @Test(arguments: [
    ([], ExitCode.usage, "archive needs --dir"),
    (["--dir", "/nowhere/at/all"], .io, "cannot open the directory /nowhere/at/all"),
    (["--dir", "/tmp", "--per", "week"], .usage, "--per takes day or trip"),
    (["--dir", "/tmp", "--format", "pdf"], .usage, "there is no format 'pdf'"),
  ])
  func whatCannotBeIsRefused(options: [String], code: ExitCode, sentence: String) throws {
    let outcome = try Sample([]).run(["archive"] + options)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }

  @Test func theFilesOfABoxLieInAFolderOfItsName() throws {
    let box = folder.appending(path: "box.db").path
    let home = folder.appending(path: "home.db").path
    try Drives.record(0..<2, in: box)
    let pipe = Pipe()
    var world = World.test()
    world.output = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    #expect(Program.run(["dump", "--db", box], in: world) == .done)
    try pipe.fileHandleForWriting.close()
    try pipe.fileHandleForReading.readDataToEndOfFile().write(to: folder.appending(path: "dump"))
    for name in ["one", "two"] {
      let own = home + name
      #expect(
        Outcome(of: ["load", folder.appending(path: "dump").path, "--name", name, "--db", own]).code == .done)
      let outcome = Outcome(of: ["archive", "--dir", folder.path, "--box", name, "--db", own])
      #expect(outcome.code == .done, "\(outcome.errors)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
      #expect(files.count == 2)
      #expect(files.allSatisfy { $0.hasSuffix("Z.gpx") })
    }
  }

  /// By a signal that may be caught: nothing is left, under whatever name.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP], [["backup"], ["export", "--format", "gpx", "--output"]])
  func endedByASignalItLeavesNothing(signal: Int32, command: [String]) throws {
    let database = folder.appending(path: "track.db").path
    try Drives.record(0..<100, in: database)
    let before = try files()
    var isEnded = false
    for _ in 0..<50 where !isEnded {
      let copy = folder.appending(path: "copy").path
      let child = try Child(Programs.tracklogger.path, command + [copy, "--db", database])
      while try !files().contains(where: { $0.hasPrefix("copy") }) { usleep(200) }
      child.send(signal)
      isEnded = child.exit() == -signal
      try? FileManager.default.removeItem(at: folder.appending(path: "copy"))
    }
    #expect(isEnded, "it was always faster")
    #expect(try files() == before)
  }

  @Test func killedAtAnyMomentItLeavesNoHalfFileUnderAFinalName() throws {
    var changes: [TrackChange] = []
    for k in 0..<6 { changes += trip(Int64(k + 1), "2026-05-01T0\(k):00:00Z", minutes: 50, fixes: 3000) }
    let sample = try Sample(changes + [stay(1, "2026-05-01T06:00:00Z", minutes: 60)])
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    var kills = 0
    for round in 0..<12 {
      for name in try files() where round % 2 == 0 {
        try FileManager.default.removeItem(at: folder.appending(path: name))
      }
      let output = folder.appending(path: "2026-whole.gpx").path
      let process = Process()
      process.executableURL = Programs.tracklogger
      process.arguments =
        round % 3 == 2
        ? ["export", "--format", "gpx", "--output", output, "--db", sample.path]
        : ["archive", "--dir", folder.path, "--db", sample.path]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      let fraction = Double((seed &+ UInt64(round) &* 0x9E37_79B9_7F4A_7C15) >> 40) / Double(1 << 24)
      usleep(UInt32(fraction * 250_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { kills += 1 }
      for name in try files() where !name.hasSuffix(".part") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        #expect(text.hasSuffix("</gpx>\n"), "\(name) after round \(round), seed \(seed)")
        #expect(text.components(separatedBy: "<trkpt ").count > 3000, "\(name) after round \(round), seed \(seed)")
      }
    }
    #expect(kills > 0, "none was killed: seed \(seed)")
    #expect(archive(sample).code == .done)
    #expect(try files().filter { $0.contains("T") && $0.hasSuffix(".gpx") }.count == 6)
    #expect(try !files().contains { $0.hasSuffix(".part") && $0.contains("T") })
  }
}
