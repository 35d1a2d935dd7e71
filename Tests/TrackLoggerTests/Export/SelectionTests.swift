import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

@Suite struct ExportSelectionTests {
  /// Two trips with two fixes each: north at 11° east, then east over the antimeridian; a visit at the start of each.
  private func sample() throws -> Sample {
    func trip(_ id: Int64, _ hour: Int, _ a: Coordinate, _ b: Coordinate) -> [TrackChange] {
      let start = at("2026-05-0\(id)T0\(hour):00:00Z")
      let bounds = BoundingBox(
        south: min(a.latitude, b.latitude), north: max(a.latitude, b.latitude), west: a.longitude, east: b.longitude)
      return [
        .visit(
          Visit(
            id: id, arrival: start - .minutes(30), departure: start, last: start, centre: a, accuracy: 3, fixes: 9,
            inferred: false)),
        .trip(
          Trip(
            id: id, start: start, end: start + .minutes(10), last: start + .minutes(10), from: a, to: b, distance: 1000,
            bridgedDistance: 0, movingTime: .minutes(10), maxSpeed: 9, fixes: 2, bounds: bounds)),
        .fix(Fix(time: start, coordinate: a)), .fix(Fix(time: start + .minutes(5), coordinate: b)),
      ]
    }
    return try Sample(
      trip(1, 8, Coordinate(latitude: 48, longitude: 11), Coordinate(latitude: 48.2, longitude: 11))
        + trip(2, 9, Coordinate(latitude: -17, longitude: 179.9), Coordinate(latitude: -17, longitude: -179.9)))
  }

  private func found(_ box: String) throws -> (visits: Int, trips: Int) {
    let outcome = try sample().run("export", "--format", "gpx", "--bbox", box)
    try #require(outcome.code == .done, "\(outcome.errors)")
    return (
      outcome.output.components(separatedBy: "<wpt ").count - 1,
      outcome.output.components(separatedBy: "<trk>").count - 1
    )
  }

  @Test func aBoxTakesWhatLiesInItOrPassesThrough() throws {
    #expect(try found("47,10,49,12") == (1, 1))
    #expect(try found("48.05,10,48.1,12") == (0, 1))
    #expect(try found("48.05,11.1,48.1,12") == (0, 0))
    #expect(try found("-18,179.95,-16,-179.95") == (0, 1))
    #expect(try found("-18,-180,-16,180") == (1, 1))
    #expect(try found("-90,-180,90,180") == (2, 2))
    #expect(try found("-18,-179,-16,179") == (0, 0))
  }

  @Test(arguments: [
    "", "1,2,3", "1,2,3,4,5", "49,10,47,12", "0,0,91,0", "0,-181,1,0", "a,b,c,d", "nan,0,1,1", "0;0;1;1",
  ])
  func aBoxThatIsNoneIsWrongUsage(box: String) throws {
    let outcome = try sample().run("export", "--format", "gpx", "--bbox", box)
    #expect(outcome.code == .usage)
    #expect(outcome.errors.contains("--bbox takes south,west,north,east in degrees"))
  }

