import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

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
