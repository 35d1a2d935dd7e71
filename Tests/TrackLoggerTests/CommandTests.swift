import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// A database of its own in a folder of its own, gone with the last reference.
final class Sample {
  let folder: URL
  var path: String { folder.appending(path: "track.db").path }

  init(_ changes: [TrackChange]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tracklogger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let writer = try TrackWriter(path: path, source: "test", durability: .eventually, box: "box")
    writer.devicePaths = ["", "/dev/ttyACM1"]
    writer.apply(changes)
    try writer.commit()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Without a configuration or zone of the machine's; in UTC, on 2026-05-02 at 10:00.
  func run(_ line: String..., zone: String = "UTC") -> Outcome { run(line, zone: zone) }

  func run(_ line: [String], zone: String = "UTC") -> Outcome {
    Outcome(of: line + ["--db", path], in: .test(["TZ": zone], now: at("2026-05-02T10:00:00Z").milliseconds))
  }

  func json(_ line: String..., zone: String = "UTC") throws -> Any {
    let outcome = run(line + ["--json"], zone: zone)
    try #require(outcome.code == .done, "\(outcome.errors)")
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
  }

  func rows(_ line: String..., zone: String = "UTC") throws -> [[String: Any]] {
    let outcome = run(line + ["--json"], zone: zone)
    try #require(outcome.code == .done, "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
  }

  func ids(_ line: String..., zone: String = "UTC") throws -> [Int] {
    let outcome = run(line + ["--json"], zone: zone)
    try #require(outcome.code == .done, "\(outcome.errors)")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    return try #require(rows).compactMap { $0["id"] as? Int }
  }
}

func at(_ text: String) -> Instant {
  When(zone: .utc, now: Instant(milliseconds: 0)).instant(text) ?? Instant(milliseconds: 0)
}

private func trip(
  _ id: Trip.ID, _ start: String, _ end: String, distance: Double = 10_000, bridged: Double = 0, isOpen: Bool = false
) -> TrackChange {
  .trip(
    Trip(
      id: id, start: at(start), end: isOpen ? nil : at(end), last: at(end),
      from: Coordinate(latitude: 48, longitude: 11),
      to: Coordinate(latitude: 48.1, longitude: 11.25), distance: distance, bridgedDistance: bridged,
      movingTime: Interval(milliseconds: (at(end) - at(start)).milliseconds * 9 / 10), maxSpeed: 21.456, fixes: 120,
      bounds: BoundingBox(south: 48, north: 48.1, west: 11, east: 11.25)))
}

private func visit(
  _ id: Visit.ID, _ arrival: String, _ last: String, _ latitude: Double = 48, isOpen: Bool = false,
  inferred: Bool = false
) -> TrackChange {
  .visit(
    Visit(
      id: id, arrival: at(arrival), departure: isOpen ? nil : at(last), last: at(last),
      centre: Coordinate(latitude: latitude, longitude: 11), accuracy: 3.25, fixes: 40, inferred: inferred))
}

private func fix(_ time: String, _ latitude: Double = 48, _ longitude: Double = 11) -> TrackChange {
  .fix(
    Fix(
      time: at(time), coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: 500, speed: 10,
      course: 90, eph: 4, hdop: 0.9, satellitesUsed: 8))
}

/// Home, to work over midnight UTC, there, back, still at home.
private func twoDays() throws -> Sample {
  try Sample([
    visit(1, "2026-04-30T06:00:00Z", "2026-04-30T23:30:00Z"),
    trip(1, "2026-04-30T23:30:00Z", "2026-05-01T00:30:00Z", distance: 30_000.04, bridged: 1000),
    fix("2026-04-30T23:30:00Z"), fix("2026-04-30T23:40:00Z", 48.01), fix("2026-05-01T00:10:00Z", 48.05),
    fix("2026-05-01T00:30:00Z", 48.1),
    .event(
      TrackEvent(
        .gap, time: at("2026-04-30T23:40:00Z"), noticed: at("2026-05-01T00:10:00Z"),
        coordinate: Coordinate(latitude: 48.01, longitude: 11), trip: 1, distance: 1000)),
    visit(2, "2026-05-01T00:30:00Z", "2026-05-01T16:00:00Z", 48.1, inferred: true),
    trip(2, "2026-05-01T16:00:00Z", "2026-05-01T16:20:30Z", distance: 12_345.67),
    .event(TrackEvent(.arrival, time: at("2026-05-01T16:20:30Z"), noticed: at("2026-05-01T16:23:30Z"), visit: 3)),
    visit(3, "2026-05-01T16:20:30Z", "2026-05-02T09:59:00Z", isOpen: true),
  ])
}

@Suite struct ListTests {
  @Test func aTripHasTheKeysOfTheContract() throws {
    let row = try #require(try twoDays().rows("trips").first)
    let keys = [
      "id", "start", "end", "distance", "bridged_distance", "duration", "moving_time", "max_speed", "fixes", "from",
      "to",
    ]
    for key in keys { #expect(row[key] != nil, "\(key)") }
    #expect(row["start"] as? String == "2026-04-30T23:30:00.000Z")
    #expect(row["end"] as? String == "2026-05-01T00:30:00.000Z")
    #expect(row["distance"] as? Double == 30_000.04)
    #expect(row["bridged_distance"] as? Double == 1000)
    #expect(row["duration"] as? Double == 3600)
    #expect(row["moving_time"] as? Double == 3240)
    #expect(row["max_speed"] as? Double == 21.46)
    let from = try #require(row["from"] as? [String: Any])
    #expect(from["lat"] as? Double == 48)
    #expect(from["lon"] as? Double == 11)
    #expect(from["name"] is NSNull)
  }

  @Test func whatIsOpenHasNoEnd() throws {
    let sample = try Sample([trip(1, "2026-05-01T08:00:00Z", "2026-05-01T08:10:00Z", isOpen: true)])
    let row = try #require(try sample.rows("trips").first)
    #expect(row["end"] is NSNull)
    #expect((row["to"] as? [String: Any])?["lat"] as? Double == 48.1)
    #expect(row["duration"] as? Double == 600)
    #expect(sample.run("trips").output.contains("under way"))
    #expect(try twoDays().rows("visits").last?["departure"] is NSNull)
    #expect(try twoDays().run("visits").output.contains("still there"))
  }

  @Test func aVisitHasTheKeysOfTheContract() throws {
    let row = try #require(try twoDays().rows("visits").dropFirst().first)
    let keys = ["id", "arrival", "departure", "lat", "lon", "accuracy", "fixes", "inferred", "place"]
    for key in keys { #expect(row[key] != nil, "\(key)") }
    #expect(row["inferred"] as? Bool == true)
    #expect((row["place"] as? [String: Any])?["id"] as? Int == 2)
  }

  @Test func anEventHasTheKeysOfTheContract() throws {
    let rows = try twoDays().rows("events")
    #expect(rows.map { $0["kind"] as? String } == ["gap", "arrival"])
    #expect(rows.last?["time"] as? String == "2026-05-01T16:20:30.000Z")
    #expect(rows.last?["noticed"] as? String == "2026-05-01T16:23:30.000Z")
  }

  @Test(arguments: ["trips", "visits", "places", "days", "events"])
  func anEmptyListIsTwoBracketsAndASentence(command: String) throws {
    let sample = try Sample([])
    #expect(sample.run(command, "--json").output == "[]\n")
    let outcome = sample.run(command)
    #expect(outcome.code == .done)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("tracklogger: no \(command)"))
  }

  @Test(arguments: [
    (["--on", "2026-04-30"], [1]), (["--on", "2026-05-01"], [1, 2]), (["--on", "2026-05-02"], []),
    (["--on", "yesterday"], [1, 2]), (["--on", "today"], []), (["--since", "2026-05-01"], [1, 2]),
    (["--since", "2026-05-01T00:30Z"], [2]), (["--until", "2026-04-30"], [1]), (["--until", "2026-04-29"], []),
    (["--until", "2026-04-30T23:30Z"], []), (["--since", "-18h"], [2]),
    (["--since", "-3d", "--until", "yesterday"], [1, 2]),
    (["--on", "2026-04-30", "--tz", "Asia/Kathmandu"], []),
    (["--on", "2026-05-01", "--tz", "Asia/Kathmandu"], [1, 2]),
    (["--limit", "1"], [2]), (["--since", "today"], []),
  ])
  func aTripBelongsToTheSpanThatItOverlaps(span: [String], ids: [Int]) throws {
    let sample = try twoDays()
    let outcome = sample.run(["trips", "--json"] + span)
    try #require(outcome.code == .done, "\(outcome.errors)")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    #expect(rows?.compactMap { $0["id"] as? Int } == ids)
  }

  @Test func aVisitThatIsOpenGoesOn() throws {
    #expect(try twoDays().ids("visits", "--on", "today") == [3])
    #expect(try twoDays().ids("visits", "--on", "2026-05-01") == [2, 3])
  }

  @Test(arguments: [
    (["trips", "--since", "soon"], "--since takes a date like 2026-05-01"),
    (["trips", "--until", "2026-02-30"], "--until takes a date"),
    (["trips", "--on", "-3d"], "--on takes a date like 2026-05-01, today or yesterday, not '-3d'"),
    (["trips", "--on", "today", "--since", "-3d"], "--on and --since exclude each other"),
    (["trips", "--since", "2026-05-02", "--until", "2026-04-30"], "--until lies before --since"),
    (["trips", "--limit", "0"], "--limit takes a whole number, 1 or more, not '0'"),
    (["trips", "--limit", "99999999999999999999"], "--limit takes a whole number"),
    (["trips", "--tz", "Europe/Berln"], "there is no time zone 'Europe/Berln'; zones have names like Europe/Berlin"),
    (["trips", "--tz", "../zoneinfo/Europe/Berlin"], "there is no time zone"),
    (["trips", "--tz", "/etc/localtime"], "there is no time zone"),
    (["trips", "--tz", ""], "there is no time zone"),
    (["trips", "--tz", "Europe"], "there is no time zone"),
    (["show", "trips", "1"], "show takes trip or visit, not 'trips'"),
    (["show", "trip", "x"], "show trip takes a number, not 'x'"),
    (["export"], "export needs --format: gpx, geojson, kml, csv or json"),
    (["export", "--format", "kmz"], "there is no format 'kmz'; there are gpx, geojson, kml, csv or json"),
    (["export", "--format", "gpx", "--trip", "1", "--on", "today"], "--trip and --on exclude each other"),
  ])
  func aWrongValueIsWrongUsage(line: [String], sentence: String) throws {
    let outcome = try twoDays().run(line)
    #expect(outcome.code == .usage)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func aTableShowsLocalTimes() throws {
    let outcome = try twoDays().run("trips", "--tz", "Europe/Berlin")
    #expect(
      outcome.output == """
        ID  START             END     DURATION  DISTANCE  BRIDGED  TOP SPEED  FROM                TO
         1  2026-05-01 01:30  02:30  1 h 0 min   30.0 km   1.0 km    77 km/h  48.00000, 11.00000  48.10000, 11.25000
         2  2026-05-01 18:00  18:20     21 min   12.3 km             77 km/h  48.00000, 11.00000  48.10000, 11.25000

        """, "\(outcome.output)")
  }

  @Test func theVariableTZCounts() throws {
    #expect(try twoDays().run("trips", zone: "Europe/Berlin").output.contains("2026-05-01 18:00"))
    #expect(try twoDays().run("trips", zone: ":Europe/Berlin").output.contains("2026-05-01 18:00"))
    #expect(try twoDays().run("trips", zone: "CET-1CEST,M3.5.0,M10.5.0/3").output.contains("2026-05-01 18:00"))
    let outcome = try twoDays().run("trips", zone: "Europe/Berln")
    #expect(outcome.code == .usage)
    #expect(outcome.errors.contains("the variable TZ is of no use"))
  }
}

@Suite struct FollowTests {
  @Test func whatWasComesAsOneObjectToALine() throws {
    let outcome = try twoDays().run("events", "--follow", "--until", "now", "--json")
    #expect(outcome.code == .done)
    let kinds = try outcome.output.split(separator: "\n").map {
      (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["kind"] as? String
    }
    #expect(kinds == ["gap", "arrival"])
  }

  @Test func itEndsWhenTheReaderGoesAway() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let sample = try twoDays()
    var world = World.test(["TZ": "UTC"])
    world.output = Output(descriptor: ends[1])
    #expect(Program.run(["events", "--follow", "--db", sample.path], in: world) == .done)
  }
}

@Suite struct DaysTests {
  @Test func theDistanceIsSharedOutByTime() throws {
    let rows = try twoDays().rows("days", "--tz", "UTC")
    #expect(rows.map { $0["day"] as? String } == ["2026-04-30", "2026-05-01", "2026-05-02"])
    #expect(rows.map { $0["distance"] as? Double } == [15_000.02, 27_345.69, 0])
    #expect(rows.compactMap { $0["bridged_distance"] as? Double }.reduce(0, +) == 1000)
    #expect(rows.map { $0["trips"] as? Int } == [1, 2, 0])
    #expect(rows.map { $0["visits"] as? Int } == [1, 2, 1])
  }

