import TrackCore

/// The queue and the answers, as whoever wants a name sees them.
final class RequestRows {
  struct Answer {
    /// nil: there is nothing there.
    var name: Int64?
  }

  /// So many cells on the way wait at most, a year's worth of driving without a network; then those ahead of a journey go, from
  /// its end, and the oldest. What is asked for a visit or a trip stays.
  static let mostOnTheWay = 20_000

  private let insertService: Statement
  private let findService: Statement
  private let find: Statement
  private let upsert: Statement
  private let exists: Statement
  private let position: Statement
  private let update: Statement
  private let remove: Statement
  private let count: Statement
  private let trim: Statement

  init(_ database: Database) throws(StoreError) {
    insertService = try database.prepare("INSERT OR IGNORE INTO service (provider, language) VALUES (?1, ?2)")
    findService = try database.prepare("SELECT id FROM service WHERE provider = ?1 AND language = ?2")
    find = try database.prepare(
      "SELECT name FROM answer WHERE target = ?1 AND service = ?2 AND (fetched IS NULL OR fetched + lifetime > ?3)")
    upsert = try database.prepare(
      """
      INSERT INTO request (target, service, lat, lon, rank, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (target, service) DO UPDATE SET rank = min(rank, excluded.rank), time = max(time, excluded.time)
      """)
    exists = try database.prepare("SELECT 1 FROM request WHERE target = ?1 AND service = ?2")
    // The plus keeps SQLite from taking the index of the queue's order, in which all rows would match.
    position = try database.prepare(
      """
      SELECT target, lat, lon, 0 FROM request WHERE target BETWEEN ?1 AND ?2 AND +service = ?3 AND +parked = 0
      UNION ALL SELECT target, lat, lon, 1 FROM answer
        WHERE target BETWEEN ?1 AND ?2 AND service = ?3 AND (fetched IS NULL OR fetched + lifetime > ?4)
      """)
    // Once a server has been asked for it, the position stays what it was.
    update = try database.prepare(
      """
      UPDATE request SET lat = ?3, lon = ?4
      WHERE target = ?1 AND service = ?2 AND attempts = 0 AND (abs(lat - ?3) > 500 OR abs(lon - ?4) > 500)
      """)
    remove = try database.prepare("DELETE FROM request WHERE target = ?1 AND service = ?2 AND rank = \(Rank.stay)")
    count = try database.prepare("SELECT count(*) FROM request WHERE rank >= \(Rank.way)")
    trim = try database.prepare(
      """
      DELETE FROM request WHERE id IN (SELECT id FROM request WHERE rank >= \(Rank.way) ORDER BY rank DESC, time, id DESC LIMIT ?1)
      """)
  }

  func service(_ provider: String, _ language: String) throws(StoreError) -> Int64 {
    findService.bind(1, provider)
    findService.bind(2, language)
    if let id = try findService.returned() { return id }
    insertService.bind(1, provider)
    insertService.bind(2, language)
    try insertService.run()
    return try findService.returned() ?? 0
  }

  /// The answer for a target, where there is one that is not too old for who asks at `time`.
  func freshAnswer(_ target: Int64, _ service: Int64, at time: Instant) throws(StoreError) -> Answer? {
    find.bind(1, target)
    find.bind(2, service)
    find.bind(3, time.milliseconds)
    defer { find.reset() }
    return try find.step() ? Answer(name: find.optionalInt(0)) : nil
  }

  /// Asks, or joins those who ask already.
  func ask(_ target: Int64, _ service: Int64, at: Coordinate, rank: Int64, time: Instant) throws(StoreError) {
    upsert.bind(1, target)
    upsert.bind(2, service)
    upsert.bind(3, Units.e7(at.latitude))
    upsert.bind(4, Units.e7(at.longitude))
    upsert.bind(5, rank)
    upsert.bind(6, time.milliseconds)
    try upsert.run()
  }

  func isWaiting(_ target: Int64, _ service: Int64) throws(StoreError) -> Bool {
    exists.bind(1, target)
    exists.bind(2, service)
    defer { exists.reset() }
    return try exists.step()
  }

  /// What waits or has a fresh answer for the position nearest to `at`, within `reach` metres.
  func nearest(
    to at: Coordinate, within reach: Double, size: Int, _ service: Int64, time: Instant
  ) throws(StoreError) -> (cell: Int64, isFresh: Bool)? {
    var best: (cell: Int64, isFresh: Bool, distance: Double)?
    for keys in GridCell.keys(around: at, within: reach, size: size) {
      position.bind(1, keys.lowerBound)
      position.bind(2, keys.upperBound)
      position.bind(3, service)
      position.bind(4, time.milliseconds)
      while try position.step() {
        let distance = Geodesy.distance(at, Units.coordinate(position.int(1), position.int(2)))
        if distance < best?.distance ?? reach { best = (position.int(0), position.int(3) != 0, distance) }
      }
    }
    return best.map { ($0.cell, $0.isFresh) }
  }

  /// The position of who waits is known better now.
  func move(_ target: Int64, _ service: Int64, to at: Coordinate) throws(StoreError) {
    update.bind(1, target)
    update.bind(2, service)
    update.bind(3, Units.e7(at.latitude))
    update.bind(4, Units.e7(at.longitude))
    try update.run()
  }

  /// Nobody wants to know any more.
  func drop(_ target: Int64, _ service: Int64) throws(StoreError) {
    remove.bind(1, target)
    remove.bind(2, service)
    try remove.run()
  }

  /// How many more may wait on the way; below zero: so many too many do.
  func room() throws(StoreError) -> Int { Self.mostOnTheWay - Int(try count.returned() ?? 0) }

  /// Keeps what waits within bounds.
  func bound() throws(StoreError) {
    let room = try room()
    guard room < 0 else { return }
    trim.bind(1, Int64(-room))
    try trim.run()
  }
}
