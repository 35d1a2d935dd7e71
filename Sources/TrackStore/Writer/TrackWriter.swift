import TrackCore

/// The recorder: writes what follows from one source of input, and the checkpoint of what follows from it, together.
///
/// Changes wait in memory until `commit`, which writes them in one short transaction: others may write in between. A commit
/// that fails leaves the database as it was and the changes waiting; the next one tries again. Equal changes, batches and
/// commits at ends of batches give equal rows, ids and change numbers included. Not `Sendable`: use it from one thread.
public final class TrackWriter {
  public enum Durability: Sendable {
    /// On the disk when `commit` returns. A power cut costs what came after.
    case everyCommit
    /// For input that can be read again: a power cut may cost several commits, never consistency.
    case eventually
  }

  /// What to do where another source has trips or visits for the same time.
  public enum OverlapPolicy: Sendable {
    /// Write all. For what is recorded now.
    case keep
    /// Leave out trips and visits of which others have more than half, and events that fall into theirs. For captures that
    /// are loaded into a database that may know the same way from another one.
    case skip
  }

  public let path: String
  /// What gpsd calls the receivers, by `DeviceID.index`; to be set before the commit of their fixes.
  public var devicePaths: [String] = []
  private let lock: RecorderLock
  private let database: Database
  private let log: ChangeLog
  private let fixes: FixRows
  private let trips: TripRows
  private let visits: VisitRows
  private let events: EventRows
  private let coverage: Coverage
  private let source: SourceRow
  private var pending: PendingChanges

  /// Opens or makes the database and becomes its recorder.
  ///
  /// - Parameters:
  ///   - source: names the input; each has its own checkpoint.
  ///   - box: names the machine in a new database; nil: its host name.
  ///   - visitRadius: metres, `VisitSettings.radius`.
  ///   - pendingLimit: how many changes wait at most, about 200 bytes each.
  /// - Throws: `recorderRunning`, `newerSchema`, `notADatabase`, and whatever an opening can fail for.
  public init(
    path: String, source: String, durability: Durability = .everyCommit, overlaps: OverlapPolicy = .keep,
    box: String? = nil, visitRadius: Double = VisitSettings().radius, pendingLimit: Int = 20_000
  ) throws(StoreError) {
    self.path = path
    database = try Database(path: path, mode: .create)
    lock = try RecorderLock(path: try DatabaseFile.resolved(path))
    try Schema.migrate(database, box: box)
    try Self.tune(database, durability)
    log = try ChangeLog(database)
    fixes = try FixRows(database, log)
    trips = try TripRows(database, log)
    visits = try VisitRows(database, log, rule: PlaceRule(radius: visitRadius))
    events = try EventRows(database, log)
    coverage = try Coverage(database, isAsked: overlaps == .skip)
    self.source = try SourceRow(database, name: source)
    pending = PendingChanges(limit: pendingLimit)
  }

  private static func tune(_ database: Database, _ durability: Durability) throws(StoreError) {
    let isLive = durability == .everyCommit
    // In WAL mode NORMAL syncs at checkpoints alone: the file stays whole, the newest commits may be lost.
    try database.execute("PRAGMA synchronous = \(isLive ? "FULL" : "NORMAL")")
    // KiB. Live only the tails of the tables are touched; memory is short.
    try database.execute("PRAGMA cache_size = -\(isLive ? 256 : 4096)")
    // Pages: how far the WAL grows before it is copied into the database. The longer, the more often a page is written to
    // the WAL alone; at 1 MiB copying is a tenth of all that is written.
    try database.execute("PRAGMA wal_autocheckpoint = \(isLive ? 1000 : 4000)")
    // A WAL that one long transaction has blown up shrinks again.
    try database.execute("PRAGMA journal_size_limit = \(4 << 20)")
  }

  /// What the last commit of this source saved; nil where there was none.
  public var saved: SavedCheckpoint? { source.saved }