  @Test func daysAddUpToTheirTripsInEveryZone() throws {
    var changes: [TrackChange] = []
    for k in 0..<40 {
      let start = at("2026-03-25T03:17:11Z") + .minutes(Double(k) * 450)
      changes.append(
        .trip(
          Trip(
            id: Int64(k + 1), start: start, end: start + .seconds(7 * 3600 + 13), last: start + .seconds(7 * 3600 + 13),
            from: Coordinate(latitude: 1, longitude: 1), to: Coordinate(latitude: 1, longitude: 1),
            distance: 33_333.33 + Double(k) * 7.77, bridgedDistance: 111.11, movingTime: .seconds(20_000.123),
            maxSpeed: nil,
            fixes: 1, bounds: BoundingBox(south: 1, north: 1, west: 1, east: 1))))
    }
    let sample = try Sample(changes)
    let trips = try sample.rows("trips")
    for zone in ["Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu", "UTC"] {
      let days = try sample.rows("days", "--tz", zone)
      for key in ["distance", "bridged_distance", "moving_time"] {
        let sums = [days, trips].map { $0.reduce(0) { $0 + (($1[key] as? Double) ?? .nan) } }
        #expect(abs(sums[0] - sums[1]) < 1e-4, "\(zone), \(key)")
      }
    }
  }

