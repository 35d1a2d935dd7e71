import TrackCore

/// Writes visits, each with the place that it is to.
final class VisitRows {
  private let log: ChangeLog
  private let places: PlaceRows
  private let queue: PlaceQueue
  private let find: Statement
  private let insert: Statement
  private let update: Statement
  private let delete: Statement
  private let open: Statement
  private let depart: Statement
  private(set) var skipped: Set<Visit.ID> = []

  init(_ database: Database, _ log: ChangeLog, _ queue: PlaceQueue, rule: PlaceRule) throws(StoreError) {
    self.log = log
    self.queue = queue
    places = try PlaceRows(database, log, rule: rule)
    find = try database.prepare("SELECT change, place FROM visit WHERE id = ?1")
    insert = try database.prepare(
      """
      INSERT INTO visit (id, change, place, arrival, departure, last, lat, lon, accuracy, fixes, inferred, source)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """)
    update = try database.prepare(
      """
      UPDATE visit SET change = ?2, place = ?3, arrival = ?4, departure = ?5, last = ?6, lat = ?7, lon = ?8,
        accuracy = ?9, fixes = ?10, inferred = ?11 WHERE id = ?1
      """)
    delete = try database.prepare("DELETE FROM visit WHERE id = ?1")
    open = try database.prepare("SELECT id FROM visit WHERE departure IS NULL AND source = ?1 ORDER BY id LIMIT 1")
    depart = try database.prepare("UPDATE visit SET departure = last, change = ?2 WHERE id = ?1")
  }

  func write(_ visit: Visit, source: Int64, coverage: Coverage) throws(StoreError) {
    let before = try row(visit.id)
    if try coverage.hasMost(of: visit.arrival, visit.last, source: source) {
      skipped.insert(visit.id)
      if let before { try remove(visit.id, before) }
      return
    }
    skipped.remove(visit.id)
    let place = try places.place(of: visit, now: before?.place)
    let number = log.next()
    let statement = before == nil ? insert : update
    statement.bind(1, visit.id)
    statement.bind(2, number)
    statement.bind(3, place)
    statement.bind(4, visit.arrival.milliseconds)
    statement.bind(5, visit.departure?.milliseconds)
    statement.bind(6, visit.last.milliseconds)
    statement.bind(7, Units.e7(visit.centre.latitude))
    statement.bind(8, Units.e7(visit.centre.longitude))
    statement.bind(9, Units.hundredths(visit.accuracy))
    statement.bind(10, Int64(visit.fixes))
    statement.bind(11, visit.inferred ? 1 : 0)
    if before == nil { statement.bind(12, source) }
    try statement.run()
    if let before { try log.forget(before.change) }
    try log.record(number, ChangeKind.visit, first: visit.id)
    try places.refine(place)
    if let left = before?.place, left != place { try places.refine(left) }
    queue.note(visit, at: place)
  }

  func withdraw(_ id: Visit.ID) throws(StoreError) {
    skipped.remove(id)
    if let row = try row(id) { try remove(id, row) }
  }

  /// The visit that a source left open.
  func open(of source: Int64) throws(StoreError) -> Visit.ID? {
    open.bind(1, source)
    return try open.returned()
  }

  /// Ends what a source left open where it was last seen.
  func close(of source: Int64) throws(StoreError) {
    open.bind(1, source)
    while let id = try open.returned() {
      guard let row = try row(id) else { break }
      let number = log.next()
      depart.bind(1, id)
      depart.bind(2, number)
      try depart.run()
      try log.forget(row.change)
      try log.record(number, ChangeKind.visit, first: id)
    }
  }

  private func remove(_ id: Visit.ID, _ row: (change: Int64, place: Int64?)) throws(StoreError) {
    delete.bind(1, id)
    try delete.run()
    try log.forget(row.change)
    try log.record(log.next(), ChangeKind.deleted(ChangeKind.visit), first: id)
    if let place = row.place { try places.refine(place) }
    queue.withdraw(id)
  }

  private func row(_ id: Visit.ID) throws(StoreError) -> (change: Int64, place: Int64?)? {
    find.bind(1, id)
    defer { find.reset() }
    return try find.step() ? (find.int(0), find.optionalInt(1)) : nil
  }

  /// What a later attempt starts from where a transaction fails.
  var state: Set<Visit.ID> {
    get { skipped }
    set { skipped = newValue }
  }
}
