import Testing

@testable import TrackCore

@Suite struct GeocodeQueryTests {
  let at = Coordinate(latitude: 47.14151, longitude: -9.5215)

  @Test func eachProviderIsAskedInItsOwnWords() {
    #expect(
      PlaceQuery(provider: .nominatim, base: "https://a.example/", language: "de,en;q=0.5").reverse(at)
        == "https://a.example/reverse?format=jsonv2&lat=47.1415100&lon=-9.5215000&zoom=18&addressdetails=1"
        + "&accept-language=de%2Cen%3Bq%3D0.5")
    #expect(
      PlaceQuery(provider: .photon, base: "https://a.example/x", language: "DE-at,en").reverse(at)
        == "https://a.example/x/reverse?lat=47.1415100&lon=-9.5215000&limit=1&lang=de")
    #expect(
      PlaceQuery(provider: .pelias, base: "https://a.example", language: "de").reverse(at)
        == "https://a.example/v1/reverse?point.lat=47.1415100&point.lon=-9.5215000&size=1")
  }

  @Test func anAddressIsEncoded() {
    #expect(
      PlaceQuery(provider: .nominatim, base: "https://a.example").forward("10 Downing Street, Łódź&q=#?")
        == "https://a.example/search?format=jsonv2&q=10%20Downing%20Street%2C%20%C5%81%C3%B3d%C5%BA%26q%3D%23%3F&limit=5"
        + "&addressdetails=1")
  }
}

@Suite struct GeocodeReplyStatusTests {
  static let cases: [(Int, String?, ReplyStatus)] = [
    (200, nil, .success), (400, nil, .refused), (404, nil, .foreign), (407, nil, .foreign), (451, nil, .foreign),
    (401, nil, .blocked), (403, nil, .blocked),
    (408, nil, .later(after: nil)), (500, nil, .later(after: nil)), (502, nil, .later(after: nil)),
    (503, "120", .later(after: .seconds(120))), (504, nil, .later(after: nil)), (509, nil, .later(after: nil)),
    (511, nil, .foreign), (302, nil, .foreign), (204, nil, .foreign), (0, nil, .foreign), (999, nil, .foreign),
    (429, nil, .later(after: .seconds(60))), (429, "0", .later(after: .seconds(60))),
    (429, "7", .later(after: .seconds(60))), (429, "3600", .later(after: .seconds(3600))),
    (503, "0", .later(after: nil)), (503, "-5", .later(after: nil)), (503, "soon", .later(after: nil)),
    (503, "99999999999999999999", .later(after: nil)), (503, "9223372036854775807", .later(after: .seconds(86_400))),
    (503, "Sun, 06 Nov 1994 08:51:37 GMT", .later(after: .seconds(120))),
    (503, "Sun, 06 Nov 1994 08:49:00 GMT", .later(after: nil)),
    (503, "Sun, 06 Nov 2094 08:49:00 GMT", .later(after: .seconds(86_400))),
  ]

  @Test(arguments: cases) func theStatusSaysWhatToDo(code: Int, retryAfter: String?, status: ReplyStatus) {
    // The server's own clock counts: ours may be decades off.
    let date = HTTPDate.instant("Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(ReplyStatus(code: code, retryAfter: retryAfter, date: date) == status)
  }

  @Test func aDateIsReadAsHTTPWritesIt() {
    #expect(HTTPDate.instant("Sun, 06 Nov 1994 08:49:37 GMT") == Instant(milliseconds: 784_111_777_000))
    for text in [
      "", "now", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
      "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
    ] { #expect(HTTPDate.instant(text) == nil, "\(text)") }
  }
}

@Suite struct GeocodeRetryTests {
  @Test func aWaitDoublesUpToALimit() {
    let policy = RetryPolicy(first: .minutes(1), longest: .seconds(86_400))
    #expect([1, 2, 3, 4].map { policy.wait(after: $0, random: 0.5).seconds } == [60, 120, 240, 480])
    #expect(policy.wait(after: 12, random: 0.5) == .seconds(86_400))
    #expect(policy.wait(after: .max, random: 0.5) == .seconds(86_400))
    #expect(policy.wait(after: 0, random: 0.5) == .seconds(60))
    #expect(policy.wait(after: -5, random: 0.5) == .seconds(60))
  }

  @Test func waitsAreSpreadByAQuarterAndNeverBeyondTheLimit() {
    let policy = RetryPolicy(first: .minutes(1), longest: .minutes(8))
    #expect(policy.wait(after: 1, random: 0) == .seconds(45))
    #expect(policy.wait(after: 1, random: 1) == .seconds(75))
    #expect(policy.wait(after: 10, random: 1) == .minutes(8))
    #expect(policy.wait(after: 10, random: 7) == .minutes(8))
  }
}

@Suite struct GeocodeRouteTests {
  private func points(_ text: String, pieces: Int = 7) -> [RoutePoints.Item] {
    var scanner = RoutePoints()
    var items: [RoutePoints.Item] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { scanner.scan($0) { items.append($0) } }
    }
    return items
  }

  @Test(arguments: [1, 7, 10_000]) func theFilesPointsAreFoundHoweverItIsCut(pieces: Int) {
    let text = """
      <?xml version="1.0"?><gpx><wpt lat="1" lon="2"/><rte><rtept lat="47.1" lon="9.5"><name>a &lt; b</name></rtept>
      <rtept lon='9.6'
        lat = '47.2'/></rte><trk><trkseg><g:trkpt lat="-90" lon="-180.0"></g:trkpt></trkseg></trk></gpx>
      """
    #expect(
      points(text, pieces: pieces) == [
        .start, .point(Coordinate(latitude: 47.1, longitude: 9.5)), .point(Coordinate(latitude: 47.2, longitude: 9.6)),
        .start, .point(Coordinate(latitude: -90, longitude: -180)),
      ])
  }