  @Test func aNightOf23HoursIsSharedByTheHoursItHas() throws {
    // 22:00 to 06:00 in Berlin while the clock goes forward: 2 h before midnight, 5 h after.
    let sample = try Sample([trip(1, "2026-03-28T21:00:00Z", "2026-03-29T04:00:00Z", distance: 70_000)])
    let rows = try sample.rows("days", "--tz", "Europe/Berlin")
    #expect(rows.map { $0["distance"] as? Double } == [20_000, 50_000])
  }

  @Test func whatEndsAtMidnightDoesNotTouchTheNextDay() throws {
    let sample = try Sample([trip(1, "2026-05-01T23:00:00Z", "2026-05-02T00:00:00Z")])
    #expect(try sample.rows("days").map { $0["day"] as? String } == ["2026-05-01"])
  }

  @Test func aDayThatAZoneLeftOutIsNotListed() throws {
    let sample = try Sample([trip(1, "2011-12-30T08:00:00Z", "2011-12-30T12:00:00Z")])
    let rows = try sample.rows("days", "--tz", "Pacific/Apia")
    #expect(rows.map { $0["day"] as? String } == ["2011-12-29", "2011-12-31"])
    #expect(rows.map { $0["distance"] as? Double } == [5000, 5000])
  }

  @Test func aSpanKeepsTheDaysWithinIt() throws {
    let sample = try twoDays()
    #expect(try sample.rows("days", "--on", "2026-05-01").map { $0["distance"] as? Double } == [27_345.69])
    #expect(try sample.rows("days", "--limit", "2").map { $0["day"] as? String } == ["2026-05-01", "2026-05-02"])
  }

