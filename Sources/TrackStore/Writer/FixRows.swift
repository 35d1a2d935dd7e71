import TrackCore

/// Writes recorded fixes, and notes in the change log which ids were written under which number.
///
/// A batch is what lies between two calls of `endBatch`. Its log row says "from this id to that"; a batch that follows
/// closely on the one before takes that one's row along to its own number, so that the log costs a row every two minutes of driving.
final class FixRows {
  fileprivate struct Batch {
    var number: Int64
    var first: Int64
    var last: Int64
    /// Whether the log has a row of this number.
    var isRecorded = false
  }

  private let log: ChangeLog
  private let devices: DeviceRows
  private let database: Database
  private let insert: Statement
  /// Under way: its fixes are written, its number is taken.
  private var open: Batch?
  /// Ended, and may grow yet.
  private var ended: Batch?
  /// The log rows whose ranges have gone over into a later batch.
  private var superseded: [Int64] = []
  private(set) var inserted: Int64 = 0

  /// A log row spans at most this, in the unit of fix ids: two minutes.
  private static let span = Int64(120_000 << 4)

  init(_ database: Database, _ log: ChangeLog) throws(StoreError) {
    self.database = database
    self.log = log
    devices = try DeviceRows(database)
    insert = try database.prepare(
      """
      INSERT OR IGNORE INTO fix (id, lat, lon, alt, speed, course, eph, epv, hdop, used, mode3d)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """)
  }

  func write(_ fix: Fix, paths: [String]) throws(StoreError) {
    let id = Units.fixID(fix.time, device: try devices.id(of: fix.device, paths: paths))
    insert.bind(1, id)
    insert.bind(2, Units.e7(fix.coordinate.latitude))
    insert.bind(3, Units.e7(fix.coordinate.longitude))
    insert.bind(4, Units.hundredths(fix.altitude))
    insert.bind(5, Units.hundredths(fix.speed))
    insert.bind(6, fix.course.map(Units.course))
    insert.bind(7, Units.hundredths(fix.eph))
    insert.bind(8, Units.hundredths(fix.epv))
    insert.bind(9, Units.hundredths(fix.hdop))
    insert.bind(10, fix.satellitesUsed.map(Int64.init))
    insert.bind(11, fix.mode == .threeDimensional ? 1 : 0)
    try insert.run()
    // Known already: nothing has changed.
    if database.rowsChanged == 0 { return }
    inserted += 1
    guard let batch = open, id > batch.first, id - batch.first <= Self.span else {
      try endBatch()
      open = Batch(number: log.next(), first: id, last: id)
      return
    }
    if id > batch.last { open?.last = id }
  }

  func endBatch() throws(StoreError) {
    guard var batch = open else { return }
    open = nil
    if let before = ended {
      if batch.first > before.first, batch.last - before.first <= Self.span {
        batch.first = before.first
        batch.last = max(batch.last, before.last)
        if before.isRecorded { superseded.append(before.number) }
      } else {
        try record(before)
      }
    }
    ended = batch
  }

  /// Ends the batch and writes what the log lacks.
  func flush() throws(StoreError) {
    try endBatch()
    for number in superseded { try log.forget(number) }
    superseded.removeAll(keepingCapacity: true)
    if let batch = ended {
      try record(batch)
      ended?.isRecorded = true
    }
  }

  private func record(_ batch: Batch) throws(StoreError) {
    if batch.isRecorded { return }
    try log.record(batch.number, ChangeKind.fixes, first: batch.first, last: batch.last)
  }

  /// What a later attempt starts from where a transaction fails.
  struct State {
    fileprivate var ended: Batch?
    fileprivate var inserted: Int64
    fileprivate var devices: [Int64?]
  }
  var state: State {
    get { State(ended: ended, inserted: inserted, devices: devices.known) }
    set {
      open = nil
      superseded = []
      ended = newValue.ended
      inserted = newValue.inserted
      devices.known = newValue.devices
    }
  }
}
