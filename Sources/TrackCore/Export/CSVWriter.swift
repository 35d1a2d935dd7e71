/// CSV (RFC 4180): a row for each visit, then one for each fix of each trip. The header names the units; what is absent is empty.
///
/// `id` is that of the visit or trip, `part` counts the parts of a trip between gaps, from 1. Of a visit `time` is the arrival, `end` the
/// departure, and `horizontal_error_m` the accuracy of its centre.
public struct CSVWriter: ExportWriter {
  private var trip: Trip.ID = 0
  private var part: Int64 = 1
  private var hasFix = false

  public init() {}

  public mutating func begin(_ text: inout ByteText) {
    text.put(
      """
      kind,id,part,time_utc,end_utc,latitude_deg,longitude_deg,altitude_msl_m,speed_m_s,course_deg,horizontal_error_m,\
      vertical_error_m,hdop,satellites,name\r\n
      """)
  }

  public mutating func visit(_ visit: Visit, at place: NamedPlace?, _ text: inout ByteText) {
    text.put("visit,")
    text.put(visit.id)
    text.put(",,")
    text.put(visit.arrival)
    text.put(",")
    if let departure = visit.departure { text.put(departure) }
    position(visit.centre, &text)
    text.put(",,,,")
    text.put(visit.accuracy, decimals: 1)
    text.put(",,,,")
    if let name = place?.name { text.put(csv: name) }
    text.put("\r\n")
  }

  public mutating func beginTrip(_ trip: Trip, from: NamedPlace?, to: NamedPlace?, _ text: inout ByteText) {
    self.trip = trip.id
    part = 1
    hasFix = false
  }

  public mutating func fix(_ fix: Fix, _ text: inout ByteText) {
    hasFix = true
    text.put("fix,")
    text.put(trip)
    text.put(",")
    text.put(part)
    text.put(",")
    text.put(fix.time)
    text.put(",")
    position(fix.coordinate, &text)
    cell(fix.altitude, &text)
    cell(fix.speed, &text)
    cell(fix.course, &text)
    cell(fix.eph, &text)
    cell(fix.epv, &text)
    cell(fix.hdop, &text)
    text.put(",")
    if let satellites = fix.satellitesUsed { text.put(Int64(satellites)) }
    text.put(",\r\n")
  }

  public mutating func gap(_ text: inout ByteText) {
    if hasFix { part += 1 }
    hasFix = false
  }

  public mutating func endTrip(_ text: inout ByteText) {}
  public mutating func end(_ text: inout ByteText) {}

  private func position(_ at: Coordinate, _ text: inout ByteText) {
    text.put(",")
    text.put(at.latitude, decimals: 7)
    text.put(",")
    text.put(at.longitude, decimals: 7)
  }

  private func cell(_ value: Double?, _ text: inout ByteText) {
    text.put(",")
    if let value { text.put(value, decimals: 2) }
  }
}
