/// KML 2.2 with Google's track extension: a placemark for each visit (a point) and each trip, whose `gx:MultiTrack` has a
/// `gx:Track` with times for each part between gaps.
///
/// A track has all its times before all its positions, so the fixes are wanted twice. Tracks lie on the ground: an altitude that is not
/// known is written as 0, as a `gx:coord` needs one, and counts for nothing.
public struct KMLWriter: ExportWriter {
  private enum Pass { case times, positions }

  private var pass = Pass.times
  private var isInTrack = false
  private var hasGeometry = false
  /// Times that still want their position: a track whose lists differ in length is void.
  private var due = 0

  public init() {}

  public var passes: ExportPasses { .ofEachPart }

  public mutating func begin(_ text: inout ByteText) {
    text.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document><name>tracklogger</name>

      """)
  }

  public mutating func visit(_ visit: Visit, at place: NamedPlace?, _ text: inout ByteText) {
    text.put("<Placemark><name>")
    text.put(visit: visit, at: place)
    text.put("</name>")
    span(visit.arrival, visit.departure, &text)
    text.put("<ExtendedData>")
    datum("kind", &text) { $0.put("visit") }
    datum("visit", &text) { $0.put(visit.id) }
    datum("accuracy_m", &text) { $0.put(visit.accuracy, decimals: 1) }
    datum("fixes", &text) { $0.put(Int64(visit.fixes)) }
    datum("inferred", &text) { $0.put(visit.inferred ? "true" : "false") }
    text.put("</ExtendedData><Point><coordinates>")
    position(visit.centre, ",", &text)
    text.put("</coordinates></Point></Placemark>\n")
  }

  public mutating func beginTrip(_ trip: Trip, from: NamedPlace?, to: NamedPlace?, _ text: inout ByteText) {
    text.put("<Placemark><name>")
    text.put(trip: trip, from: from, to: to)
    text.put("</name>")
    span(trip.start, trip.end, &text)
    text.put("<ExtendedData>")
    datum("kind", &text) { $0.put("trip") }
    datum("trip", &text) { $0.put(trip.id) }
    datum("distance_m", &text) { $0.put(trip.distance, decimals: 1) }
    datum("bridged_distance_m", &text) { $0.put(trip.bridgedDistance, decimals: 1) }
    datum("moving_time_s", &text) { $0.put(trip.movingTime.seconds, decimals: 3, trimmed: true) }
    if let speed = trip.maxSpeed { datum("max_speed_m_s", &text) { $0.put(speed, decimals: 2) } }
    text.put("</ExtendedData>\n")
    hasGeometry = false
    isInTrack = false
    pass = .times
  }

  public mutating func fix(_ fix: Fix, _ text: inout ByteText) {
    switch pass {
    case .times:
      if !isInTrack { beginTrack(&text) }
      text.put("<when>")
      text.put(fix.time)
      text.put("</when>\n")
      due += 1
    case .positions:
      guard due > 0 else { return }
      due -= 1
      text.put("<gx:coord>")
      position(fix.coordinate, " ", &text)
      text.put(" ")
      text.put(fix.altitude ?? 0, decimals: 2)
      text.put("</gx:coord>\n")
    }
  }

  public mutating func nextPass(_ text: inout ByteText) -> Bool {
    defer { pass = .positions }
    return pass == .times
  }

  public mutating func gap(_ text: inout ByteText) {
    if isInTrack { text.put("</gx:Track>\n") }
    isInTrack = false
    pass = .times
    due = 0
  }

  public mutating func endTrip(_ text: inout ByteText) {
    gap(&text)
    if hasGeometry { text.put("</gx:MultiTrack>") }
    text.put("</Placemark>\n")
  }

  public mutating func end(_ text: inout ByteText) { text.put("</Document></kml>\n") }

  private mutating func beginTrack(_ text: inout ByteText) {
    if !hasGeometry { text.put("<gx:MultiTrack>\n") }
    text.put("<gx:Track>\n")
    hasGeometry = true
    isInTrack = true
  }

  private func span(_ begin: Instant, _ end: Instant?, _ text: inout ByteText) {
    text.put("<TimeSpan><begin>")
    text.put(begin)
    text.put("</begin>")
    if let end {
      text.put("<end>")
      text.put(end)
      text.put("</end>")
    }
    text.put("</TimeSpan>")
  }

  private func datum(_ name: StaticString, _ text: inout ByteText, _ value: (inout ByteText) -> Void) {
    text.put("<Data name=\"")
    text.put(name)
    text.put("\"><value>")
    value(&text)
    text.put("</value></Data>")
  }

  private func position(_ at: Coordinate, _ separator: StaticString, _ text: inout ByteText) {
    text.put(at.longitude, decimals: 7)
    text.put(separator)
    text.put(at.latitude, decimals: 7)
  }
}