  @Test func aCaptureHoldsTheFixesOfWhatIsAskedFor() throws {
    func times(_ selection: String...) throws -> [String] {
      let outcome = try sample().run(["export", "--format", "json"] + selection)
      try #require(outcome.code == .done, "\(outcome.errors)")
      return outcome.output.split(separator: "\n").compactMap { line in
        line.contains("\"TPV\"") ? line.firstMatch(of: /"time":"2026-05-(.{8})/).map { String($0.1) } : nil
      }
    }
    // The ends of visits and trips among the fixes: 08:00 is both.
    let trip = ["01T08:00", "01T08:05", "01T08:10"]
    #expect(try times("--trip", "1") == trip)
    let visit = try times("--visit", "1")
    #expect(visit.first == "01T07:30" && visit.last == "01T08:00")
    #expect(try times("--on", "2026-05-01") == visit + trip.dropFirst())
    #expect(try times().count == 2 * (visit.count + 2))
    #expect(try times("--bbox", "47,10,49,12").count == visit.count + 2)
  }

  @Test(arguments: [0.0, 5, 200, 599, 600, 601, 3600, 36_000])
  func aStayIsToldDenselyAtItsEdgesAndNowAndThenBetween(seconds: Double) throws {
    func marks(inferred: Bool) throws -> [Double] {
      let arrival = at("2026-05-01T08:00:00Z")
      let visit = Visit(
        id: 1, arrival: arrival, departure: arrival + .seconds(seconds), last: arrival + .seconds(seconds),
        centre: Coordinate(latitude: 48, longitude: 11), accuracy: 3, fixes: 9, inferred: inferred)
      var marks = CaptureMarks(trips: [], visits: [visit])
      var times: [Double] = []
      marks.take(before: Instant(milliseconds: .max), device: .unnamed) { times.append(($0.time - arrival).seconds) }
      return times
    }
    #expect(try marks(inferred: true) == (seconds > 0 ? [0, seconds] : [0]))
    let times = try marks(inferred: false)
    #expect(times.first == 0 && times.last == seconds)
    for (a, b) in zip(times, times.dropFirst()) {
      #expect(b > a && b - a <= (a < 300 || b > seconds - 300 ? 10 : 120), "\(a) to \(b)")
    }
  }

  @Test func spansThatTouchAreOne() {
    func range(_ a: Int64, _ b: Int64) -> TimeRange {
      TimeRange(since: Instant(milliseconds: a), until: Instant(milliseconds: b))
    }
    var rows = ExportRows()
    #expect(rows.spans.isEmpty)
    rows.range = .all
    #expect(rows.spans == [range(.min, .max)])
  }

  @Test func whatIsSimplifiedIsShorterAndEndsWhereItEnded() throws {
    let scene = ExportScene(name: "a line", parts: [(0..<50).map { (48 + Double($0) * 1e-4, 11) }])
    let sample = try scene.sample()
    for (metres, count) in [("0", 50), ("5", 2)] {
      let gpx = sample.run("export", "--format", "gpx", "--simplify", metres).output
      #expect(gpx.components(separatedBy: "<trkpt ").count - 1 == count || metres == "0", "\(metres)")
    }
    for format in ["kml", "csv", "json", "geojson"] {
      #expect(sample.run("export", "--format", format, "--simplify", "5").code == .done)
    }
    let kml = sample.run("export", "--format", "kml", "--simplify", "5").output
    #expect(kml.components(separatedBy: "<when>").count == 3)
    #expect(kml.components(separatedBy: "<gx:coord>").count == 3)
    #expect(sample.run("export", "--format", "gpx", "--simplify", "-1").code == .usage)
  }
}

@Suite struct CaptureRoundTripTests {
  /// A day of this program's own making, out and in again.
  @Test func anExportReplaysToTheSameTripsAndVisits() throws {
    let capture = packageRoot.appending(path: "demo/day.json.gz").path
    let folder = FileManager.default.temporaryDirectory.appending(path: "tracklogger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let day = folder.appending(path: "day.json").path
    let unzipped = try #require(Tool(path: "/bin/gzip").run(["-dc", capture]))
    try Data(unzipped.utf8).write(to: URL(filePath: day))
    func database(_ name: String, of capture: String) throws -> TrackReader {
      let path = folder.appending(path: name).path
      try #require(Outcome(of: ["replay", capture, "--db", path]).code == .done)
      return try TrackReader(path: path)
    }
    let first = try database("first.db", of: day)
    let export = folder.appending(path: "export.jsonl").path
    try #require(
      Outcome(of: ["export", "--format", "json", "--output", export, "--db", first.path], in: .test(["TZ": "UTC"])).code
        == .done)
    let second = try database("second.db", of: export)
    let (trips, again) = (try first.trips().map(\.trip), try second.trips().map(\.trip))
    try #require(trips.count == again.count && !trips.isEmpty)
    for (a, b) in zip(trips, again) {
      #expect(abs((a.start - b.start).seconds) <= 60)
      #expect(abs(((a.end ?? a.last) - (b.end ?? b.last)).seconds) <= 60)
      let (length, other) = (a.distance + a.bridgedDistance, b.distance + b.bridgedDistance)
      // The database keeps no fixes of the stay before: a start may be found some metres late.
      #expect(abs(length - other) <= max(0.02 * length, 50), "\(length) m, then \(other) m")
    }
    let (visits, visitsAgain) = (try first.visits().map(\.visit), try second.visits().map(\.visit))
    try #require(visits.count == visitsAgain.count)
    for (a, b) in zip(visits, visitsAgain) {
      #expect(abs((a.arrival - b.arrival).seconds) <= 60)
      #expect(abs((a.duration - b.duration).seconds) <= 60)
      #expect(Geodesy.distance(a.centre, b.centre) < 20)
    }
  }
}

@Suite struct PlaceCommandTests {
  private func sample() throws -> Sample {
    try Sample([
      .visit(
        Visit(
          id: 1, arrival: at("2026-05-01T08:00:00Z"), departure: at("2026-05-01T09:00:00Z"),
          last: at("2026-05-01T09:00:00Z"),
          centre: Coordinate(latitude: 48, longitude: 11), accuracy: 3, fixes: 9, inferred: false))
    ])
  }

  @Test func aNameIsShownFromThenOn() throws {
    let sample = try sample()
    #expect(sample.run("place", "name", "1", "Zuhause 🏠").code == .done)
    #expect(sample.run("visits").output.contains("Zuhause 🏠"))
    #expect(sample.run("check").code == .done)
    #expect(sample.run("place", "name", "1", "").code == .done)
    #expect(!sample.run("visits").output.contains("Zuhause"))
    #expect(sample.run("check").code == .done)
  }

  @Test func aChangedNameIsAChange() throws {
    let sample = try sample()
    let reader = try TrackReader(path: sample.path)
    let before = try reader.info().lastChange
    _ = sample.run("place", "name", "1", "Home")
    #expect(try reader.changes(after: before).map(\.subject) == [.place(1)])
    let after = try reader.info().lastChange
    _ = sample.run("place", "name", "1", "Home")
    #expect(try reader.changes(after: after).isEmpty)
  }

  @Test func aNameIsGivenWhileARecorderRuns() throws {
    let sample = try sample()
    let writer = try TrackWriter(path: sample.path, source: "test")
    #expect(sample.run("place", "name", "1", "Home").code == .done)
    withExtendedLifetime(writer) {}
  }

  @Test(arguments: [
    (["place", "name", "7", "x"], ExitCode.failed, "there is no place 7"),
    (["place", "name", "x", "x"], .usage, "place name takes a number"),
    (["place", "nme", "1", "x"], .usage, "place takes name"),
    (["place", "name", "1"], .usage, "place needs name ID NAME"),
    (["place", "name", "1", "a\u{1B}[2J"], .usage, "none that controls a terminal"),
    (["place", "name", "1", String(repeating: "x", count: 201)], .usage, "at most 200 characters"),
  ])
  func whatCannotBeIsRefused(line: [String], code: ExitCode, sentence: String) throws {
    let outcome = try sample().run(line)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }
}