  @Test func timesWithoutEndAreBounded() throws {
    let sample = try Sample([
      .visit(
        Visit(
          id: 1, arrival: Instant(milliseconds: -(1 << 57)), departure: nil, last: Instant(milliseconds: 1 << 57),
          centre: Coordinate(latitude: 0, longitude: 0), accuracy: 1, fixes: 1, inferred: false))
    ])
    #expect(try sample.rows("days").count <= 36_601)
  }

  @Test func whoHasNotLeftIsThereToday() throws {
    let sample = try Sample([visit(1, "2026-04-30T16:20:30Z", "2026-05-01T08:00:00Z", isOpen: true)])
    #expect(try sample.rows("days", "--on", "today").map { $0["visits"] as? Int } == [1])
    // But not yet tomorrow, nor without being asked beyond what was seen.
    #expect(try sample.rows("days", "--until", "2026-06-01").last?["day"] as? String == "2026-05-02")
    #expect(try sample.rows("days").last?["day"] as? String == "2026-05-01")
  }
}

@Suite struct ShowTests {
  @Test func aTripIsShownInFull() throws {
    let text = try twoDays().run("show", "trip", "1").output
    for line in [
      "distance    30.0 km", "bridged     1.0 km in straight lines", "gap         2026-04-30 23:40:00, 30 min, 1.0 km",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    let row = try #require(try twoDays().json("show", "trip", "1") as? [String: Any])
    #expect((row["gaps"] as? [Any])?.count == 1)
    #expect(row["id"] as? Int == 1)
  }

  @Test func aVisitIsShownInFull() throws {
    #expect(try twoDays().run("show", "visit", "2").output.contains("inferred from a silence"))
    #expect((try twoDays().json("show", "visit", "3") as? [String: Any])?["departure"] is NSNull)
  }

  @Test func whatIsNotThereIsAFailure() throws {
    let outcome = try twoDays().run("show", "trip", "99")
    #expect(outcome.code == .failed)
    #expect(outcome.errors == "tracklogger: there is no trip 99; 'tracklogger trips' lists them\n")
  }
}

@Suite struct ExportCommandTests {
  @Test func aLostFixIsAGapWhereItLasts() {
    func event(_ kind: TrackEvent.Kind, _ time: String, _ longitude: Double = 11) -> TrackEvent {
      TrackEvent(kind, time: at(time), noticed: at(time), coordinate: Coordinate(latitude: 0, longitude: longitude))
    }
    let gaps = Gap.all(in: [
      event(.fixLost, "2026-05-01T08:00:00Z"), event(.fixFound, "2026-05-01T08:00:30Z"),
      event(.fixLost, "2026-05-01T08:10:00Z"), event(.gap, "2026-05-01T08:10:00Z"),
      event(.fixFound, "2026-05-01T08:11:00Z", 11.01), event(.gap, "2026-05-01T08:20:00Z"),
      event(.fixLost, "2026-05-01T08:30:00Z"),
    ])
    #expect(gaps.map(\.start) == [at("2026-05-01T08:10:00Z"), at("2026-05-01T08:20:00Z")])
    #expect(gaps.first?.end == at("2026-05-01T08:11:00Z"))
    #expect(abs((gaps.first?.distance ?? 0) - 1113.2) < 1)
  }