  @Test(arguments: [1, 7, 10_000]) func whatIsCommentedOutIsNoPoint(pieces: Int) {
    let text = """
      <rte><!-- <rtept lat="1" lon="1"/> -- > ->--><rtept lat="2" lon="2"/><!----><![CDATA[<rtept lat="3" lon="3"/>]]>
      <rtept lat="4" lon="4"/><!-- <rtept lat="5" lon="5"/>
      """
    #expect(
      points(text, pieces: pieces) == [
        .start, .point(Coordinate(latitude: 2, longitude: 2)), .point(Coordinate(latitude: 4, longitude: 4)),
      ])
  }

  @Test func whatIsNoPointIsPassedOver() {
    #expect(
      points("<trkpt lat=\"91\" lon=\"0\"><trkpt lat=\"nan\" lon=\"0\"><trkpt lon=\"0\"><trkpt><<>><trkpt lat=").isEmpty
    )
    #expect(points("<trkpt lat=\"1\" lon=\"2\" x=\"\(String(repeating: "x", count: 5000))\">").isEmpty)
  }

  @Test func pointsComeEveryFiveHundredMetres() {
    var sampler = RouteSampler(step: 500)
    var found: [Coordinate] = []
    // 12 km due north in legs of 100 m, then one of 2 km.
    for k in 0...120 {
      sampler.advance(to: Coordinate(latitude: 47 + Double(k) * 0.0009, longitude: 9)) { found.append($0) }
    }
    sampler.advance(to: Coordinate(latitude: 47.108 + 0.018, longitude: 9)) { found.append($0) }
    let gaps = zip(found, found.dropFirst()).map { Geodesy.distance($0, $1) }
    #expect(found.count == 1 + 28)
    #expect(gaps.allSatisfy { abs($0 - 500) < 2 })
  }

  @Test func aRouteAcrossTheDateLineTakesTheShortWay() {
    var sampler = RouteSampler(step: 500)
    var found: [Coordinate] = []
    sampler.advance(to: Coordinate(latitude: 0, longitude: 179.99)) { found.append($0) }
    sampler.advance(to: Coordinate(latitude: 0, longitude: -179.99)) { found.append($0) }
    #expect(found.count == 5)
    #expect(found.allSatisfy { abs($0.longitude) >= 179.99 && abs($0.longitude) <= 180 })
  }
}

@Suite struct GeocodePipelineTests {
  @Test func theCommuteWantsThirtyFourNames() {
    var pipeline = Pipeline(settings: Settings(), source: .capture)
    var changes: [TrackChange] = []
    for (k, fix) in Commute.fixes.enumerated() {
      let seconds = k % 60
      let minutes = k / 60
      let time = "2026-09-14T08:\(minutes < 10 ? "0" : "")\(minutes):\(seconds < 10 ? "0" : "")\(seconds).000Z"
      let line =
        "{\"class\":\"TPV\",\"device\":\"/dev/ttyACM0\",\"mode\":3,\"time\":\"\(time)\",\"lat\":\(fix.coordinate.latitude),"
        + "\"lon\":\(fix.coordinate.longitude),\"alt\":30,\"eph\":5,\"track\":90}"
      Array(line.utf8).withUnsafeBytes { pipeline.ingest(.line($0, nil), into: &changes) }
    }
    pipeline.ingest(.stop(nil), into: &changes)
    let wanted = changes.filter { if case .placeWanted = $0 { true } else { false } }
    #expect(wanted.count == 34)
    #expect(pipeline.counts.fixesAccepted == 3000)
  }

  @Test func whomToAskIsNoReasonToBeginAnew() throws {
    let pipeline = Pipeline(settings: Settings(), source: .live)
    var settings = Settings()
    settings.places.provider = .photon
    settings.places.minDistance = 1000
    #expect(throws: Never.self) { try Pipeline(restoring: pipeline.checkpoint(), settings: settings, source: .live) }
  }
}
