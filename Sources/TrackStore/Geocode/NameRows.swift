import TrackCore

/// Names and the answers that they came with. Used within a transaction.
final class NameRows {
  /// So many answers are kept; then the oldest go, with names that nobody bears. 100 bytes each.
  static let most = 20_000

  private let known: Statement
  private let confirm: Statement
  private let insert: Statement
  private let credit: Statement
  private let findCredit: Statement
  private let put: Statement
  private let count: Statement
  private let oldest: Statement
  private let orphans: Statement
  private let hasUndated: Statement
  private let stamp: Statement
  private let stampNames: Statement

  init(_ database: Database) throws(StoreError) {
    known = try database.prepare(
      """
      SELECT name.id FROM answer JOIN name ON name.id = answer.name
      WHERE answer.target = ?1 AND answer.service = ?2 AND short = ?3 AND full = ?4
      """)
    confirm = try database.prepare("UPDATE name SET fetched = ?2 WHERE id = ?1")
    insert = try database.prepare(
      """
      INSERT INTO name (short, full, city, country, service, credit, fetched) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING id
      """)
    credit = try database.prepare("INSERT OR IGNORE INTO credit (text) VALUES (?1)")
    findCredit = try database.prepare("SELECT id FROM credit WHERE text = ?1")
    put = try database.prepare(
      "INSERT OR REPLACE INTO answer (target, service, lat, lon, name, fetched, lifetime) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    )
    count = try database.prepare("SELECT count(*) FROM answer")
    oldest = try database.prepare(
      """
      DELETE FROM answer WHERE (target, service) IN (SELECT target, service FROM answer ORDER BY fetched LIMIT ?1)
      """)
    orphans = try database.prepare(
      """
      DELETE FROM name WHERE NOT EXISTS (SELECT 1 FROM answer WHERE answer.name = name.id)
        AND NOT EXISTS (SELECT 1 FROM label WHERE label.name = name.id)
      """)
    hasUndated = try database.prepare(
      "SELECT EXISTS (SELECT 1 FROM answer WHERE fetched IS NULL) OR EXISTS (SELECT 1 FROM answer WHERE fetched > ?1)")
    stamp = try database.prepare("UPDATE answer SET fetched = ?2 WHERE fetched IS NULL OR fetched > ?1")
    stampNames = try database.prepare("UPDATE name SET fetched = ?2 WHERE fetched IS NULL OR fetched > ?1")
  }

  /// The row of a name; the same as before where the server said the same before of `target`.
  func save(_ name: PlaceName, service: Int64, before target: Int64) throws(StoreError) -> Int64 {
    known.bind(1, target)
    known.bind(2, service)
    known.bind(3, name.short)
    known.bind(4, name.full)
    if let id = try known.returned() {
      confirm.bind(1, id)
      confirm.bind(2, name.fetched?.milliseconds)
      try confirm.run()
      return id
    }
    findCredit.bind(1, name.attribution)
    if try findCredit.returned() == nil {
      credit.bind(1, name.attribution)
      try credit.run()
    }
    insert.bind(1, name.short)
    insert.bind(2, name.full)
    insert.bind(3, name.city)
    insert.bind(4, name.countryCode)
    insert.bind(5, service)
    insert.bind(6, try findCredit.returned() ?? 0)
    insert.bind(7, name.fetched?.milliseconds)
    return try insert.returned() ?? 0
  }

  func answer(
    _ target: Int64, service: Int64, of at: Coordinate, _ name: Int64?, at wall: Instant?, lifetime: Interval
  ) throws(StoreError) {
    put.bind(1, target)
    put.bind(2, service)
    put.bind(3, Units.e7(at.latitude))
    put.bind(4, Units.e7(at.longitude))
    put.bind(5, name)
    put.bind(6, wall?.milliseconds)
    put.bind(7, lifetime.milliseconds)
    try put.run()
    let excess = (try count.returned() ?? 0) - Int64(Self.most)
    guard excess > 0 else { return }
    // More than one at once, as what follows reads every name.
    oldest.bind(1, excess + Int64(Self.most) / 10)
    try oldest.run()
    try orphans.run()
  }

  /// Two clocks that are both right differ by less.
  private static let slack = Interval.seconds(86_400)

  /// What was fetched under no clock, or under one that ran ahead, was fetched now.
  func date(_ wall: Instant) throws(StoreError) {
    let latest = (wall + Self.slack).milliseconds
    hasUndated.bind(1, latest)
    guard try hasUndated.returned() == 1 else { return }
    for statement in [stamp, stampNames] {
      statement.bind(1, latest)
      statement.bind(2, wall.milliseconds)
      try statement.run()
    }
  }
}