  /// A trip id that none has had.
  public func nextTripID() throws(StoreError) -> Trip.ID { try next("trip", ChangeKind.trip) }

  /// A visit id that none has had.
  public func nextVisitID() throws(StoreError) -> Visit.ID { try next("visit", ChangeKind.visit) }

  private func next(_ table: String, _ kind: Int64) throws(StoreError) -> Int64 {
    let deleted = ChangeKind.deleted(kind)
    return try database.integer(
      """
      SELECT max(coalesce((SELECT max(id) FROM \(table)), 0),
        coalesce((SELECT max(first) FROM change WHERE kind = \(deleted)), 0)) + 1
      """) ?? 1
  }

  /// Takes changes to be written by the next commit.
  public func apply(_ changes: [TrackChange]) {
    for change in changes { pending.append(.change(change)) }
  }

  public func apply(_ change: TrackChange) { pending.append(.change(change)) }

  /// Ends a batch of fixes: those since the last end get one change number. When that happens is the pipeline's to say, so
  /// that it happens alike live and in a replay.
  public func endBatch() { pending.append(.batchEnd) }

  public var hasPending: Bool { !pending.isEmpty }
  /// Fixes that were let go while the disk took nothing.
  public var droppedFixes: Int { pending.droppedFixes }
  /// Fixes that were new to the database.
  public var fixesInserted: Int64 { fixes.inserted }
  /// What `OverlapPolicy.skip` left out.
  public var skippedTrips: Int { trips.skipped.count }
  public var skippedVisits: Int { visits.skipped.count }
  public var skippedEvents: Int { events.skipped }

  /// Writes all that waits, and the checkpoint that follows from it, in one transaction. It ends the batch.
  ///
  /// - Throws: where nothing was written; what waits is kept for the next commit.
  public func commit(checkpoint: [UInt8], position: Int64) throws(StoreError) {
    try commit(SavedCheckpoint(bytes: checkpoint, position: position))
  }

  /// Writes all that waits; the saved checkpoint stays.
  public func commit() throws(StoreError) { try commit(nil) }

  private func commit(_ checkpoint: SavedCheckpoint?) throws(StoreError) {
    if pending.isEmpty, checkpoint == nil || checkpoint == source.saved { return }
    database.operation = "commit"
    let before = (fixes.state, trips.state, visits.state, events.state, source.state)
    do {
      try database.begin()
      try write(checkpoint)
      try database.commit()
    } catch {
      database.rollback()
      (fixes.state, trips.state, visits.state, events.state, source.state) = before
      throw error
    }
    pending.removeAll()
  }

  private func write(_ checkpoint: SavedCheckpoint?) throws(StoreError) {
    try log.refresh()
    let id = try source.claim()
    for element in pending.elements {
      switch element {
      case .change(.fix(let fix)): try fixes.write(fix, paths: devicePaths)
      case .change(.event(let event)): try events.write(event, source: id, coverage: coverage)
      case .change(.trip(let trip)): try trips.write(trip, source: id, coverage: coverage)
      case .change(.visit(let visit)): try visits.write(visit, source: id, coverage: coverage)
      case .change(.tripWithdrawn(let trip)): try trips.withdraw(trip, source: id, coverage: coverage)
      case .change(.visitWithdrawn(let visit)): try visits.withdraw(visit)
      case .batchEnd: try fixes.endBatch()
      }
    }
    try trips.flush(source: id, coverage: coverage)
    try fixes.flush()
    if let checkpoint { try source.save(checkpoint) }
  }

  /// Forgets this source's checkpoint, which could not be used, and begins anew. What the former beginning left open is closed
  /// where it was last seen: nobody will go on with it.
  public func startAfresh() throws(StoreError) {
    guard let former = source.id else { return }
    database.operation = "start afresh"
    do {
      try database.begin()
      try log.refresh()
      try trips.close(of: former)
      try visits.close(of: former)
      try database.commit()
    } catch {
      database.rollback()
      throw error
    }
    source.startAfresh()
  }
}