  @Test func aFixBetweenTwoSilencesEndsOneAndBeginsTheOther() {
    func gap(_ from: String, _ to: String) -> TrackEvent { TrackEvent(.gap, time: at(from), noticed: at(to)) }
    let gaps = Gap.all(in: [
      gap("2026-05-01T08:00:00Z", "2026-05-01T08:05:00Z"), gap("2026-05-01T08:05:00Z", "2026-05-01T08:10:00Z"),
    ])
    #expect(gaps.map(\.start) == [at("2026-05-01T08:00:00Z"), at("2026-05-01T08:05:00Z")])
  }

  @Test func aGapDividesTheTrack() throws {
    let gpx = try twoDays().run("export", "--format", "gpx", "--trip", "1").output
    #expect(gpx.components(separatedBy: "<trkpt ").count == 5)
    #expect(gpx.components(separatedBy: "<trkseg>").count == 3)
    #expect(!gpx.contains("<wpt "))
  }

  @Test func aDayHasItsVisitsAndTrips() throws {
    let gpx = try twoDays().run("export", "--format", "gpx", "--on", "2026-05-01").output
    #expect(gpx.components(separatedBy: "<wpt ").count == 3)
    #expect(gpx.components(separatedBy: "<trk>").count == 3)
  }

  @Test func geoJSONIsAFeatureForEach() throws {
    let text = try twoDays().run("export", "--format", "geojson").output
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let features = try #require(document?["features"] as? [[String: Any]])
    let kinds = features.map { ($0["properties"] as? [String: Any])?["kind"] as? String }
    #expect(kinds == ["visit", "visit", "visit", "trip"])
  }

