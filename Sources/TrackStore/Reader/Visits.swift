import TrackCore

extension TrackReader {
  private static let visitQuery = """
    SELECT visit.id, arrival, departure, last, lat, lon, accuracy, fixes, inferred, place, label.name, label.target
    FROM visit LEFT JOIN label ON label.subject = visit.id * 4 + 1
    """

  private static let overlaps = """
    arrival < ?2 AND (departure > ?1 OR departure IS NULL AND (last >= ?1 OR \(isCurrent)) OR departure = ?1 AND arrival = ?1)
    """

  static let visitsInRange = """
    \(visitQuery) WHERE \(overlaps) AND (arrival, visit.id) > (?3, ?4) ORDER BY arrival, visit.id LIMIT ?5
    """

  /// The newest visit that a limit leaves out.
  static let visitBeforeNewest =
    "SELECT arrival, id FROM visit WHERE \(overlaps) ORDER BY arrival DESC, id DESC LIMIT 1 OFFSET ?3"

  /// Of an open visit: nothing came after it.
  private static let isCurrent = """
    NOT EXISTS (SELECT 1 FROM visit AS later WHERE later.arrival > visit.arrival)
    AND NOT EXISTS (SELECT 1 FROM trip WHERE start >= visit.last)
    """

  /// Visits that overlap the range. One that is open reaches to when it was last seen; the newest, with no trip after
  /// it, for ever: whoever is there is there.
  public func visits(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> [VisitRow] {
    var pages = try visitPages(in: range, limit: limit)
    return try pages.rest()
  }

  /// The same, some at once.
  public func visitPages(in range: TimeRange = .all, limit: Int? = nil) throws(StoreError) -> Pages<VisitRow> {
    database.operation = "list visits"
    let names = try placeNames()
    return try pages(
      Self.visitsInRange, range, limit: limit, before: Self.visitBeforeNewest,
      { (query) throws(StoreError) in try self.visitRows(query, names) },
      position: { Pages.Position(time: $0.visit.arrival.milliseconds, id: $0.visit.id) })
  }

  /// The visit that is going on.
  func currentVisit() throws(StoreError) -> Visit.ID? {
    try database.integer("SELECT id FROM visit WHERE departure IS NULL AND \(Self.isCurrent)")
  }

  static let stays = "SELECT id, arrival, coalesce(departure, last) FROM visit WHERE \(overlaps) ORDER BY arrival"

  /// The times of visits alone: arrival, and departure or when last seen.
  func eachStay(in range: TimeRange, _ body: (Visit.ID, Instant, Instant) -> Void) throws(StoreError) {
    let query = try database.prepare(Self.stays)
    query.bind(1, range.lower)
    query.bind(2, range.upper)
    while try query.step() {
      body(query.int(0), Instant(milliseconds: query.int(1)), Instant(milliseconds: query.int(2)))
    }
  }

  public func visit(_ id: Visit.ID) throws(StoreError) -> VisitRow? {
    database.operation = "show a visit"
    let query = try database.prepare(Self.visitQuery + " WHERE visit.id = ?1")
    query.bind(1, id)
    return try snapshot { () throws(StoreError) in try visitRows(query, placeNames()).first }
  }

  /// The rows of a query that was bound, with their places and names.
  private func visitRows(_ query: Statement, _ names: PlaceNames) throws(StoreError) -> [VisitRow] {
    var rows: [VisitRow] = []
    while try query.step() {
      let visit = Visit(
        id: query.int(0), arrival: Instant(milliseconds: query.int(1)),
        departure: query.optionalInt(2).map(Instant.init(milliseconds:)), last: Instant(milliseconds: query.int(3)),
        centre: Units.coordinate(query.int(4), query.int(5)), accuracy: Units.whole(query.int(6)),
        fixes: Int(query.int(7)), inferred: query.int(8) != 0)
      let place = query.optionalInt(9)
      rows.append(
        VisitRow(
          visit: visit, place: try names.reference(place),
          name: try names.name(Label(query, 10), place: place, at: visit.centre)))
    }
    return rows
  }
}
