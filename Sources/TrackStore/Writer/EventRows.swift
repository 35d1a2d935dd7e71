import TrackCore

/// Writes events. They get their ids from here, in the order in which they come.
final class EventRows {
  private let log: ChangeLog
  private let insert: Statement
  private(set) var skipped = 0

  init(_ database: Database, _ log: ChangeLog) throws(StoreError) {
    self.log = log
    insert = try database.prepare(
      """
      INSERT INTO event (id, kind, time, noticed, lat, lon, trip, visit, distance)
      SELECT max(coalesce((SELECT max(id) FROM event), 0), coalesce((SELECT value FROM meta WHERE key = 'event'), 0)) + 1,
        ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 RETURNING id
      """)
  }

  func write(_ event: TrackEvent, source: Int64, coverage: Coverage) throws(StoreError) {
    if try coverage.hasMost(of: event.time, event.time, source: source) {
      skipped += 1
      return
    }
    insert.bind(1, event.kind.rawValue)
    insert.bind(2, event.time.milliseconds)
    insert.bind(3, event.noticed.milliseconds)
    insert.bind(4, event.coordinate.map { Units.e7($0.latitude) })
    insert.bind(5, event.coordinate.map { Units.e7($0.longitude) })
    insert.bind(6, event.trip)
    insert.bind(7, event.visit)
    insert.bind(8, Units.hundredths(event.distance))
    let id = try insert.returned() ?? 0
    try log.record(log.next(), ChangeKind.event, first: id)
  }

  /// What a later attempt starts from where a transaction fails.
  var state: Int {
    get { skipped }
    set { skipped = newValue }
  }
}