  @Test func aFileIsReplacedWhole() throws {
    let sample = try twoDays()
    let file = sample.folder.appending(path: "out.gpx")
    try Data("old".utf8).write(to: file)
    let outcome = sample.run("export", "--format", "gpx", "--output", file.path)
    #expect(outcome.code == .done)
    #expect(outcome.output.isEmpty)
    #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("</gpx>\n"))
    let left = try FileManager.default.contentsOfDirectory(atPath: sample.folder.path)
    #expect(!left.contains { $0.hasSuffix(".part") })
  }

  @Test func whatCannotBeWrittenLeavesWhatWasThere() throws {
    let sample = try twoDays()
    let outcome = sample.run("export", "--format", "gpx", "--output", "/nowhere/out.gpx")
    #expect(outcome.code == .io)
    #expect(outcome.errors == "tracklogger: cannot write /nowhere/out.gpx: No such file or directory\n")
    #expect(sample.run("export", "--format", "gpx", "--output", "/dev/full").code == .io)
    #expect(sample.run("export", "--format", "gpx", "--output", sample.folder.path).code == .io)
  }

  @Test func pagesHoldEveryFixOnce() throws {
    var changes = [trip(1, "2026-05-01T08:00:00Z", "2026-05-01T09:00:00Z")]
    for k in 0..<100 {
      let time = at("2026-05-01T08:00:00Z") + .seconds(Double(k / 2))
      changes.append(
        .fix(
          Fix(time: time, coordinate: Coordinate(latitude: 48, longitude: 11), device: DeviceID(index: UInt8(k % 2)))))
    }
    let sample = try Sample(changes)
    let reader = try TrackReader(path: sample.path)
    let row = try #require(try reader.trip(1))
    for size in [1, 2, 3, 7, 99, 100, 101] {
      var seen: [Fix] = []
      try reader.pages(in: TimeRange(since: row.trip.start, until: row.trip.end), size: size) { seen += $0 }
      #expect(seen.count == 100, "\(size)")
      #expect(Set(seen.map { "\($0.time.milliseconds) \($0.device.index)" }).count == 100)
    }
  }
}

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
