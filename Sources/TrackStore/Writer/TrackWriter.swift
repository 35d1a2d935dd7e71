import TrackCore

/// The recorder: writes what follows from one source of input, and the checkpoint of what follows from it, together.
///
/// Changes wait in memory until `commit`, which writes them in one short transaction: others may write in between. A
/// commit that fails leaves the database as it was and the changes waiting; the next one tries again. Equal changes,
/// batches and commits at ends of batches give equal rows, ids and change numbers included. Not `Sendable`: use it from
/// one thread.
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
    /// Leave out trips and visits of which others have more than half, and events that fall into theirs. For captures
    /// that are loaded into a database that may know the same way from another one.
    case skip
  }

  struct Options {
    var path: String
    var source: String
    var durability: Durability
    var overlaps: OverlapPolicy
    var box: String?
    var visitRadius: Double
    var places = PlaceSettings()
    /// Milliseconds: how long a commit waits for another writer. What waits with it is in memory.
    var busyTimeout: Int32 = 2000
    var vfs: String?
  }

  /// What gpsd calls the receivers, by `DeviceID.index`; to be set before the commit of their fixes.
  public var devicePaths: [String] = []
  private let options: Options
  private let lock: RecorderLock
  private(set) var tables: WriterTables
  private var pending: PendingChanges

  /// Opens or makes the database and becomes its recorder.
  ///
  /// - Parameters:
  ///   - source: names the input; each has its own checkpoint.
  ///   - box: names the machine in a new database; nil: its host name.
  ///   - visitRadius: metres, `VisitSettings.radius`.
  ///   - places: who will be asked for the names of places.
  ///   - pendingLimit: how many changes wait at most, about 200 bytes each.
  /// - Throws: `recorderRunning`, `newerSchema`, `notADatabase`, and whatever else an opening can fail for.
  public convenience init(
    path: String, source: String, durability: Durability = .everyCommit, overlaps: OverlapPolicy = .keep,
    box: String? = nil, visitRadius: Double = VisitSettings().radius, places: PlaceSettings = PlaceSettings(),
    pendingLimit: Int = 20_000
  ) throws(StoreError) {
    let options = Options(
      path: path, source: source, durability: durability, overlaps: overlaps, box: box, visitRadius: visitRadius,
      places: places)
    try self.init(options, pendingLimit: pendingLimit)
  }

  init(_ options: Options, pendingLimit: Int = 20_000) throws(StoreError) {
    self.options = options
    try DatabaseFile.create(options.path)
    lock = try RecorderLock(path: options.path)
    tables = try WriterTables(options)
    pending = PendingChanges(limit: pendingLimit)
  }

  public var path: String { options.path }

  /// What the last commit of this source saved; nil where there was none.
  public var saved: SavedCheckpoint? { tables.source.saved }

  /// A trip id that none has had.
  public func nextTripID() throws(StoreError) -> Trip.ID { try tables.nextID("trip", ChangeKind.trip) }

  /// A visit id that none has had.
  public func nextVisitID() throws(StoreError) -> Visit.ID { try tables.nextID("visit", ChangeKind.visit) }

  /// Takes changes to be written by the next commit.
  public func apply(_ changes: [TrackChange]) {
    for k in changes.indices { pending.append(.change(changes[k])) }
  }

  public func apply(_ change: TrackChange) { pending.append(.change(change)) }

  /// Ends a batch of fixes: those since the last end get one change number. When that happens is the pipeline's to say,
  /// so that it happens alike live and in a replay.
  public func endBatch() { pending.append(.batchEnd) }

  /// Changes that wait.
  public var pendingCount: Int { pending.elements.count }
  /// Fixes that were let go while the disk took nothing.
  public var droppedFixes: Int { pending.droppedFixes }
  /// Fixes that were new to the database.
  public var fixesInserted: Int64 { tables.fixes.inserted }
  /// What `OverlapPolicy.skip` left out.
  public var skippedTrips: Int { tables.trips.skipped.count }
  public var skippedVisits: Int { tables.visits.skipped.count }
  public var skippedEvents: Int { tables.events.skipped }

  /// Writes all that waits, and the checkpoint that follows from it, in one transaction. It ends the batch.
  ///
  /// - Throws: where nothing was written; what waits is kept for the next commit.
  public func commit(checkpoint: [UInt8], position: Int64) throws(StoreError) {
    try commit(SavedCheckpoint(bytes: checkpoint, position: position))
  }

  /// Writes all that waits; the saved checkpoint stays.
  public func commit() throws(StoreError) { try commit(nil) }

  private func commit(_ checkpoint: SavedCheckpoint?) throws(StoreError) {
    if pending.elements.isEmpty, checkpoint == nil || checkpoint == saved { return }
    let tables = self.tables
    tables.database.operation = "commit"
    try tables.transaction { () throws(StoreError) in
      try tables.write(pending.elements, devicePaths: devicePaths)
      if let checkpoint { try tables.source.save(checkpoint) }
    }
    pending.removeAll()
  }

  /// What this source left open: numbers under which a pipeline that finds it again may go on.
  public func leftOpen() throws(StoreError) -> (trip: Trip.ID?, visit: Visit.ID?) {
    guard let source = tables.source.id else { return (nil, nil) }
    return (try tables.trips.open(of: source), try tables.visits.open(of: source))
  }

  /// Forgets this source's checkpoint, which could not be used, and begins anew. What the former beginning left open is
  /// closed where it was last seen: nobody will go on with it.
  public func startAfresh() throws(StoreError) {
    guard let former = tables.source.id else { return }
    let tables = self.tables
    tables.database.operation = "start afresh"
    try tables.transaction { () throws(StoreError) in
      try tables.trips.close(of: former)
      try tables.visits.close(of: former)
    }
    tables.source.startAfresh()
  }

  /// After a commit has failed for a damaged file: moves that aside whole and goes on in a new one. What waits still
  /// waits.
  ///
  /// - Returns: where the damaged file is now.
  public func replaceDamaged() throws(StoreError) -> String {
    let aside = try DatabaseFile.moveAside(path)
    try DatabaseFile.create(path)
    tables = try WriterTables(options)
    return aside
  }
}
