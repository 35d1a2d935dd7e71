import TrackCore

extension TrackReader {
  /// A trip begins and ends in visits; the two may see the moment differently by this much, in ms.
  static let agreement = 180_000

  /// Trips that meet a condition, with their places.
  private static func tripQuery(_ condition: String) -> String {
    """
    SELECT found.*, a.name, b.name FROM (
      SELECT id, start, "end", last, from_lat, from_lon, to_lat, to_lon, distance, bridged, moving, max_speed, fixes, south,
        north, west, east,
        (SELECT place FROM (SELECT place, min(abs(departure - trip.start)) FROM visit
          WHERE departure BETWEEN trip.start - \(agreement) AND trip.start + \(agreement))) AS from_place,
        (SELECT place FROM (SELECT place, min(abs(arrival - trip."end")) FROM visit
          WHERE arrival BETWEEN trip."end" - \(agreement) AND trip."end" + \(agreement))) AS to_place
      FROM trip WHERE \(condition)) AS found
    LEFT JOIN place AS a ON a.id = from_place LEFT JOIN place AS b ON b.id = to_place ORDER BY start, found.id
    """
  }

  static let tripsInRange = tripQuery(
    """
    start < ?2 AND ("end" > ?1 OR "end" IS NULL AND last >= ?1 OR "end" = ?1 AND start = ?1)
    ORDER BY start DESC, id DESC LIMIT ?3
    """)

  /// Trips that overlap the range; one under way reaches to its newest fix.
  public func trips(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> [TripRow] {
    database.operation = "list trips"
    let statement = try database.prepare(Self.tripsInRange)
    statement.bind(1, range.lower)
    statement.bind(2, range.upper)
    statement.bind(3, limit.map { Int64($0) } ?? -1)
    var rows: [TripRow] = []
    while try statement.step() { rows.append(try named(Self.trip(statement))) }
    return rows
  }

  public func trip(_ id: Trip.ID) throws(StoreError) -> TripRow? {
    database.operation = "show a trip"
    let statement = try database.prepare(Self.tripQuery("id = ?1"))
    statement.bind(1, id)
    return try statement.step() ? try named(Self.trip(statement)) : nil
  }

  private func named(_ row: TripRow) throws(StoreError) -> TripRow {
    var row = row
    let names = try placeNames()
    row.fromName = try names.name(.tripStart(row.trip.id), place: row.fromPlace?.id, at: row.trip.from)
    row.toName = try names.name(.tripEnd(row.trip.id), place: row.toPlace?.id, at: row.trip.to)
    return row
  }

  private static func trip(_ row: Statement) -> TripRow {
    let trip = Trip(
      id: row.int(0), start: Instant(milliseconds: row.int(1)),
      end: row.optionalInt(2).map(Instant.init(milliseconds:)), last: Instant(milliseconds: row.int(3)),
      from: Units.coordinate(row.int(4), row.int(5)), to: Units.coordinate(row.int(6), row.int(7)),
      distance: Units.whole(row.int(8)), bridgedDistance: Units.whole(row.int(9)),
      movingTime: Interval(milliseconds: row.int(10)), maxSpeed: Units.whole(row.optionalInt(11)),
      fixes: Int(row.int(12)),
      bounds: BoundingBox(
        south: Units.degrees(row.int(13)), north: Units.degrees(row.int(14)), west: Units.degrees(row.int(15)),
        east: Units.degrees(row.int(16))))
    return TripRow(
      trip: trip, fromPlace: row.optionalInt(17).map { PlaceReference(id: $0, name: row.optionalText(19)) },
      toPlace: row.optionalInt(18).map { PlaceReference(id: $0, name: row.optionalText(20)) })
  }
}
