import Foundation
import Testing

@testable import TrackCore

private func text(_ write: (inout ByteText) -> Void) -> String {
  var text = ByteText()
  write(&text)
  return String(decoding: text.bytes, as: UTF8.self)
}

@Suite struct ByteTextTests {
  @Test(arguments: [
    (51.5007, 7, "51.5007000"), (-0.1246, 7, "-0.1246000"), (0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"),
    (9.999, 2, "10.00"), (123, 0, "123"), (0.5, 0, "1"), (1e-9, 9, "0.000000001"), (1e12, 3, "1000000000000.000"),
    (.infinity, 3, "0"), (.nan, 3, "0"), (1e300, 3, "1e+300"),
  ])
  func aNumberIsRoundedToItsDecimals(number: Double, decimals: Int, shown: String) {
    #expect(text { $0.put(number, decimals: decimals) } == shown)
  }

  @Test func zerosAreTrimmedWhereAsked() {
    #expect(text { $0.put(1740, decimals: 3, trimmed: true) } == "1740")
    #expect(text { $0.put(1740.5, decimals: 3, trimmed: true) } == "1740.5")
    #expect(text { $0.put(0.001, decimals: 3, trimmed: true) } == "0.001")
  }

  @Test(arguments: [0, 7, -7, Int64.max, Int64.min]) func anIntegerIsWritten(number: Int64) {
    #expect(text { $0.put(number) } == "\(number)")
  }
}

@Suite struct JSONWriterTests {
  @Test func rowsStandOnLinesOfTheirOwn() {
    var json = JSONWriter()
    json.beginArray()
    for k in 1...2 {
      json.beginObject()
      json.key("id")
      json.value(k)
      json.key("at")
      json.beginArray()
      json.value(1.5, decimals: 1)
      json.null()
      json.endArray()
      json.endObject()
    }
    json.endArray()
    #expect(
      String(decoding: json.text.bytes, as: UTF8.self)
        == "[\n{\"id\":1,\"at\":[1.5,null]},\n{\"id\":2,\"at\":[1.5,null]}\n]\n")
  }

  @Test func anEmptyListIsTwoBrackets() {
    var json = JSONWriter()
    json.beginArray()
    json.endArray()
    #expect(String(decoding: json.text.bytes, as: UTF8.self) == "[]\n")
  }

  @Test(arguments: ["", "a\"b\\c", "\u{0}\u{1F}\u{7F}\n\r\t", "</script>", "שלום 🚲 \u{2028}", "\u{FFFD}"])
  func anyStringReadsBackAsItself(string: String) throws {
    var json = JSONWriter()
    json.beginArray()
    json.value(string)
    json.endArray()
    let back = try JSONSerialization.jsonObject(with: Data(json.text.bytes)) as? [String]
    #expect(back == [string])
  }

  @Test(arguments: [0.1, 1e-7, 1e22, 1.7976931348623157e308, 123_456_789.125])
  func anExactNumberReadsBackAsItself(number: Double) throws {
    var json = JSONWriter()
    json.beginArray()
    json.value(exact: number)
    json.endArray()
    let shown = String(decoding: json.text.bytes, as: UTF8.self).split(separator: "\n").dropFirst().first.map(
      String.init)
    #expect(shown.flatMap(Double.init) == number)
  }

  @Test func whatIsNotFiniteIsNull() {
    var json = JSONWriter()
    json.beginArray()
    json.value(exact: .nan)
    json.value(.infinity, decimals: 1)
    json.endArray()
    #expect(String(decoding: json.text.bytes, as: UTF8.self) == "[\nnull,\nnull\n]\n")
  }
}

// MARK: - files

private let hasXmllint = FileManager.default.isExecutableFile(atPath: "/usr/bin/xmllint")

