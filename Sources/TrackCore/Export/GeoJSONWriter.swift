/// GeoJSON (RFC 7946): a feature for each visit (Point) and each trip (MultiLineString).
///
/// A trip's line is broken at gaps and cut where it crosses the antimeridian; its property `coordTimes` has the time of each position, in
/// arrays like those of the positions. A position that stands alone between two gaps is a Point feature of the same trip, with the next `part`
/// number, as no line can hold it. Positions have no height: the RFC's is above the ellipsoid, ours above mean sea level. Properties end in
/// their unit.
public struct GeoJSONWriter: ExportWriter {
  private enum Pass { case positions, times, alone }

  private struct Spot {
    var at: Coordinate
    var time: Instant
  }

  private var isFirstFeature = true
  private var trip: (trip: Trip, from: NamedPlace?, to: NamedPlace?)?
  private var part: Int64 = 0
  private var pass = Pass.positions
  /// A position whose line has not begun: no second one has come yet.
  private var pending: Spot?
  /// The last position of the line that is open.
  private var previous: Spot?
  private var hasLines = false
  private var hasAlone = false
  private var positions = 0
  private let mostTimes: Int

  /// - Parameter mostTimes: a trip with more positions than that has no `coordTimes`. GDAL refuses a feature of more than 200 MB in its memory,
  ///   where a position and its time take 400 bytes (GDAL 3.6, measured).
  public init(mostTimes: Int = 250_000) { self.mostTimes = mostTimes }

  public var passes: ExportPasses { .ofEachTrip }

  public mutating func begin(_ text: inout ByteText) {
    text.put("{\"type\":\"FeatureCollection\",\"features\":[")
  }

  public mutating func visit(_ visit: Visit, at place: NamedPlace?, _ text: inout ByteText) {
    var properties = JSONWriter()
    properties.beginObject()
    properties.properties(of: visit, at: place)
    point(visit.centre, &properties, &text)
  }

  public mutating func beginTrip(_ trip: Trip, from: NamedPlace?, to: NamedPlace?, _ text: inout ByteText) {
    self.trip = (trip, from, to)
    part = 0
    pass = .positions
    pending = nil
    previous = nil
    hasLines = false
    hasAlone = false
    positions = 0
  }

  public mutating func fix(_ fix: Fix, _ text: inout ByteText) {
    var here = Spot(at: fix.coordinate, time: fix.time)
    if let from = previous ?? pending {
      // ±180 is one meridian: the side on which the line is needs no cut.
      if abs(here.at.longitude) == 180 { here.at.longitude = from.at.longitude < 0 ? -180 : 180 }
      if abs(here.at.longitude - from.at.longitude) > 180 { cut(from, here, &text) }
    }
    if previous != nil {
      put(",", here, &text)
      previous = here
    } else if let first = pending {
      beginLine(first, &text)
      put(",", here, &text)
      pending = nil
      previous = here
    } else {
      pending = here
    }
  }

  public mutating func gap(_ text: inout ByteText) {
    endLine(&text)
    guard let alone = pending else { return }
    pending = nil
    hasAlone = true
    guard pass == .alone else { return }
    var properties = tripProperties()
    properties.key("time")
    properties.value(alone.time)
    point(alone.at, &properties, &text)
  }

  public mutating func nextPass(_ text: inout ByteText) -> Bool {
    gap(&text)
    switch pass {
    case .positions where hasLines:
      text.put("]},\"properties\":")
      var properties = tripProperties()
      guard positions <= mostTimes else {
        properties.endObject()
        text.put(properties.text.bytes.dropLast())
        text.put("}")
        pass = .alone
        return hasAlone
      }
      properties.key("coordTimes")
      text.put(properties.text.bytes[...])
      text.put("[")
      pass = .times
      hasLines = false
      return true
    case .positions, .times:
      if pass == .times { text.put("]}}") }
      pass = .alone
      return hasAlone
    case .alone: return false
    }
  }

  public mutating func endTrip(_ text: inout ByteText) { trip = nil }

  public mutating func end(_ text: inout ByteText) { text.put("\n]}\n") }

  /// Ends the line on the antimeridian and lets the next one begin there, on the other side.
  private mutating func cut(_ from: Spot, _ to: Spot, _ text: inout ByteText) {
    let side: Double = from.at.longitude < 0 ? -180 : 180
    let whole = 360 - abs(to.at.longitude - from.at.longitude)
    let share = whole > 0 ? (180 - abs(from.at.longitude)) / whole : 0
    let latitude = from.at.latitude + (to.at.latitude - from.at.latitude) * share
    let time = from.time + .seconds((to.time - from.time).seconds * share)
    if abs(from.at.longitude) < 180 {
      if let first = pending { beginLine(first, &text) }
      put(",", Spot(at: Coordinate(latitude: latitude, longitude: side), time: time), &text)
      previous = from
    }
    endLine(&text)
    pending = Spot(at: Coordinate(latitude: latitude, longitude: -side), time: time)
  }

  private mutating func beginLine(_ first: Spot, _ text: inout ByteText) {
    if !hasLines, pass == .positions {
      beginFeature(&text)
      text.put("\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":[")
    }
    put(hasLines ? ",[" : "[", first, &text)
    hasLines = true
  }

  private mutating func endLine(_ text: inout ByteText) {
    if previous != nil, pass != .alone { text.put("]") }
    previous = nil
  }

  /// What stands for a position in this pass.
  private mutating func put(_ separator: StaticString, _ spot: Spot, _ text: inout ByteText) {
    if pass == .alone { return }
    text.put(separator)
    if pass == .positions {
      positions += 1
      return position(spot.at, &text)
    }
    text.put("\"")
    text.put(spot.time)
    text.put("\"")
  }

  /// Of the next feature of the trip; the object is open.
  private mutating func tripProperties() -> JSONWriter {
    part += 1
    var properties = JSONWriter()
    properties.beginObject()
    properties.key("kind")
    properties.value("trip")
    if let (trip, from, to) = trip {
      properties.key("trip")
      properties.value(trip.id)
      properties.key("part")
      properties.value(part)
      // Sums over features must not count a trip twice.
      if part == 1 { properties.properties(of: trip, from: from, to: to) }
    }
    return properties
  }

  private mutating func beginFeature(_ text: inout ByteText) {
    text.put(isFirstFeature ? "\n" : ",\n")
    isFirstFeature = false
    text.put("{\"type\":\"Feature\",")
  }

  /// A feature of one position; the object of its properties is open.
  private mutating func point(_ at: Coordinate, _ properties: inout JSONWriter, _ text: inout ByteText) {
    beginFeature(&text)
    properties.endObject()
    text.put("\"properties\":")
    text.put(properties.text.bytes.dropLast())
    text.put(",\"geometry\":{\"type\":\"Point\",\"coordinates\":")
    position(at, &text)
    text.put("}}")
  }

  private func position(_ at: Coordinate, _ text: inout ByteText) {
    text.put("[")
    text.put(at.longitude, decimals: 7)
    text.put(",")
    text.put(at.latitude, decimals: 7)
    text.put("]")
  }
}
