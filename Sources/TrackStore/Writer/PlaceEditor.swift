/// Edits places beside a recorder, in short transactions.
public final class PlaceEditor {
  private let database: Database
  private let log: ChangeLog

  /// - Throws: `missing`, `readOnly`, `newerSchema`, and whatever else an opening can fail for.
  public init(path: String) throws(StoreError) {
    database = try Database(path: path, mode: .readWrite)
    try Schema.migrate(database)
    log = try ChangeLog(database)
  }

  /// Calls a place something; with nil its name goes, and with that the place where no visit was to it.
  ///
  /// - Returns: false where there is no such place.
  public func name(place: Int64, _ name: String?) throws(StoreError) -> Bool {
    database.operation = "name a place"
    try database.begin()
    defer { database.rollback() }
    try log.refresh()
    let find = try database.prepare(
      "SELECT change, name, EXISTS (SELECT 1 FROM visit WHERE place = ?1) FROM place WHERE id = ?1")
    find.bind(1, place)
    guard try find.step() else { return false }
    let (change, former, hasVisit) = (find.int(0), find.optionalText(1), find.int(2) != 0)
    find.reset()
    if former == name { return true }
    let number = log.next()
    if name == nil, !hasVisit {
      let delete = try database.prepare("DELETE FROM place WHERE id = ?1")
      delete.bind(1, place)
      try delete.run()
      try log.record(number, ChangeKind.deleted(ChangeKind.place), first: place)
    } else {
      let update = try database.prepare("UPDATE place SET name = ?2, change = ?3 WHERE id = ?1")
      update.bind(1, place)
      update.bind(2, name)
      update.bind(3, number)
      try update.run()
      try log.record(number, ChangeKind.place, first: place)
    }
    try log.forget(change)
    try database.commit()
    return true
  }
}
