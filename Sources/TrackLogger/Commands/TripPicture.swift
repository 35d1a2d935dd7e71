import TrackCore
import TrackStore

/// A trip drawn in text: its way and its speed.
enum TripPicture {
  private static let widest = 72
  private static let highest = 16

  static func lines(_ trip: Trip, _ reader: TrackReader, _ shown: Shown, columns: Int) throws(StoreError) -> [String] {
    let columns = min(widest, columns)
    let parts = try reader.parts(of: trip)
    var bounds = trip.bounds
    // What is drawn in proportion must not be lost in a box that is open to all sides.
    if bounds.south > bounds.north { bounds = BoundingBox(south: -90, north: 90, west: -180, east: 180) }
    var map = TextMap(bounds, columns: columns, rows: highest)
    var speed = Sparkline(from: trip.start, to: trip.end ?? trip.last, columns: columns)
    var hasFix = false
    for part in parts {
      map.gap()
      try reader.fixes(in: part) { fix in
        map.add(fix.coordinate)
        if let value = fix.speed { speed.add(value, at: fix.time) }
        hasFix = true
        return true
      }
    }
    guard hasFix else { return [] }
    map.mark(trip.to, "E")
    map.mark(trip.from, "S")
    var lines = [""] + map.lines(shown.units)
    if let top = speed.top, top > 0 { lines += ["", speed.text, "speed, to \(shown.speed(top))"] }
    return lines
  }
}
