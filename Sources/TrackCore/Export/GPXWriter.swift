/// GPX 1.1 (topografix.com/GPX/1/1): visits as waypoints, a trip as a track with a segment between gaps.
///
/// Elements stand in the schema's order. Speed and course, for which GPX 1.1 has no element, are in Garmin's TrackPointExtension
/// version 2. Elevations are above mean sea level, times UTC.
public struct GPXWriter: ExportWriter {
  private var isInSegment = false

  public init() {}

  public mutating func begin(_ text: inout ByteText) {
    text.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="tracklogger" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
      xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd \
      http://www.garmin.com/xmlschemas/TrackPointExtension/v2 \
      https://www8.garmin.com/xmlschemas/TrackPointExtensionv2.xsd">

      """)
  }

  public mutating func visit(_ visit: Visit, at place: NamedPlace?, _ text: inout ByteText) {
    text.put("<wpt ")
    put(visit.centre, &text)
    text.put("><time>")
    text.put(visit.arrival)
    text.put("</time><name>")
    text.put(visit: visit, at: place)
    text.put("</name><desc>")
    text.put(visit.arrival)
    text.put(" to ")
    if let departure = visit.departure { text.put(departure) } else { text.put("now") }
    text.put("</desc><type>visit</type></wpt>\n")
  }

  public mutating func beginTrip(_ trip: Trip, from: NamedPlace?, to: NamedPlace?, _ text: inout ByteText) {
    text.put("<trk><name>")
    text.put(trip: trip, from: from, to: to)
    text.put("</name><desc>")
    text.put(trip.start)
    text.put(", ")
    text.put((trip.distance + trip.bridgedDistance) / 1000, decimals: 1)
    text.put(" km</desc><type>trip</type>\n")
    isInSegment = false
  }

  public mutating func fix(_ fix: Fix, _ text: inout ByteText) {
    if !isInSegment {
      text.put("<trkseg>\n")
      isInSegment = true
    }
    text.put("<trkpt ")
    put(fix.coordinate, &text)
    text.put(">")
    if let altitude = fix.altitude {
      text.put("<ele>")
      text.put(altitude, decimals: 2)
      text.put("</ele>")
    }
    text.put("<time>")
    text.put(fix.time)
    text.put("</time>")
    text.put(fix.mode == .threeDimensional ? "<fix>3d</fix>" : "<fix>2d</fix>")
    if let satellites = fix.satellitesUsed, satellites >= 0 {
      text.put("<sat>")
      text.put(Int64(satellites))
      text.put("</sat>")
    }
    if let hdop = fix.hdop {
      text.put("<hdop>")
      text.put(hdop, decimals: 2)
      text.put("</hdop>")
    }
    if fix.speed != nil || fix.course != nil { extensions(fix, &text) }
    text.put("</trkpt>\n")
  }

  private func extensions(_ fix: Fix, _ text: inout ByteText) {
    text.put("<extensions><gpxtpx:TrackPointExtension>")
    if let speed = fix.speed {
      text.put("<gpxtpx:speed>")
      text.put(speed, decimals: 2)
      text.put("</gpxtpx:speed>")
    }
    if let course = fix.course {
      text.put("<gpxtpx:course>")
      // Courses end before 360.
      text.put(course >= 359.995 ? 0 : course, decimals: 2)
      text.put("</gpxtpx:course>")
    }
    text.put("</gpxtpx:TrackPointExtension></extensions>")
  }

  public mutating func gap(_ text: inout ByteText) {
    if isInSegment { text.put("</trkseg>\n") }
    isInSegment = false
  }

  public mutating func endTrip(_ text: inout ByteText) {
    gap(&text)
    text.put("</trk>\n")
  }

  public mutating func end(_ text: inout ByteText) { text.put("</gpx>\n") }

  private func put(_ position: Coordinate, _ text: inout ByteText) {
    text.put("lat=\"")
    text.put(position.latitude, decimals: 7)
    text.put("\" lon=\"")
    // The schema's longitudes end before 180.
    text.put(position.longitude >= 179.999_999_95 ? -180 : position.longitude, decimals: 7)
    text.put("\"")
  }
}
