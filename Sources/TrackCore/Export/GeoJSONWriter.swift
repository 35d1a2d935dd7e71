/// GeoJSON (RFC 7946): a feature for each visit (Point) and each trip (MultiLineString).
///
/// A trip's line is broken at gaps and cut where it crosses the antimeridian. A position that stands alone between two gaps is a Point feature of
/// the same trip, with the next `part` number, as no line can hold it. Positions have no height: the RFC's is above the ellipsoid, ours above
/// mean sea level. Properties end in their unit.
public struct GeoJSONWriter: ExportWriter {
  private var isFirstFeature = true
  private var trip: (trip: Trip, from: NamedPlace?, to: NamedPlace?)?
  private var part: Int64 = 0
  /// A position whose line has not begun: no second one has come yet.
  private var pending: Coordinate?
  /// The last position of the line that is open.
  private var previous: Coordinate?
  private var isInGeometry = false

  public init() {}

  public mutating func begin(_ text: inout ByteText) {
    text.put("{\"type\":\"FeatureCollection\",\"features\":[")
  }

  public mutating func visit(_ visit: Visit, at place: NamedPlace?, _ text: inout ByteText) {
    beginFeature(&text)
    var properties = JSONWriter()
    properties.beginObject()
    properties.properties(of: visit, at: place)
    endProperties(&properties, &text)
    point(visit.centre, &text)
    text.put("}")
  }

  public mutating func beginTrip(_ trip: Trip, from: NamedPlace?, to: NamedPlace?, _ text: inout ByteText) {
    self.trip = (trip, from, to)
    part = 0
    pending = nil
    previous = nil
    isInGeometry = false
  }

  public mutating func fix(_ fix: Fix, _ text: inout ByteText) {
    var here = fix.coordinate
    if let from = previous ?? pending {
      // ±180 is one meridian: the side on which the line is needs no cut.
      if abs(here.longitude) == 180 { here.longitude = from.longitude < 0 ? -180 : 180 }
      if abs(here.longitude - from.longitude) > 180 { cut(from, here, &text) }
    }
    if previous != nil {
      text.put(",")
      position(here, &text)
      previous = here
    } else if let first = pending {
      beginLine(&text)
      position(first, &text)
      text.put(",")
      position(here, &text)
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
    endGeometry(&text)
    beginPart(&text)
    point(alone, &text)
    text.put("}")
  }

  public mutating func endTrip(_ text: inout ByteText) {
    gap(&text)
    endGeometry(&text)
    trip = nil
  }

  public mutating func end(_ text: inout ByteText) { text.put("\n]}\n") }

  /// Ends the line on the antimeridian and lets the next one begin there, on the other side.
  private mutating func cut(_ from: Coordinate, _ to: Coordinate, _ text: inout ByteText) {
    let side: Double = from.longitude < 0 ? -180 : 180
    let whole = 360 - abs(to.longitude - from.longitude)
    let share = whole > 0 ? (180 - abs(from.longitude)) / whole : 0
    let latitude = from.latitude + (to.latitude - from.latitude) * share
    if abs(from.longitude) < 180 {
      if let first = pending {
        beginLine(&text)
        position(first, &text)
      }
      text.put(",")
      position(Coordinate(latitude: latitude, longitude: side), &text)
      previous = from
    }
    endLine(&text)
    pending = Coordinate(latitude: latitude, longitude: -side)
  }

  private mutating func beginLine(_ text: inout ByteText) {
    if !isInGeometry {
      beginPart(&text)
      text.put("{\"type\":\"MultiLineString\",\"coordinates\":[[")
      isInGeometry = true
    } else {
      text.put(",[")
    }
  }

  private mutating func endLine(_ text: inout ByteText) {
    if previous != nil { text.put("]") }
    previous = nil
  }

  private mutating func endGeometry(_ text: inout ByteText) {
    if isInGeometry { text.put("]}}") }
    isInGeometry = false
  }

  private mutating func beginPart(_ text: inout ByteText) {
    beginFeature(&text)
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
    endProperties(&properties, &text)
  }

  private mutating func beginFeature(_ text: inout ByteText) {
    text.put(isFirstFeature ? "\n" : ",\n")
    isFirstFeature = false
    text.put("{\"type\":\"Feature\",\"properties\":")
  }

  private func endProperties(_ properties: inout JSONWriter, _ text: inout ByteText) {
    properties.endObject()
    text.put(properties.text.bytes.dropLast())
    text.put(",\"geometry\":")
  }

  private func point(_ at: Coordinate, _ text: inout ByteText) {
    text.put("{\"type\":\"Point\",\"coordinates\":")
    position(at, &text)
    text.put("}")
  }

  private func position(_ at: Coordinate, _ text: inout ByteText) {
    text.put("[")
    text.put(at.longitude, decimals: 7)
    text.put(",")
    text.put(at.latitude, decimals: 7)
    text.put("]")
  }
}
