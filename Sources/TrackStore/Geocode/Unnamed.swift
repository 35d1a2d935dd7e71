import TrackCore

extension GeocodeQueue {
  /// Tells the queue of every visit and trip without a name: it asks for those that wait nowhere.
  func noteUnnamed(to queue: PlaceQueue) throws(StoreError) {
    let visits = try database.prepare(
      """
      SELECT id, arrival, last, lat, lon, place FROM visit LEFT JOIN label ON subject = id * 4 + 1
      WHERE place IS NOT NULL AND name IS NULL
      """)
    while try visits.step() {
      queue.note(
        Visit(
          id: visits.int(0), arrival: Instant(milliseconds: visits.int(1)), departure: nil,
          last: Instant(milliseconds: visits.int(2)), centre: Units.coordinate(visits.int(3), visits.int(4)),
          accuracy: 0, fixes: 0, inferred: false), at: visits.int(5))
    }
    let trips = try database.prepare(
      """
      SELECT id, start, "end", last, from_lat, from_lon, to_lat, to_lon FROM trip
        LEFT JOIN label AS a ON a.subject = id * 4 + 2 LEFT JOIN label AS b ON b.subject = id * 4 + 3
      WHERE a.name IS NULL OR b.name IS NULL AND "end" IS NOT NULL
      """)
    while try trips.step() {
      let from = Units.coordinate(trips.int(4), trips.int(5))
      let start = Instant(milliseconds: trips.int(1))
      queue.note(
        Trip(
          id: trips.int(0), start: start, end: trips.optionalInt(2).map(Instant.init(milliseconds:)),
          last: Instant(milliseconds: trips.int(3)), from: from, to: Units.coordinate(trips.int(6), trips.int(7)),
          distance: 0, bridgedDistance: 0, movingTime: .zero, maxSpeed: nil, fixes: 0,
          bounds: BoundingBox(
            south: from.latitude, north: from.latitude, west: from.longitude, east: from.longitude)))
    }
  }
}
