import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// Home, Büro, and a place without a name; a trip from each to the next, 20 km north each, the last one under way.
func commute() throws -> Sample {
  func position(_ k: Int) -> Coordinate { Coordinate(latitude: 48 + Double(k % 3) * 0.2, longitude: 11) }
  var changes: [TrackChange] = []
  for k in 0..<4 {
    let start = at("2026-05-01T0\(2 * k):00:00Z")
    let (a, b) = (position(k), position(k + 1))
    changes.append(
      .visit(
        Visit(
          id: Int64(k + 1), arrival: start, departure: start + .minutes(60), last: start + .minutes(60), centre: a,
          accuracy: 3, fixes: 9, inferred: k == 1)))
    let isOpen = k == 3
    changes.append(
      .trip(
        Trip(
          id: Int64(k + 1), start: start + .minutes(60), end: isOpen ? nil : start + .minutes(120),
          last: start + .minutes(120), from: a, to: b, distance: 16_093.44, bridgedDistance: 0,
          movingTime: .minutes(55),
          maxSpeed: 26.8224, fixes: 100,
          bounds: BoundingBox(
            south: min(a.latitude, b.latitude), north: max(a.latitude, b.latitude), west: 11, east: 11))))
    for step in 0...10 {
      let share = Double(step) / 10
      changes.append(
        .fix(
          Fix(
            time: start + .minutes(60 + 60 * share),
            coordinate: Coordinate(latitude: a.latitude + (b.latitude - a.latitude) * share, longitude: 11),
            speed: Double(step))))
    }
  }
  let sample = try Sample(changes)
  for (id, name) in [("1", "Home"), ("2", "Büro, Straße"), ("3", "=1+1;\"x\"")] {
    try #require(sample.run("place", "name", id, name).code == .done)
  }
  return sample
}

@Suite struct TripFilterTests {
  @Test(arguments: [
    (["--from", "Home"], [1, 4]), (["--to", "home"], [3]), (["--from", "BÜRO, STRASSE"], []),
    (["--from", "büro, straße"], [2]), (["--from", "2"], [2]), (["--from", "Home", "--to", "Büro, Straße"], [1]),
    (["--from", "Home", "--limit", "1"], [4]), (["--from", "Home", "--until", "2026-05-01T03:00Z"], [1]),
    (["--near", "48.1,11", "--within", "100"], [1, 3, 4]), (["--near", "48.3,11.01", "--within", "1000"], [2, 3]),
    (["--near", "48.3,11.01"], []), (["--near", "48.0001,11", "--from", "Home"], [1, 4]),
    (["--near", "48.3,-169", "--within", "1000"], []),
  ])
  func tripsAreFoundByTheirEndsAndTheirWay(filter: [String], ids: [Int]) throws {
    let outcome = try commute().run(["trips", "--json"] + filter)
    if ids.isEmpty, outcome.code == .failed { return }
    try #require(outcome.code == .done, "\(outcome.errors)")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    #expect(rows?.compactMap { $0["id"] as? Int } == ids)
  }

  @Test func visitsAreFoundByWhereTheyAre() throws {
    #expect(try commute().ids("visits", "--near", "48.2,11") == [2])
    #expect(try commute().ids("visits", "--near", "48,11", "--limit", "1") == [4])
  }

  @Test(arguments: [
    (["trips", "--from", "Hme"], ExitCode.failed, "no place is called 'Hme'; did you mean 'home'?"),
    (
      ["trips", "--from", "Rome and all its hills"], .failed,
      "no place is called 'Rome and all its hills'; 'tracklogger places'"
    ),
    (["trips", "--near", "48"], .usage, "--near takes latitude,longitude"),
    (["trips", "--near", "91,0"], .usage, "--near takes latitude,longitude"),
    (["trips", "--within", "5"], .usage, "--within needs --near"),
    (["trips", "--near", "1,1", "--within", "-5"], .usage, "--within takes a number"),
    (["trips", "--units", "furlong"], .usage, "--units takes km or mi"),
    (["trips", "--csv", "--json"], .usage, "--csv and --json exclude each other"),
    (["trips", "--utc", "--tz", "UTC"], .usage, "--utc and --tz exclude each other"),
    (["search", "…"], .usage, "search needs a word"),
  ])
  func whatCannotBeIsRefused(line: [String], code: ExitCode, sentence: String) throws {
    let outcome = try commute().run(line)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }
}

