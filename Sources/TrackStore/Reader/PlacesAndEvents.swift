import TrackCore

extension TrackReader {
  /// Places with a visit that overlaps the range; without a range all, those that are only named too.
  public func places(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> [PlaceRow] {
    database.operation = "list places"
    let statement = try database.prepare(
      """
      SELECT * FROM (SELECT place.id, name, place.lat, place.lon, count(visit.id), min(arrival),
          max(coalesce(departure, last)), sum(coalesce(departure, last) - arrival)
        FROM place LEFT JOIN visit ON visit.place = place.id
          AND arrival < ?2 AND (departure > ?1 OR departure IS NULL AND last >= ?1)
        GROUP BY place.id HAVING count(visit.id) > 0 OR ?4 ORDER BY place.id DESC LIMIT ?3) ORDER BY id
      """)
    statement.bind(1, range.lower)
    statement.bind(2, range.upper)
    statement.bind(3, limit.map { Int64($0) } ?? -1)
    statement.bind(4, range == .all ? 1 : 0)
    var rows: [PlaceRow] = []
    while try statement.step() {
      let centre = Units.coordinate(statement.int(2), statement.int(3))
      rows.append(
        PlaceRow(
          id: statement.int(0), name: statement.optionalText(1),
          address: try placeNames().name(place: statement.int(0), at: centre), centre: centre,
          visits: Int(statement.int(4)),
          firstArrival: statement.optionalInt(5).map(Instant.init(milliseconds:)),
          lastSeen: statement.optionalInt(6).map(Instant.init(milliseconds:)),
          duration: Interval(milliseconds: statement.int(7))))
    }
    return rows
  }

  private static let eventQuery = "SELECT id, kind, time, noticed, lat, lon, trip, visit, distance FROM event"

  static let eventsAfter = "\(eventQuery) WHERE id > ?1 ORDER BY id LIMIT ?2"

  static let eventsInRange =
    "SELECT * FROM (\(eventQuery) WHERE time >= ?1 AND time < ?2 ORDER BY id DESC LIMIT ?3) ORDER BY id"

  /// Events that happened in the range, in the order in which they were noticed.
  public func events(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> [EventRow] {
    let statement = try prepareEvents(Self.eventsInRange)
    statement.bind(1, range.lower)
    statement.bind(2, range.upper)
    statement.bind(3, limit.map { Int64($0) } ?? -1)
    return try Self.events(statement)
  }

  /// Events with ids beyond this one, to follow what happens: the first `limit` of them.
  public func events(after id: Int64, limit: Int = 1000) throws(StoreError) -> [EventRow] {
    let statement = try prepareEvents(Self.eventsAfter)
    statement.bind(1, id)
    statement.bind(2, Int64(limit))
    return try Self.events(statement)
  }

  /// The newest event's id; 0 without any.
  public func lastEventID() throws(StoreError) -> Int64 {
    database.operation = "list events"
    return try database.integer("SELECT max(id) FROM event") ?? 0
  }

  private func prepareEvents(_ sql: String) throws(StoreError) -> Statement {
    database.operation = "list events"
    return try database.prepare(sql)
  }

  /// Kinds that only a newer program knows are left out.
  private static func events(_ row: Statement) throws(StoreError) -> [EventRow] {
    var rows: [EventRow] = []
    while try row.step() {
      guard let kind = TrackEvent.Kind(rawValue: row.optionalText(1) ?? "") else { continue }
      var coordinate: Coordinate?
      if let lat = row.optionalInt(4), let lon = row.optionalInt(5) { coordinate = Units.coordinate(lat, lon) }
      rows.append(
        EventRow(
          id: row.int(0),
          event: TrackEvent(
            kind, time: Instant(milliseconds: row.int(2)), noticed: Instant(milliseconds: row.int(3)),
            coordinate: coordinate, trip: row.optionalInt(6), visit: row.optionalInt(7),
            distance: Units.whole(row.optionalInt(8)))))
    }
    return rows
  }
}
