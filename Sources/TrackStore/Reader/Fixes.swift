import TrackCore

extension TrackReader {
  private static let fixQuery = "SELECT id, lat, lon, alt, speed, course, eph, epv, hdop, used, mode3d FROM fix"
  static let fixesInRange = "\(fixQuery) WHERE id >= ?1 AND id < ?2 ORDER BY id"
  static let lastFixQuery = "\(fixQuery) ORDER BY id DESC LIMIT 1"

  static func fix(_ row: Statement) -> Fix {
    let id = row.int(0)
    return Fix(
      time: Units.fixTime(id), coordinate: Units.coordinate(row.int(1), row.int(2)),
      mode: row.int(10) == 0 ? .twoDimensional : .threeDimensional, device: DeviceID(index: UInt8(id & 15)),
      altitude: Units.whole(row.optionalInt(3)), speed: Units.whole(row.optionalInt(4)),
      course: row.optionalInt(5).map(Units.courseDegrees), eph: Units.whole(row.optionalInt(6)),
      epv: Units.whole(row.optionalInt(7)), hdop: Units.whole(row.optionalInt(8)),
      satellitesUsed: row.optionalInt(9).map { Int($0) })
  }

  /// Recorded fixes in order of time, one at a time in constant memory; `body` returns false to stop. Their `DeviceID`
  /// is the database's own number, see `devicePaths()`.
  public func fixes(in range: TimeRange = .all, _ body: (Fix) -> Bool) throws(StoreError) {
    database.operation = "read fixes"
    let statement = try database.prepare(Self.fixesInRange)
    statement.bind(1, Units.firstFixID(Instant(milliseconds: range.lower)))
    statement.bind(2, Units.firstFixID(Instant(milliseconds: range.upper)))
    while try statement.step() { if !body(Self.fix(statement)) { return } }
  }

  static let positionsInRange = "SELECT lat, lon FROM fix WHERE id >= ?1 AND id < ?2 ORDER BY id"

  /// Where the fixes of a range are: what else is known of them stays unread.
  public func positions(in range: TimeRange, _ body: (Coordinate) -> Bool) throws(StoreError) {
    database.operation = "read fixes"
    let statement = try database.prepare(Self.positionsInRange)
    statement.bind(1, Units.firstFixID(Instant(milliseconds: range.lower)))
    statement.bind(2, Units.firstFixID(Instant(milliseconds: range.upper)))
    while try statement.step() { if !body(Units.coordinate(statement.int(0), statement.int(1))) { return } }
  }

  /// The fixes of a trip, both ends included.
  public func fixes(of trip: Trip, _ body: (Fix) -> Bool) throws(StoreError) {
    let until = (trip.end ?? trip.last) + Interval(milliseconds: 1)
    try fixes(in: TimeRange(since: trip.start, until: until), body)
  }

  /// The recorded fix of the newest time.
  public func lastFix() throws(StoreError) -> Fix? {
    database.operation = "read the last fix"
    let statement = try database.prepare(Self.lastFixQuery)
    return try statement.step() ? Self.fix(statement) : nil
  }
}
