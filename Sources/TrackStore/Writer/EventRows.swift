import TrackCore

/// Writes events. They get their ids from here, in the order in which they come.
final class EventRows {
  private let log: ChangeLog
  private let insert: Statement
  private let newest: Statement
  /// The last id given out.
  private var last: Int64 = 0
  private(set) var skipped = 0

  init(_ database: Database, _ log: ChangeLog) throws(StoreError) {
    self.log = log
    insert = try database.prepare(
      """
      INSERT INTO event (id, kind, time, noticed, lat, lon, trip, visit, distance)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    // The second half holds where the newest were taken away.
    newest = try database.prepare(
      """
      SELECT max(coalesce((SELECT max(id) FROM event), 0), coalesce((SELECT value FROM meta WHERE key = 'event'), 0))
      """)
  }

  /// To be called first in each transaction: others write too.
  func refresh() throws(StoreError) { last = try newest.returned() ?? 0 }

  func write(_ event: TrackEvent, source: Int64, coverage: Coverage) throws(StoreError) {
    if try coverage.hasMost(of: event.time, event.time, source: source) {
      skipped += 1
      return
    }
    last += 1
    insert.bind(1, last)
    insert.bind(2, event.kind.rawValue)
    insert.bind(3, event.time.milliseconds)
    insert.bind(4, event.noticed.milliseconds)
    insert.bind(5, event.coordinate.map { Units.e7($0.latitude) })
    insert.bind(6, event.coordinate.map { Units.e7($0.longitude) })
    insert.bind(7, event.trip)
    insert.bind(8, event.visit)
    insert.bind(9, Units.hundredths(event.distance))
    try insert.run()
    try log.record(log.next(), ChangeKind.event, first: last)
  }

  /// What a later attempt starts from where a transaction fails.
  var state: Int {
    get { skipped }
    set { skipped = newValue }
  }
}