@Suite struct SearchTests {
  private func found(_ words: String...) throws -> [String] {
    let outcome = try commute().run(["search", "--json"] + words)
    try #require(outcome.code == .done, "\(outcome.errors)")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    return try #require(rows).map { "\($0["kind"] ?? "") \($0["id"] ?? "")" }
  }

  @Test func tripsAndVisitsComeInOrderOfTime() throws {
    #expect(try found("home") == ["visit 1", "trip 1", "trip 3", "visit 4", "trip 4"])
  }

  @Test func caseAccentsAndTheRestOfAWordDoNotMatter() throws {
    #expect(try found("BURO") == ["trip 1", "visit 2", "trip 2"])
    #expect(try found("str", "bür") == ["trip 1", "visit 2", "trip 2"])
    #expect(try found("nowhere").isEmpty)
    #expect(try found("home", "büro").isEmpty, "both words of one name")
  }

  @Test(arguments: ["\"", "home\"*", "a OR b", "name:home", "NEAR(a b)", "home -büro", "'); DROP TABLE trip;--", "1+1"])
  func wordsAreWordsAndNoQuery(text: String) throws {
    #expect([ExitCode.done, .usage].contains(try commute().run("search", text).code))
  }

  @Test func whatIsFoundIsALineEach() throws {
    let text = try commute().run("search", "büro").output
    #expect(text.contains("trip    1  2026-05-01 01:00  02:00  1 h 0 min  Home to Büro, Straße"), "\(text)")
    #expect(
      try commute().run("search", "büro", "--csv").output.hasPrefix(
        "kind,id,start_utc,end_utc,from_name,to_name\r\ntrip,1,"))
  }
}

@Suite struct ListShapeTests {
  @Test func milesAreShownWhereAsked() throws {
    let text = try commute().run("trips", "--units", "mi").output
    #expect(text.contains("10.0 mi"))
    #expect(text.contains("60 mph"))
    #expect(LengthUnits.mi.distance(100) == "328 ft")
    #expect(LengthUnits.mi.distance(160.94) == "0.1 mi")
    #expect(try commute().run("days", "--units", "mi").output.contains("40.0 mi"))
    #expect(try commute().run("show", "trip", "1", "--units", "mi").output.contains("top speed   60 mph"))
  }

  @Test func utcIsUTC() throws {
    #expect(try commute().run(["trips", "--utc"], zone: "Asia/Tokyo").output.contains("2026-05-01 01:00"))
  }

  @Test func csvHasAHeaderAndNoFormula() throws {
    let sample = try commute()
    let trips = sample.run("trips", "--csv").output.components(separatedBy: "\r\n")
    #expect(
      trips[0]
        == "id,start_utc,end_utc,distance_m,bridged_distance_m,duration_s,moving_time_s,max_speed_m_s,fixes,"
        + "from_latitude_deg,from_longitude_deg,from_name,to_latitude_deg,to_longitude_deg,to_name")
    #expect(
      trips[1]
        == "1,2026-05-01T01:00:00.000Z,2026-05-01T02:00:00.000Z,16093.44,0.00,3600,3300,26.82,100,48.0000000,11.0000000,Home,"
        + "48.2000000,11.0000000,\"Büro, Straße\"")
    #expect(trips[2].hasSuffix(",\"'=1+1;\"\"x\"\"\""))
    #expect(trips.count == 6 && trips[4].hasPrefix("4,2026-05-01T07:00:00.000Z,,"))
    for (command, rows) in [("visits", 4), ("places", 3), ("days", 1), ("events", 0)] {
      let lines = sample.run(command, "--csv").output.components(separatedBy: "\r\n")
      #expect(lines.count == rows + 2, "\(command)")
    }
  }

  @Test func aPipeThatIsClosedEndsAListQuietly() throws {
    signal(SIGPIPE, SIG_IGN)
    let sample = try commute()
    for format in [[], ["--json"], ["--csv"]] {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      close(ends[0])
      defer { close(ends[1]) }
      var world = World.test(["TZ": "UTC"])
      world.output = Output(descriptor: ends[1])
      #expect(Program.run(["trips", "--db", sample.path] + format, in: world) == .done)
    }
  }
}

@Suite struct TerminalTests {
  private func lines(_ columns: UInt16, _ line: String..., variables: [String: String] = [:]) throws -> [String] {
    let terminal = try #require(PseudoTerminal(columns: columns))
    let sample = try commute()
    return terminal.show(line + ["--db", sample.path], variables).components(separatedBy: "\n").dropLast()
  }

