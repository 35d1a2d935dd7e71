import TrackCore

extension TrackReader {
  private static let columns = """
    trip.id, start, "end", last, from_lat, from_lon, to_lat, to_lon, distance, bridged, moving, max_speed, fixes, south, north, west,
      east
    """

  private static let tripQuery = """
    SELECT \(columns), a.name, a.target, b.name, b.target
    FROM trip LEFT JOIN label AS a ON a.subject = trip.id * 4 + 2 LEFT JOIN label AS b ON b.subject = trip.id * 4 + 3
    """

  private static let overlaps = """
    start < ?2 AND ("end" > ?1 OR "end" IS NULL AND last >= ?1 OR "end" = ?1 AND start = ?1)
    """

  static let tripsInRange = """
    \(tripQuery) WHERE \(overlaps) AND (start, trip.id) > (?3, ?4) ORDER BY start, trip.id LIMIT ?5
    """

  /// The newest trip that a limit leaves out.
  static let tripBeforeNewest =
    "SELECT start, id FROM trip WHERE \(overlaps) ORDER BY start DESC, id DESC LIMIT 1 OFFSET ?3"

  /// Trips that overlap the range; one under way reaches to its newest fix.
  public func trips(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> [TripRow] {
    var pages = try tripPages(in: range, limit: limit)
    return try pages.rest()
  }

  /// The same, some at once.
  public func tripPages(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> Pages<TripRow> {
    database.operation = "list trips"
    let names = try placeNames()
    return try pages(
      Self.tripsInRange, range, limit: limit, before: Self.tripBeforeNewest,
      { (query) throws(StoreError) in try self.tripRows(query, names) },
      position: { Pages.Position(time: $0.trip.start.milliseconds, id: $0.trip.id) })
  }

  static let bareTrips = "SELECT \(columns) FROM trip WHERE \(overlaps) ORDER BY start"

  /// The trips alone, without places and names.
  func eachTrip(in range: TimeRange, _ body: (Trip) throws(StoreError) -> Void) throws(StoreError) {
    let query = try database.prepare(Self.bareTrips)
    query.bind(1, range.lower)
    query.bind(2, range.upper)
    while try query.step() { try body(Self.trip(query)) }
  }

  public func trip(_ id: Trip.ID) throws(StoreError) -> TripRow? {
    database.operation = "show a trip"
    let query = try database.prepare(Self.tripQuery + " WHERE trip.id = ?1")
    query.bind(1, id)
    return try snapshot { () throws(StoreError) in try tripRows(query, placeNames()).first }
  }

  /// The rows of a query that was bound, with their places and names.
  private func tripRows(_ query: Statement, _ names: PlaceNames) throws(StoreError) -> [TripRow] {
    var rows: [TripRow] = []
    var departures: VisitEnds?
    var arrivals: VisitEnds?
    while try query.step() {
      let trip = Self.trip(query)
      if departures == nil {
        departures = try VisitEnds(database, .departure, from: trip.start)
        arrivals = try VisitEnds(database, .arrival, from: trip.start)
      }
      let from = try departures?.place(at: trip.start)
      var to: Int64?
      if let end = trip.end { to = try arrivals?.place(at: end) }
      rows.append(
        TripRow(
          trip: trip, fromPlace: try names.reference(from), toPlace: try names.reference(to),
          fromName: try names.name(Label(query, 17), place: from, at: trip.from),
          toName: try names.name(Label(query, 19), place: to, at: trip.to)))
    }
    return rows
  }

  private static func trip(_ row: Statement) -> Trip {
    Trip(
      id: row.int(0), start: Instant(milliseconds: row.int(1)),
      end: row.optionalInt(2).map(Instant.init(milliseconds:)), last: Instant(milliseconds: row.int(3)),
      from: Units.coordinate(row.int(4), row.int(5)), to: Units.coordinate(row.int(6), row.int(7)),
      distance: Units.whole(row.int(8)), bridgedDistance: Units.whole(row.int(9)),
      movingTime: Interval(milliseconds: row.int(10)), maxSpeed: Units.whole(row.optionalInt(11)),
      fixes: Int(row.int(12)),
      bounds: BoundingBox(
        south: Units.degrees(row.int(13)), north: Units.degrees(row.int(14)), west: Units.degrees(row.int(15)),
        east: Units.degrees(row.int(16))))
  }
}