@Suite struct GPXWriterTests {
  private func points(_ bytes: [UInt8]) throws -> (segments: Int, points: Int) {
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.components(separatedBy: "<trkseg>").count == text.components(separatedBy: "</trkseg>").count)
    return (text.components(separatedBy: "<trkseg>").count - 1, text.components(separatedBy: "<trkpt ").count - 1)
  }

  @Test func aTrackHasASegmentBetweenGaps() throws {
    let bytes = sceneExport(
      GPXWriter(), [[sceneFix(48, 11), sceneFix(48, 11.1, second: 1)], [sceneFix(48, 11.2, second: 60)]])
    #expect(try points(bytes) == (2, 3))
    #expect(try points(sceneExport(GPXWriter(), [])) == (0, 0))
    #expect(try points(sceneExport(GPXWriter(), [[], [], []])) == (0, 0))
  }

  @Test func elementsStandInTheOrderOfTheSchema() {
    let text = String(decoding: sceneExport(GPXWriter(), [[sceneFix(48, 11)]], names: [nil]), as: UTF8.self)
    #expect(
      text.contains(
        "<trkpt lat=\"48.0000000\" lon=\"11.0000000\"><ele>120.50</ele><time>2026-05-01T08:00:00.000Z</time><fix>3d</fix>"
          + "<sat>9</sat><hdop>0.90</hdop><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>13.50</gpxtpx:speed>"
          + "<gpxtpx:course>90.25</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>"))
    let (waypoint, track) = (text.range(of: "<wpt "), text.range(of: "<trk>"))
    #expect(
      waypoint != nil && track != nil
        && (waypoint?.lowerBound ?? text.endIndex) < (track?.lowerBound ?? text.startIndex))
  }

  @Test func theMeridianOf180DegreesIsWrittenAsTheSchemaWantsIt() {
    let text = String(
      decoding: sceneExport(GPXWriter(), [[sceneFix(0, 180), sceneFix(0, -180), sceneFix(0, 179.999_999_96)]]),
      as: UTF8.self)
    #expect(text.components(separatedBy: "lon=\"-180.0000000\"").count == 4)
  }

  @Test(.enabled(if: hasXmllint, "needs xmllint"))
  func everyFileIsValid() throws {
    var odd = sceneFix(-90, -180)
    odd.course = 359.999
    odd.speed = nil
    odd.hdop = nil
    var bare = Fix(time: odd.time, coordinate: Coordinate(latitude: 90, longitude: 180), mode: .twoDimensional)
    bare.satellitesUsed = 0
    let files = [
      sceneExport(GPXWriter(), []), sceneExport(GPXWriter(), [[sceneFix(48, 11)]]),
      sceneExport(GPXWriter(), [[sceneFix(48, 11), odd], [bare]]),
      sceneExport(GPXWriter(), [[sceneFix(48, 11)], [sceneFix(89.9, -180)]], names: hostileNames + [nil]),
    ]
    for file in files { #expect(try isValid(file)) }
    // The schema itself must be able to say no.
    let wrong = String(decoding: files[1], as: UTF8.self).replacingOccurrences(of: "lon=\"11", with: "lon=\"180")
    #expect(try !isValid(Array(wrong.utf8)))
  }

  private func isValid(_ bytes: [UInt8]) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tracklogger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, schema) = (folder.appending(path: "a.gpx"), folder.appending(path: "gpx.xsd"))
    try Data(bytes).write(to: file)
    try Data(gpxSchema.utf8).write(to: schema)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/xmllint")
    process.arguments = ["--noout", "--nonet", "--schema", schema.path, file.path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

@Suite struct GeoJSONWriterTests {
  private struct Line: Equatable {
    var part: Int
    var type: String
    var lines: [[[Double]]]
  }

  private func lines(_ segments: [[Fix]]) throws -> [Line] {
    let document =
      try JSONSerialization.jsonObject(with: Data(sceneExport(GeoJSONWriter(), segments))) as? [String: Any]
    #expect(document?["type"] as? String == "FeatureCollection")
    let features = try #require(document?["features"] as? [[String: Any]])
    return try features.map { feature in
      let geometry = try #require(feature["geometry"] as? [String: Any])
      let type = try #require(geometry["type"] as? String)
      let part = try #require((feature["properties"] as? [String: Any])?["part"] as? Int)
      if type == "Point" {
        return Line(part: part, type: type, lines: [[try #require(geometry["coordinates"] as? [Double])]])
      }
      let lines = try #require(geometry["coordinates"] as? [[[Double]]])
      for line in lines { #expect(line.count >= 2) }
      return Line(part: part, type: type, lines: lines)
    }
  }

  @Test func aTripIsOneFeatureWithALineBetweenGaps() throws {
    let got = try lines([
      [sceneFix(48, 11), sceneFix(48, 12)], [sceneFix(49, 11), sceneFix(49, 12), sceneFix(49, 13)],
    ])
    #expect(
      got == [
        Line(part: 1, type: "MultiLineString", lines: [[[11, 48], [12, 48]], [[11, 49], [12, 49], [13, 49]]])
      ])
  }

  @Test func aPositionAloneIsAPoint() throws {
    #expect(try lines([[sceneFix(48, 11)]]) == [Line(part: 1, type: "Point", lines: [[[11, 48]]])])
    let got = try lines([[sceneFix(1, 1), sceneFix(1, 2)], [sceneFix(2, 2)], [sceneFix(3, 3), sceneFix(3, 4)]])
    #expect(got.map(\.type) == ["MultiLineString", "Point"])
    #expect(got.map(\.part) == [1, 2])
    #expect(got.map(\.lines) == [[[[1, 1], [2, 1]], [[3, 3], [4, 3]]], [[[2, 2]]]])
  }

  @Test func eachPositionHasItsTime() throws {
    let segments = [
      [sceneFix(1, 1, second: 0), sceneFix(1, 2, second: 1)], [sceneFix(2, 2, second: 2)],
      [sceneFix(10, 179, second: 4), sceneFix(12, -179, second: 6), sceneFix(12, -178, second: 7)],
    ]
    let document =
      try JSONSerialization.jsonObject(with: Data(sceneExport(GeoJSONWriter(), segments))) as? [String: Any]
    let features = try #require(document?["features"] as? [[String: Any]])
    let properties = features.compactMap { $0["properties"] as? [String: Any] }
    func time(_ second: Int64) -> String {
      var text = ByteText()
      text.put(sceneFix(0, 0, second: second).time)
      return String(decoding: text.bytes, as: UTF8.self)
    }
    let times = try #require(properties.first?["coordTimes"] as? [[String]])
    #expect(times == [[time(0), time(1)], [time(4), time(5)], [time(5), time(6), time(7)]])
    #expect(properties.last?["time"] as? String == time(2))
    #expect(properties.last?["coordTimes"] == nil)
  }

  @Test func aTripThatIsTooLongForOthersHasNoTimes() throws {
    let segments = [[sceneFix(1, 1), sceneFix(1, 2), sceneFix(1, 3)], [sceneFix(2, 2)]]
    for (most, hasTimes) in [(2, false), (3, true)] {
      let bytes = sceneExport(GeoJSONWriter(mostTimes: most), segments)
      let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      let features = try #require(document?["features"] as? [[String: Any]])
      #expect(
        features.compactMap { ($0["geometry"] as? [String: Any])?["type"] as? String } == ["MultiLineString", "Point"])
      let properties = try #require(features.first?["properties"] as? [String: Any])
      #expect((properties["coordTimes"] != nil) == hasTimes)
      #expect(properties["distance_m"] != nil)
    }
  }

  @Test func noPositionIsNoFeature() throws {
    #expect(try lines([]).isEmpty)
    #expect(try lines([[], []]).isEmpty)
  }

  @Test func aLineIsCutAtTheAntimeridian() throws {
    let eastward = try lines([[sceneFix(10, 179), sceneFix(12, -179), sceneFix(12, -178)]])
    #expect(eastward.first?.lines == [[[179, 10], [180, 11]], [[-180, 11], [-179, 12], [-178, 12]]])
    let westward = try lines([[sceneFix(10, -178), sceneFix(10, -179), sceneFix(13, 178)]])
    #expect(westward.first?.lines == [[[-178, 10], [-179, 10], [-180, 11]], [[180, 11], [178, 13]]])
  }

  @Test func aPositionOnTheAntimeridianBelongsToBothSides() throws {
    #expect(
      try lines([[sceneFix(0, 179), sceneFix(0, -180), sceneFix(0, -179)]]).first?.lines == [
        [[179, 0], [180, 0]], [[-180, 0], [-179, 0]],
      ])
    #expect(try lines([[sceneFix(0, 180), sceneFix(0, -179)]]).first?.lines == [[[-180, 0], [-179, 0]]])
    #expect(
      try lines([[sceneFix(0, -180), sceneFix(0, 179), sceneFix(0, 180)]]).first?.lines == [
        [[180, 0], [179, 0], [180, 0]]
      ])
  }

  @Test func crossingToAndFroCutsEachTime() throws {
    let got = try lines([[sceneFix(0, 179.5), sceneFix(0, -179.5), sceneFix(0, 179.5), sceneFix(0, -179.5)]])
    #expect(got.first?.lines.count == 4)
    #expect(got.first?.lines.map(\.count) == [2, 3, 3, 2])
  }

  @Test func namesFromStrangersReadBackAsTheyAre() throws {
    let bytes = sceneExport(GeoJSONWriter(), [], names: hostileNames)
    let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let features = try #require(document?["features"] as? [[String: Any]])
    #expect(features.map { ($0["properties"] as? [String: Any])?["name"] as? String } == hostileNames)
  }
}
