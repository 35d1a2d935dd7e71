import TrackCore

/// Which times other sources have trips and visits for. Input that comes later than what is there, of the same way by
/// another capture, must add nothing.
final class Coverage {
  private let rows: Statement
  private let newest: Statement
  private let isAsked: Bool
  /// Nothing of another source lies beyond; nil before that was looked up.
  private var horizon: Int64?

  /// Without `isAsked` nothing is ever covered: what is recorded now is true, whatever was loaded before.
  init(_ database: Database, isAsked: Bool) throws(StoreError) {
    self.isAsked = isAsked
    rows = try database.prepare(
      """
      SELECT start AS a, coalesce("end", last) AS b FROM trip
        WHERE start < ?2 AND source <> ?3 AND ("end" > ?1 OR "end" IS NULL AND last > ?1)
      UNION ALL SELECT arrival, coalesce(departure, last) FROM visit
        WHERE arrival < ?2 AND source <> ?3 AND (departure > ?1 OR departure IS NULL AND last > ?1)
      ORDER BY a
      """)
    newest = try database.prepare(
      """
      SELECT max(t) FROM (SELECT max("end") AS t FROM trip UNION ALL SELECT max(last) FROM trip WHERE "end" IS NULL
        UNION ALL SELECT max(departure) FROM visit UNION ALL SELECT max(last) FROM visit WHERE departure IS NULL)
      """)
  }

  /// Whether others have more than half of the time from `start` to `end`; of an instant, whether they have it.
  func hasMost(of start: Instant, _ end: Instant, source: Int64) throws(StoreError) -> Bool {
    guard isAsked else { return false }
    let a = start.milliseconds
    let b = max(end.milliseconds, a &+ 1)
    if try lookUpHorizon() <= a { return false }
    rows.bind(1, a)
    rows.bind(2, b)
    rows.bind(3, source)
    defer { rows.reset() }
    var seen = a
    var covered: Int64 = 0
    while try rows.step() {
      let from = max(rows.int(0), seen)
      let to = min(rows.int(1), b)
      if to > from {
        covered += to - from
        seen = to
      }
    }
    return covered > (b - a) / 2
  }

  private func lookUpHorizon() throws(StoreError) -> Int64 {
    if let horizon { return horizon }
    defer { newest.reset() }
    let found = try newest.step() ? newest.optionalInt(0) ?? .min : .min
    horizon = found
    return found
  }
}
