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
    let names = try placeNames()
    var rows: [PlaceRow] = []
    while try statement.step() {
      let centre = Units.coordinate(statement.int(2), statement.int(3))
      rows.append(
        PlaceRow(
          id: statement.int(0), name: statement.optionalText(1),
          address: try names.name(place: statement.int(0), at: centre), centre: centre,
          visits: Int(statement.int(4)),
          firstArrival: statement.optionalInt(5).map(Instant.init(milliseconds:)),
          lastSeen: statement.optionalInt(6).map(Instant.init(milliseconds:)),
          duration: Interval(milliseconds: statement.int(7))))
    }
    return rows
  }

  private static let eventQuery = "SELECT id, kind, time, noticed, lat, lon, trip, visit, distance FROM event"

  static let eventsAfter = "\(eventQuery) WHERE id > ?1 ORDER BY id LIMIT ?2"

  /// The numbers of the first and the last event of a time: those of a time lie close together.
  static let eventSpan = "SELECT min(id), max(id) FROM event WHERE time >= ?1 AND time < ?2"

  // The plus keeps the index of times out: rows come by their numbers.
  private static let happened = "id > ?1 AND id <= ?2 AND +time >= ?3 AND +time < ?4"
  static let eventsInRange = "\(eventQuery) WHERE \(happened) ORDER BY id LIMIT ?5"
  static let eventBeforeNewest = "SELECT id FROM event WHERE \(happened) ORDER BY id DESC LIMIT 1 OFFSET ?5"

  /// Events that happened in the range, in the order in which they were noticed.
  public func events(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> [EventRow] {
    var pages = try eventPages(in: range, limit: limit)
    return try pages.rest()
  }

  /// The same, some at once.
  public func eventPages(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> Pages<EventRow> {
    let span = try prepareEvents(Self.eventSpan)
    span.bind(1, range.lower)
    span.bind(2, range.upper)
    guard try span.step(), let first = span.optionalInt(0) else { return Pages(after: .beginning) { _ in nil } }
    let last = span.int(1)
    span.reset()
    func bind(_ query: Statement, after id: Int64, _ count: Int) {
      query.bind(1, id)
      query.bind(2, last)
      query.bind(3, range.lower)
      query.bind(4, range.upper)
      query.bind(5, Int64(count))
    }
    var beginning = first - 1
    if let limit {
      let query = try prepareEvents(Self.eventBeforeNewest)
      bind(query, after: beginning, limit)
      beginning = try query.returned() ?? beginning
    }
    let query = try prepareEvents(Self.eventsInRange)
    return Pages(after: .init(time: 0, id: beginning)) { (position) throws(StoreError) in
      bind(query, after: position.id, pageSize)
      return try Self.events(query, last: &position.id)
    }
  }

  /// Events with ids beyond this one, to follow what happens: the first `limit` of them.
  public func events(after id: Int64, limit: Int = 1000) throws(StoreError) -> [EventRow] {
    let statement = try prepareEvents(Self.eventsAfter)
    statement.bind(1, id)
    statement.bind(2, Int64(limit))
    var last = id
    return try Self.events(statement, last: &last) ?? []
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

  /// Sets `last` to the number of the last one; nil where there is none. Kinds that only a newer program knows are left out.
  private static func events(_ row: Statement, last: inout Int64) throws(StoreError) -> [EventRow]? {
    var rows: [EventRow] = []
    var isEmpty = true
    while try row.step() {
      isEmpty = false
      last = row.int(0)
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
    return isEmpty ? nil : rows
  }
}
