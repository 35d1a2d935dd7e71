/// Which subjects wait for a name, and which they got.
final class LabelRows {
  enum Claim: Equatable {
    case new
    /// It waits for this target already.
    case waiting
    /// It waited for another one.
    case moved(from: Int64)
    case named
  }

  private let log: ChangeLog
  private let find: Statement
  private let insert: Statement
  private let retarget: Statement
  private let remove: Statement
  private let waiting: Statement
  private let set: Statement

  init(_ database: Database, _ log: ChangeLog) throws(StoreError) {
    self.log = log
    find = try database.prepare("SELECT target, name FROM label WHERE subject = ?1")
    insert = try database.prepare("INSERT INTO label (subject, target) VALUES (?1, ?2)")
    retarget = try database.prepare("UPDATE label SET target = ?2 WHERE subject = ?1")
    remove = try database.prepare("DELETE FROM label WHERE subject = ?1")
    waiting = try database.prepare("SELECT subject FROM label WHERE target = ?1 AND name IS NULL")
    set = try database.prepare("UPDATE label SET name = ?2, change = ?3 WHERE subject = ?1")
  }

  func isNamed(_ subject: Subject) throws(StoreError) -> Bool {
    find.bind(1, subject.key)
    defer { find.reset() }
    return try find.step() && find.optionalInt(1) != nil
  }

  /// What it waits for or was named after.
  func target(_ subject: Subject) throws(StoreError) -> Int64? {
    find.bind(1, subject.key)
    defer { find.reset() }
    return try find.step() ? find.int(0) : nil
  }

  /// Lets a subject wait for a target, unless it has its name.
  func claim(_ subject: Subject, _ target: Int64) throws(StoreError) -> Claim {
    find.bind(1, subject.key)
    let isKnown = try find.step()
    let (former, isNamed) = isKnown ? (find.int(0), find.optionalInt(1) != nil) : (0, false)
    find.reset()
    if isNamed { return .named }
    if isKnown, former == target { return .waiting }
    let statement = isKnown ? retarget : insert
    statement.bind(1, subject.key)
    statement.bind(2, target)
    try statement.run()
    return isKnown ? .moved(from: former) : .new
  }

  /// What it waited for, where it did.
  func delete(_ subject: Subject) throws(StoreError) -> Int64? {
    find.bind(1, subject.key)
    let isKnown = try find.step()
    let target = isKnown && find.optionalInt(1) == nil ? find.int(0) : nil
    find.reset()
    guard isKnown else { return nil }
    remove.bind(1, subject.key)
    try remove.run()
    return target
  }

  func name(_ subject: Subject, _ name: Int64) throws(StoreError) { try self.name(key: subject.key, name) }

  /// Gives a name to all who wait for a target.
  func nameAll(_ target: Int64, _ name: Int64) throws(StoreError) {
    var subjects: [Int64] = []
    waiting.bind(1, target)
    while try waiting.step() { subjects.append(waiting.int(0)) }
    for subject in subjects { try self.name(key: subject, name) }
  }

  private func name(key: Int64, _ name: Int64) throws(StoreError) {
    let number = log.next()
    set.bind(1, key)
    set.bind(2, name)
    set.bind(3, number)
    try set.run()
    try log.record(number, ChangeKind.label, first: key)
  }
}
