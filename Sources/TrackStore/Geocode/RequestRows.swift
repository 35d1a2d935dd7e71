import Glibc
import TrackCore

/// The queue and the answers, as whoever wants a name sees them.
final class RequestRows {
  struct Answer {
    /// nil: there is nothing there.
    var name: Int64?
  }

  /// So many cells on the way wait at most, a year's worth of driving without a network; then the oldest go. What is asked for a
  /// visit or a trip stays.
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
    position = try database.prepare(
      """
      SELECT lat, lon FROM request WHERE target = ?1 AND service = ?2
      UNION ALL SELECT lat, lon FROM answer
        WHERE target = ?1 AND service = ?2 AND (fetched IS NULL OR fetched + lifetime > ?3)
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
      DELETE FROM request WHERE id IN (SELECT id FROM request WHERE rank >= \(Rank.way) ORDER BY rank DESC, time LIMIT ?1)
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

  /// The cell, of those around `at`, that waits or has a fresh answer for the position nearest to it, within half a cell's side.
  func cell(near at: Coordinate, size: Int, _ service: Int64, time: Instant) throws(StoreError) -> Int64? {
    let reach = Double(size) / 2
    var best: (cell: Int64, distance: Double)?
    var seen: [Int64] = []
    for (north, east) in Self.around {
      let point = at.moved(north: north * reach, east: east * reach)
      guard let cell = Target.cell(point, size: size), !seen.contains(cell) else { continue }
      seen.append(cell)
      position.bind(1, cell)
      position.bind(2, service)
      position.bind(3, time.milliseconds)
      while try position.step() {
        let distance = Geodesy.distance(at, Units.coordinate(position.int(0), position.int(1)))
        if distance <= min(reach, best?.distance ?? reach) { best = (cell, distance) }
      }
    }
    return best?.cell
  }

  private static let around: [(Double, Double)] = [
    (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1),
  ]

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

  /// Keeps what waits within bounds.
  func bound() throws(StoreError) {
    let excess = (try count.returned() ?? 0) - Int64(Self.mostOnTheWay)
    guard excess > 0 else { return }
    trim.bind(1, excess)
    try trim.run()
  }
}

extension Coordinate {
  /// Some metres away, to a few per cent; not beyond a pole.
  fileprivate func moved(north: Double, east: Double) -> Coordinate {
    let latitude = min(max(self.latitude + north / 111_000, -90), 90)
    let width = 111_000 * max(0.001, Glibc.cos(latitude * .pi / 180))
    return Coordinate(latitude: latitude, longitude: longitude + min(max(east / width, -180), 180))
  }
}
