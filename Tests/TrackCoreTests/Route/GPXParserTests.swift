import Testing

@testable import TrackCore

private func items(_ text: String, piece: Int = .max) -> [GPXParser.Item] {
  var parser = GPXParser()
  var items: [GPXParser.Item] = []
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let bytes = Array(rest.prefix(piece))
    rest = rest.dropFirst(piece)
    bytes.withUnsafeBytes { parser.scan($0) { items.append($0) } }
  }
  return items
}

private func points(_ text: String, piece: Int = .max) -> [GPXPoint] {
  items(text, piece: piece).compactMap { if case .point(let point) = $0 { point } else { nil } }
}

private let full = """
  \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
  <!-- a <trkpt lat="1" lon="1"/> that is none -- ->-->
  <g:gpx version='1.1' xmlns:g="http://www.topografix.com/GPX/1/1"><g:metadata><g:time>2001-01-01T00:00:00Z</g:time></g:metadata>
  <g:wpt lat="-47.5" lon="9"><g:name><![CDATA[</wpt><wpt lat="1" lon="2">]]></g:name></g:wpt>
  <g:trk><g:name>a > b</g:name><g:trkseg>
  <g:trkpt lon = '179.5'
    lat="1e1"  ><g:ele> -3.25 </g:ele><g:time><![CDATA[2026-05-01T08:00:00.5+02:00]]></g:time><g:fix>3d</g:fix><g:sat>7</g:sat>
    <g:hdop>0.9</g:hdop><g:extensions><x:TrackPointExtension><x:speed>13.5</x:speed><x:course>90</x:course><x:time>1999-01-01T00:00:00Z</x:time>
    </x:TrackPointExtension></g:extensions></g:trkpt>
  </g:trkseg><g:trkseg/><g:trkseg><g:trkpt lat="0" lon="0"/></g:trkseg></g:trk></g:gpx>
  """

@Suite struct GPXParserTests {
  @Test func pointsAreFoundWithWhatTheyHold() {
    var track = GPXPoint(
      .track, Coordinate(latitude: 10, longitude: 179.5), time: Instant(milliseconds: 1_777_615_200_500))
    track.elevation = -3.25
    track.speed = 13.5
    track.course = 90
    track.hdop = 0.9
    track.satellites = 7
    track.isThreeDimensional = true
    #expect(
      items(full) == [
        .file, .point(GPXPoint(.waypoint, Coordinate(latitude: -47.5, longitude: 9))), .part, .point(track), .part,
        .part,
        .point(GPXPoint(.track, Coordinate(latitude: 0, longitude: 0))),
      ])
  }

  @Test(arguments: [1, 2, 3, 7, 64]) func piecesMakeNoDifference(size: Int) {
    #expect(items(full, piece: size) == items(full))
  }

  @Test(
    arguments: [
      ("2026-05-01T08:00:00Z", 1_777_622_400_000), ("2026-05-01T08:00:00", 1_777_622_400_000),
      ("2026-05-01T08:00:00.123456Z", 1_777_622_400_123), ("2026-05-01T08:00:00-03:30", 1_777_635_000_000),
      ("2026-05-01T08:00:00+0200", 1_777_615_200_000), ("2026-05-01T08:00:60Z", nil), ("2026-13-01T08:00:00Z", nil),
      ("2026-05-01 08:00:00Z", nil), ("2026-05-01T08:00Z", nil), ("2026-05-01T08:00:00+99:00", nil),
      ("2026-05-01T08:00:00.Z", nil),
      ("", nil), ("&#50;026-05-01T08:00:00Z", nil), (String(repeating: "2", count: 5000), nil),
    ] as [(String, Int64?)])
  func timesAreThoseOfXML(text: String, milliseconds: Int64?) {
    let found = points("<gpx><wpt lat='1' lon='2'><time>\(text)</time></wpt></gpx>")
    #expect(found.map { $0.time?.milliseconds } == [milliseconds])
  }

  // (With an interpolation in the attribute the compiler of Swift 6.0 crashes.)
  static let nowhere = [
    "lat='91' lon='0'", "lat='0' lon='180.1'", "lat='nan' lon='0'", "lat='inf' lon='0'", "lat='0'", "", "lat=0 lon=0",
    "xlat='0' lon='0'", "lat='0' lon='&#48;'", "lat='0x10' lon=''", "lat='0' lon", "lat='0' lon='",
    "name='" + String(repeating: "x", count: 5000) + "' lat='0' lon='0'",
  ]

  @Test(arguments: nowhere)
  func aPointThatIsNowhereIsNone(attributes: String) {
    let found = items("<gpx><trkpt \(attributes)></trkpt><trkpt lat='1' lon='2'/></gpx>")
    // A mark that is never closed takes the rest of the file with it.
    #expect(found.contains(.nowhere) || attributes.hasSuffix("lon='"))
    #expect(found.allSatisfy { if case .point(let point) = $0 { point.coordinate.latitude == 1 } else { true } })
  }

  @Test(arguments: ["<!DOCTYPE gpx [<!ENTITY a \"&b;&b;\">]>", "<!ENTITY x SYSTEM 'file:///etc/passwd'>"])
  func aDocumentTypeIsRefused(declaration: String) {
    var parser = GPXParser()
    var found = 0
    Array("<?xml?>\(declaration)<gpx><wpt lat='1' lon='2'/></gpx>".utf8).withUnsafeBytes {
      parser.scan($0) { _ in found += 1 }
    }
    #expect(parser.isRefused)
    #expect(found == 0)
  }

  @Test func aFileThatIsCutOffSaysSo() {
    for (text, isCut) in [
      ("<gpx><wpt lat='1' lon='2'/></gpx>", false), ("<gpx><wpt lat='1' lon='2'><ti", true), ("<gpx><!-- ", true),
    ] {
      var parser = GPXParser()
      Array(text.utf8).withUnsafeBytes { parser.scan($0) { _ in } }
      #expect(parser.isCutOff == isCut, "\(text)")
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func noDamageIsFatal(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let original = Array(full.utf8)
    for _ in 0..<2000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...40, using: &generator)))
        default: bytes.insert(contentsOf: Array("<>/'\"=![]-".utf8).shuffled(using: &generator), at: at)
        }
        if bytes.isEmpty { bytes = original }
      }
      var parser = GPXParser()
      bytes.withUnsafeBytes { raw in
        parser.scan(raw) { item in
          guard case .point(let point) = item else { return }
          #expect((-90...90).contains(point.coordinate.latitude), "seed \(seed)")
          #expect((-180...180).contains(point.coordinate.longitude), "seed \(seed)")
        }
      }
    }
  }
}
