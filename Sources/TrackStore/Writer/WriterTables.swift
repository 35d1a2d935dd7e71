import TrackCore

/// The tables that a recorder writes, over one connection.
final class WriterTables {
  let database: Database
  let fixes: FixRows
  let trips: TripRows
  let visits: VisitRows
  let events: EventRows
  let source: SourceRow
  let queue: PlaceQueue
  private let log: ChangeLog
  private let coverage: Coverage

  init(_ options: TrackWriter.Options) throws(StoreError) {
    database = try Database(path: options.path, mode: .create, busyTimeout: options.busyTimeout, vfs: options.vfs)
    try Schema.migrate(
      database, box: options.box,
      pageSize: options.durability == .everyCommit ? Schema.pageSize : Schema.bulkPageSize)
    try Self.tune(database, options.durability)
    log = try ChangeLog(database)
    fixes = try FixRows(database, log)
    queue = try PlaceQueue(database, log, options.places)
    trips = try TripRows(database, log, queue)
    visits = try VisitRows(database, log, queue, rule: PlaceRule(radius: options.visitRadius))
    events = try EventRows(database, log)
    coverage = try Coverage(database, isAsked: options.overlaps == .skip)
    source = try SourceRow(database, name: options.source)
  }

  private static func tune(_ database: Database, _ durability: TrackWriter.Durability) throws(StoreError) {
    let isLive = durability == .everyCommit
    // Whoever has changed that: readers and the recorder must not wait for each other.
    try database.execute("PRAGMA journal_mode = WAL")
    // In WAL mode NORMAL syncs at checkpoints alone: the file stays whole, the newest commits may be lost.
    try database.execute("PRAGMA synchronous = \(isLive ? "FULL" : "NORMAL")")
    // KiB. Live only the tails of the tables are touched; memory is short.
    try database.execute("PRAGMA cache_size = -\(isLive ? 256 : 4096)")
    // Pages: how far the WAL grows before it is copied into the database. The longer, the more often a page is written
    // to the WAL alone; at 1 MiB copying is a tenth of all that is written.
    try database.execute("PRAGMA wal_autocheckpoint = 1000")
    // A WAL that one long transaction has blown up shrinks again.
    try database.execute("PRAGMA journal_size_limit = \(4 << 20)")
  }

  /// All of it or, thrown, nothing.
  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    let before = (fixes.state, trips.state, visits.state, events.state, source.state)
    do {
      try database.begin()
      try log.refresh()
      try fixes.refresh()
      try events.refresh()
      try body()
      try queue.flush()
      try database.commit()
    } catch {
      database.rollback()
      queue.forget()
      (fixes.state, trips.state, visits.state, events.state, source.state) = before
      throw error
    }
  }

  func write(_ elements: [PendingChanges.Element], devicePaths: [String]) throws(StoreError) {
    let id = try source.claim()
    // By index: an element is a big value to copy out first.
    for k in elements.indices {
      switch elements[k] {
      case .change(.fix(let fix)): try fixes.write(fix, paths: devicePaths)
      case .change(.event(let event)): try events.write(event, source: id, coverage: coverage)
      case .change(.trip(let trip)): try trips.write(trip, source: id, coverage: coverage)
      case .change(.visit(let visit)): try visits.write(visit, source: id, coverage: coverage)
      case .change(.tripWithdrawn(let trip)): try trips.withdraw(trip, source: id, coverage: coverage)
      case .change(.visitWithdrawn(let visit)): try visits.withdraw(visit)
      case .change(.placeWanted(let request)): queue.note(request)
      case .batchEnd: try fixes.endBatch()
      }
    }
    try trips.flush(source: id, coverage: coverage)
    try fixes.flush()
  }

  /// An id of the table that no row has or had.
  func nextID(_ table: String, _ kind: Int64) throws(StoreError) -> Int64 {
    let deleted = ChangeKind.deleted(kind)
    return try database.integer(
      """
      SELECT max(coalesce((SELECT max(id) FROM \(table)), 0),
        coalesce((SELECT max(first) FROM change WHERE kind = \(deleted)), 0)) + 1
      """) ?? 1
  }
}
