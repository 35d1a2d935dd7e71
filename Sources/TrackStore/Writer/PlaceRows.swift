import TrackCore

/// Keeps the places that visits are to: finds the one a visit belongs to, makes new ones, refines their centres and
/// lets go of those that no visit and no name holds.
final class PlaceRows {
  private let log: ChangeLog
  private let rule: PlaceRule
  private let near: Statement
  private let alone: Statement
  private let insert: Statement
  private let find: Statement
  private let visits: Statement
  private let update: Statement
  private let delete: Statement

  init(_ database: Database, _ log: ChangeLog, rule: PlaceRule) throws(StoreError) {
    self.log = log
    self.rule = rule
    near = try database.prepare("SELECT id, lat, lon FROM place WHERE lat BETWEEN ?1 AND ?2 ORDER BY id")
    alone = try database.prepare(
      """
      SELECT 1 FROM place WHERE id = ?1 AND name IS NULL
        AND NOT EXISTS (SELECT 1 FROM visit WHERE place = ?1 AND id <> ?2)
      """)
    insert = try database.prepare(
      """
      INSERT INTO place (id, lat, lon, change)
      SELECT max(coalesce((SELECT max(id) FROM place), 0), coalesce((SELECT max(first) FROM change WHERE kind = -4), 0)) + 1,
        ?1, ?2, ?3 RETURNING id
      """)
    find = try database.prepare("SELECT change, name, lat, lon FROM place WHERE id = ?1")
    visits = try database.prepare(
      """
      SELECT lat, lon, accuracy FROM visit WHERE place = ?1 ORDER BY arrival DESC LIMIT \(PlaceRule.visitsThatCount)
      """)
    update = try database.prepare("UPDATE place SET lat = ?2, lon = ?3, change = ?4 WHERE id = ?1")
    delete = try database.prepare("DELETE FROM place WHERE id = ?1")
  }

  /// The place of a visit that is at `now`, or at none yet.
  func place(of visit: Visit, now: Int64?) throws(StoreError) -> Int64 {
    // A place that only this visit makes stands wherever the visit does, and says nothing of where it belongs.
    var own: Int64?
    if let now, try isOnly(visit.id, at: now) { own = now }
    let reach = rule.latitudeReach(of: visit)
    near.bind(1, Units.e7(visit.centre.latitude - reach))
    near.bind(2, Units.e7(visit.centre.latitude + reach))
    var candidates: [PlaceRule.Candidate] = []
    while try near.step() {
      if near.int(0) == own { continue }
      candidates.append(.init(id: near.int(0), centre: Units.coordinate(near.int(1), near.int(2))))
    }
    if let place = rule.place(of: visit, among: candidates) ?? own { return place }
    let number = log.next()
    insert.bind(1, Units.e7(visit.centre.latitude))
    insert.bind(2, Units.e7(visit.centre.longitude))
    insert.bind(3, number)
    let id = try insert.returned() ?? 0
    try log.record(number, ChangeKind.place, first: id)
    return id
  }

  /// Sets a place's centre by its visits; without any, an unnamed place goes.
  func refine(_ id: Int64) throws(StoreError) {
    find.bind(1, id)
    defer { find.reset() }
    guard try find.step() else { return }
    let (change, isNamed) = (find.int(0), find.optionalText(1) != nil)
    let (lat, lon) = (find.int(2), find.int(3))
    find.reset()
    visits.bind(1, id)
    var mean = PlaceRule.Mean()
    while try visits.step() {
      mean.add(Units.coordinate(visits.int(0), visits.int(1)), accuracy: Units.whole(visits.int(2)))
    }
    if let centre = mean.centre {
      let (newLat, newLon) = (Units.e7(centre.latitude), Units.e7(centre.longitude))
      if newLat == lat, newLon == lon { return }
      let number = log.next()
      update.bind(1, id)
      update.bind(2, newLat)
      update.bind(3, newLon)
      update.bind(4, number)
      try update.run()
      try log.forget(change)
      try log.record(number, ChangeKind.place, first: id)
    } else if !isNamed {
      delete.bind(1, id)
      try delete.run()
      try log.forget(change)
      try log.record(log.next(), ChangeKind.deleted(ChangeKind.place), first: id)
    }
  }

  private func isOnly(_ visit: Visit.ID, at place: Int64) throws(StoreError) -> Bool {
    alone.bind(1, place)
    alone.bind(2, visit)
    defer { alone.reset() }
    return try alone.step()
  }
}
