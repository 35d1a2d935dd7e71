import TrackCore

/// Writes trips. Of a trip that changes often within a transaction only the newest state is written, under the number
/// that it would have got alone.
final class TripRows {
  private let log: ChangeLog
  private let queue: PlaceQueue
  private let find: Statement
  private let insert: Statement
  private let update: Statement
  private let progress: Statement
  private let delete: Statement
  private let underWay: Statement
  private let end: Statement
  private var waiting: (trip: Trip, number: Int64)?
  private(set) var skipped: Set<Trip.ID> = []

  init(_ database: Database, _ log: ChangeLog, _ queue: PlaceQueue) throws(StoreError) {
    self.log = log
    self.queue = queue
    find = try database.prepare("SELECT change, start, \"end\" FROM trip WHERE id = ?1")
    insert = try database.prepare(
      """
      INSERT INTO trip (id, change, last, from_lat, from_lon, to_lat, to_lon, distance, bridged, moving, max_speed, fixes,
        south, north, west, east, start, "end", source)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
      """)
    let columns = """
      change = ?2, last = ?3, from_lat = ?4, from_lon = ?5, to_lat = ?6, to_lon = ?7, distance = ?8, bridged = ?9,
      moving = ?10, max_speed = ?11, fixes = ?12, south = ?13, north = ?14, west = ?15, east = ?16
      """
    // Setting an indexed column rewrites its index, changed or not: under way neither start nor end changes.
    progress = try database.prepare("UPDATE trip SET \(columns) WHERE id = ?1")
    update = try database.prepare("UPDATE trip SET \(columns), start = ?17, \"end\" = ?18 WHERE id = ?1")
    delete = try database.prepare("DELETE FROM trip WHERE id = ?1")
    underWay = try database.prepare("SELECT id FROM trip WHERE \"end\" IS NULL AND source = ?1 ORDER BY id LIMIT 1")
    end = try database.prepare("UPDATE trip SET \"end\" = last, change = ?2 WHERE id = ?1")
  }

  func write(_ trip: Trip, source: Int64, coverage: Coverage) throws(StoreError) {
    if let other = waiting, other.trip.id != trip.id { try flush(source: source, coverage: coverage) }
    waiting = (trip, log.next())
  }

  func flush(source: Int64, coverage: Coverage) throws(StoreError) {
    guard let (trip, number) = waiting else { return }
    waiting = nil
    let before = try row(trip.id)
    if try coverage.hasMost(of: trip.start, trip.last, source: source) {
      skipped.insert(trip.id)
      if let before { try remove(trip.id, change: before.change, number: number) }
      return
    }
    skipped.remove(trip.id)
    if let before {
      try log.forget(before.change)
      let isUnderWay = before.start == trip.start.milliseconds && before.end == trip.end?.milliseconds
      try run(isUnderWay ? progress : update, trip, number: number, columns: isUnderWay ? 16 : 18)
    } else {
      insert.bind(19, source)
      try run(insert, trip, number: number, columns: 18)
    }
    try log.record(number, ChangeKind.trip, first: trip.id)
    queue.note(trip)
  }

  func withdraw(_ id: Trip.ID, source: Int64, coverage: Coverage) throws(StoreError) {
    try flush(source: source, coverage: coverage)
    skipped.remove(id)
    if let row = try row(id) { try remove(id, change: row.change, number: log.next()) }
  }

  /// Ends what a source left under way where it was last seen.
  func open(of source: Int64) throws(StoreError) -> Trip.ID? {
    underWay.bind(1, source)
    return try underWay.returned()
  }

  /// Ends what a source left open where it was last seen.
  func close(of source: Int64) throws(StoreError) {
    underWay.bind(1, source)
    while let id = try underWay.returned() {
      guard let row = try row(id) else { break }
      let number = log.next()
      end.bind(1, id)
      end.bind(2, number)
      try end.run()
      try log.forget(row.change)
      try log.record(number, ChangeKind.trip, first: id)
    }
  }

  private func remove(_ id: Trip.ID, change: Int64, number: Int64) throws(StoreError) {
    delete.bind(1, id)
    try delete.run()
    try log.forget(change)
    try log.record(number, ChangeKind.deleted(ChangeKind.trip), first: id)
    queue.withdraw(trip: id)
  }

  private func row(_ id: Trip.ID) throws(StoreError) -> (change: Int64, start: Int64, end: Int64?)? {
    find.bind(1, id)
    defer { find.reset() }
    return try find.step() ? (find.int(0), find.int(1), find.optionalInt(2)) : nil
  }

  private func run(_ statement: Statement, _ trip: Trip, number: Int64, columns: Int) throws(StoreError) {
    statement.bind(1, trip.id)
    statement.bind(2, number)
    statement.bind(3, trip.last.milliseconds)
    statement.bind(4, Units.e7(trip.from.latitude))
    statement.bind(5, Units.e7(trip.from.longitude))
    statement.bind(6, Units.e7(trip.to.latitude))
    statement.bind(7, Units.e7(trip.to.longitude))
    statement.bind(8, Units.hundredths(trip.distance))
    statement.bind(9, Units.hundredths(trip.bridgedDistance))
    statement.bind(10, trip.movingTime.milliseconds)
    statement.bind(11, Units.hundredths(trip.maxSpeed))
    statement.bind(12, Int64(trip.fixes))
    statement.bind(13, Units.e7(trip.bounds.south))
    statement.bind(14, Units.e7(trip.bounds.north))
    statement.bind(15, Units.e7(trip.bounds.west))
    statement.bind(16, Units.e7(trip.bounds.east))
    if columns > 16 {
      statement.bind(17, trip.start.milliseconds)
      statement.bind(18, trip.end?.milliseconds)
    }
    try statement.run()
  }

  /// What a later attempt starts from where a transaction fails.
  var state: Set<Trip.ID> {
    get { skipped }
    set {
      waiting = nil
      skipped = newValue
    }
  }
}
