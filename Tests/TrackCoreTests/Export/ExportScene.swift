import TrackCore

func sceneFix(_ latitude: Double, _ longitude: Double, second: Int64 = 0) -> Fix {
  Fix(
    time: Instant(milliseconds: 1_777_622_400_000 + second * 1000),
    coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: 120.5, speed: 13.5, course: 90.25,
    eph: 4, hdop: 0.9, satellitesUsed: 9)
}

func sceneTrip(_ id: Trip.ID = 1) -> Trip {
  let start = Instant(milliseconds: 1_777_622_400_000)
  let at = Coordinate(latitude: 48, longitude: 11)
  return Trip(
    id: id, start: start, end: start + .minutes(10), last: start + .minutes(10), from: at, to: at, distance: 1234.5,
    bridgedDistance: 0, movingTime: .minutes(9), maxSpeed: 14.2, fixes: 3,
    bounds: BoundingBox(south: 48, north: 48, west: 11, east: 11))
}

func sceneVisit(_ id: Visit.ID = 1) -> Visit {
  Visit(
    id: id, arrival: Instant(milliseconds: 1_777_622_400_000), departure: nil,
    last: Instant(milliseconds: 1_777_623_400_000), centre: Coordinate(latitude: 48, longitude: 11), accuracy: 4,
    fixes: 30, inferred: false)
}

let hostileNames = [
  "'); DROP TABLE visit;--<script>alert(1)</script>", "a&b]]>\"'", "\u{0}\u{8}\u{1B}[31m\u{FFFE}\u{FFFF}",
  "שלום\u{202E}🚲",
  "=cmd|' /C calc'!A0",
]

/// Segments of fixes as one trip, after one visit for each name.
func sceneExport<W: ExportWriter>(_ writer: W, _ segments: [[Fix]], names: [String?] = []) -> [UInt8] {
  var writer = writer
  var text = ByteText()
  writer.begin(&text)
  for (k, name) in names.enumerated() {
    writer.visit(sceneVisit(Int64(k + 1)), at: name.map { NamedPlace(id: Int64(k + 1), name: $0) }, &text)
  }
  let ends = names.first.flatMap { $0 }.map { NamedPlace(id: 1, name: $0) }
  writer.beginTrip(sceneTrip(), from: ends, to: ends, &text)
  writer.parts(segments, &text) { segment, writer, text in for fix in segment { writer.fix(fix, &text) } }
  writer.endTrip(&text)
  writer.end(&text)
  return text.bytes
}