  private func plain(_ line: String) -> String { line.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

  @Test func coloursAreForTerminalsThatShowThemAndPeopleWhoWantThem() throws {
    #expect(try lines(120, "trips")[0].hasPrefix("\u{1B}[1mID"))
    #expect(try lines(120, "trips").last?.hasPrefix("\u{1B}[32m") == true, "what goes on")
    for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      #expect(try !lines(120, "trips", variables: variables).contains { $0.contains("\u{1B}") }, "\(variables)")
    }
    #expect(try !commute().run("trips").output.contains("\u{1B}"), "a file")
  }

  @Test(arguments: [20, 40, 60, 80, 100, 200] as [UInt16], ["trips", "visits", "places", "days", "events"])
  func noLineIsWiderThanTheTerminal(columns: UInt16, command: String) throws {
    for line in try lines(columns, command).map(plain) where columns >= 40 {
      #expect(Table.width(line) <= Int(columns), "\(line)")
    }
  }

  @Test func aRowThatDoesNotFitGoesOnBelow() throws {
    let shown = try lines(40, "trips", variables: ["NO_COLOR": "1"])
    #expect(shown[0] == "ID  START             END    DURATION" || shown[0].hasPrefix("ID  START"))
    #expect(shown.contains { $0.hasPrefix("    ") && $0.contains("Home") })
    #expect(try lines(200, "trips").count == 5)
  }

  @Test func aTripIsDrawnInDotsAndBars() throws {
    let shown = try lines(80, "show", "trip", "1")
    #expect(shown.contains { $0.hasPrefix("E") })
    #expect(shown.contains { $0.hasPrefix("S") })
    #expect(shown.contains { $0.hasPrefix("─") && $0.hasSuffix("km") })
    #expect(shown.last == "speed, to 36 km/h")
    #expect(try lines(80, "show", "trip", "1", variables: ["LANG": "C"]).last?.hasPrefix("fixes") == true)
    #expect(try !commute().run("show", "trip", "1").output.contains("speed, to"))
  }
}

@Suite struct TripPictureTests {
  private func map(_ way: [(Double, Double)], columns: Int = 40, rows: Int = 10) -> [String] {
    let at = way.map { Coordinate(latitude: $0.0, longitude: $0.1) }
    let first = at[0].longitude
    let easts = at.map { wrapped($0.longitude - first) }
    let box = BoundingBox(
      south: at.map(\.latitude).min() ?? 0, north: at.map(\.latitude).max() ?? 0,
      west: wrapped(first + (easts.min() ?? 0)), east: wrapped(first + (easts.max() ?? 0)))
    var map = TextMap(box, columns: columns, rows: rows)
    for position in at { map.add(position) }
    return map.lines(.km)
  }

  private func wrapped(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }

  @Test func aMapKeepsToItsRoom() {
    for way in [
      [(0.0, 0.0), (0, 10)], [(0, 0), (10, 0)], [(48, 11), (48.001, 11.001)], [(0, 0)], [(89.9, 0), (90, 120)],
      [(-17, 179.9), (-17.1, -179.9)], [(-90, -180), (90, 180)],
    ] as [[(Double, Double)]] {
      let lines = map(way)
      #expect(lines.count <= 11, "\(way)")
      for line in lines.dropLast() { #expect(line.count <= 40, "\(way)") }
      #expect(lines.dropLast().contains { $0.contains { $0 != " " } })
    }
  }

  @Test func northIsUpAndEastIsRight() {
    let lines = map([(48, 11), (48.1, 11.15)]).dropLast()
    #expect(lines.first?.first == " ")
    #expect(lines.first?.last != " ")
    #expect(lines.last?.first != " ")
  }

  @Test func aWayOverTheAntimeridianIsAsWideAsItIs() {
    #expect(map([(0, 179.9), (0.05, -179.9)]) == map([(0, 9.9), (0.05, 10.1)]))
  }

  @Test func barsRiseToTheHighestAndBlanksAreUnknown() {
    let start = Instant(milliseconds: 0)
    var line = Sparkline(from: start, to: start + .seconds(10), columns: 5)
    for (second, value) in [(0.0, 0.0), (3, 5), (3.5, 4), (9, 10), (10, 2), (11, 99), (-1, 99)] {
      line.add(value, at: start + .seconds(second))
    }
    #expect(line.text == "▁▅  █")
    #expect(line.top == 10)
    #expect(Sparkline(from: start, to: start, columns: 3).text == "   ")
  }
}
