import TrackCore

extension TrackReader {
  private static let visitQuery = """
    SELECT visit.id, arrival, departure, last, visit.lat, visit.lon, accuracy, fixes, inferred, place, name
    FROM visit LEFT JOIN place ON place.id = visit.place
    """

  static let visitsInRange = """
    SELECT * FROM (\(visitQuery)
      WHERE arrival < ?2 AND (departure > ?1 OR departure IS NULL AND (last >= ?1 OR \(isCurrent))
        OR departure = ?1 AND arrival = ?1)
      ORDER BY arrival DESC, visit.id DESC LIMIT ?3) ORDER BY arrival, id
    """

  /// Visits that overlap the range. One that is open reaches to when it was last seen; the newest, with no trip after
  /// it, for ever: whoever is there is there.
  public func visits(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> [VisitRow] {
    database.operation = "list visits"
    let statement = try database.prepare(Self.visitsInRange)
    statement.bind(1, range.lower)
    statement.bind(2, range.upper)
    statement.bind(3, limit.map { Int64($0) } ?? -1)
    var rows: [VisitRow] = []
    while try statement.step() { rows.append(try named(Self.visit(statement))) }
    return rows
  }

  /// Of an open visit: nothing came after it.
  private static let isCurrent = """
    NOT EXISTS (SELECT 1 FROM visit AS later WHERE later.arrival > visit.arrival)
    AND NOT EXISTS (SELECT 1 FROM trip WHERE start >= visit.last)
    """

  /// The visit that is going on.
  func currentVisit() throws(StoreError) -> Visit.ID? {
    try database.integer("SELECT id FROM visit WHERE departure IS NULL AND \(Self.isCurrent)")
  }

  public func visit(_ id: Visit.ID) throws(StoreError) -> VisitRow? {
    database.operation = "show a visit"
    let statement = try database.prepare("\(Self.visitQuery) WHERE visit.id = ?1")
    statement.bind(1, id)
    return try statement.step() ? try named(Self.visit(statement)) : nil
  }

  private func named(_ row: VisitRow) throws(StoreError) -> VisitRow {
    var row = row
    row.name = try placeNames().name(.visit(row.visit.id), place: row.place?.id, at: row.visit.centre)
    return row
  }

  private static func visit(_ row: Statement) -> VisitRow {
    let visit = Visit(
      id: row.int(0), arrival: Instant(milliseconds: row.int(1)),
      departure: row.optionalInt(2).map(Instant.init(milliseconds:)), last: Instant(milliseconds: row.int(3)),
      centre: Units.coordinate(row.int(4), row.int(5)), accuracy: Units.whole(row.int(6)), fixes: Int(row.int(7)),
      inferred: row.int(8) != 0)
    return VisitRow(
      visit: visit, place: row.optionalInt(9).map { PlaceReference(id: $0, name: row.optionalText(10)) })
  }
}
