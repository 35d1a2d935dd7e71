import CSQLite
import TrackCore

/// Reads a database, while its recorder runs and while none does. Not `Sendable`: use it from one thread.
///
/// What belongs to a time range overlaps it: it began before `until` and ended after `since` (an instant, at or after).
/// A limit keeps the newest; rows come oldest first.
public final class TrackReader {
  public let path: String
  let database: Database
  private var names: PlaceNames?

  /// - Parameter upgrades: brings an older database to this program's schema; else it is refused.
  /// - Throws: `missing`, `cannotOpen`, `newerSchema`, `notADatabase` and whatever else an opening can fail for.
  public init(path: String, upgrades: Bool = true) throws(StoreError) {
    self.path = path
    database = try Self.open(path, upgrades)
  }

  private static func open(_ path: String, _ upgrades: Bool) throws(StoreError) -> Database {
    do {
      let database = try Database(path: path, mode: .readOnly)
      return try upgraded(database, upgrades)
    } catch {
      // On a medium that takes no writes SQLite cannot make its index of the WAL. Without a WAL there is nothing to
      // index.
      guard error.kind == .cannotOpen || error.kind == .readOnly, DatabaseFile.size(path + "-wal") == 0 else {
        throw error
      }
      let database = try Database(path: path, mode: .immutable)
      if try Schema.isOutdated(database) { throw error }
      return database
    }
  }

  private static func upgraded(_ database: Database, _ upgrades: Bool) throws(StoreError) -> Database {
    guard try Schema.isOutdated(database) else { return database }
    guard upgrades else { throw StoreError(.olderSchema, path: database.path, operation: "open") }
    let writable = try Database(path: database.path, mode: .readWrite)
    try Schema.migrate(writable)
    return try Database(path: database.path, mode: .readOnly)
  }

  /// With nothing remembered that another process may have changed since: for one list or question.
  func placeNames() throws(StoreError) -> PlaceNames {
    if let names {
      names.forget()
      return names
    }
    let made = try PlaceNames(database)
    names = made
    return made
  }

  /// One state of the database for all that is read by `body`, whatever is written meanwhile.
  public func snapshot<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    if database.isInTransaction { return try body() }
    try database.execute("BEGIN")
    defer { database.rollback() }
    return try body()
  }

  public func info() throws(StoreError) -> DatabaseInfo {
    database.operation = "read what the database is"
    return DatabaseInfo(
      uuid: try database.text("SELECT value FROM meta WHERE key = 'uuid'") ?? "",
      box: try database.text("SELECT value FROM meta WHERE key = 'box'") ?? "",
      schema: Int(try database.integer("PRAGMA user_version") ?? 0),
      bytes: DatabaseFile.size(path) + DatabaseFile.size(path + "-wal"),
      lastChange: try database.integer("SELECT max(number) FROM change") ?? 0)
  }

  /// Counts every row: reads the whole file.
  public func counts() throws(StoreError) -> RowCounts {
    database.operation = "count"
    return RowCounts(
      fixes: try count("fix"), trips: try count("trip"), visits: try count("visit"), places: try count("place"),
      events: try count("event"))
  }

  /// Whether anything was recorded.
  public func hasRows() throws(StoreError) -> Bool {
    try database.integer(
      "SELECT EXISTS (SELECT 1 FROM fix) OR EXISTS (SELECT 1 FROM visit) OR EXISTS (SELECT 1 FROM event)") == 1
  }

  private func count(_ table: String) throws(StoreError) -> Int64 {
    try database.integer("SELECT count(*) FROM \(table)") ?? 0
  }

  /// Paths of receivers by the number in a fix's `DeviceID`, as read by this reader.
  public func devicePaths() throws(StoreError) -> [Int: String] {
    database.operation = "list devices"
    let statement = try database.prepare("SELECT id, path FROM device")
    var paths: [Int: String] = [:]
    while try statement.step() { paths[Int(statement.int(0))] = statement.optionalText(1) }
    return paths
  }

  /// The sequence of changes after a number, at most `limit` of them.
  public func changes(after number: Int64, limit: Int = 1000) throws(StoreError) -> [ChangeRow] {
    database.operation = "list changes"
    let statement = try database.prepare(
      "SELECT number, kind, first, last FROM change WHERE number > ?1 ORDER BY number LIMIT ?2")
    statement.bind(1, number)
    statement.bind(2, Int64(limit))
    var rows: [ChangeRow] = []
    while try statement.step() {
      let id = statement.int(2)
      let subject: ChangeRow.Subject =
        switch statement.int(1) {
        case ChangeKind.fixes: .fixes(first: id, last: statement.optionalInt(3) ?? id)
        case ChangeKind.trip: .trip(id)
        case ChangeKind.visit: .visit(id)
        case ChangeKind.place: .place(id)
        case ChangeKind.event: .event(id)
        case ChangeKind.deleted(ChangeKind.trip): .tripDeleted(id)
        case ChangeKind.deleted(ChangeKind.visit): .visitDeleted(id)
        case ChangeKind.deleted(ChangeKind.place): .placeDeleted(id)
        default: .unknown
        }
      rows.append(ChangeRow(number: statement.int(0), subject: subject))
    }
    return rows
  }
}
