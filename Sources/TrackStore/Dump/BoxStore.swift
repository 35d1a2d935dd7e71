import TrackCore

/// A machine whose database was pulled into this one.
public struct Box: Equatable, Sendable {
  var id: Int64
  /// What it is called here.
  public var name: String
  /// Where it was pulled from last.
  public var host: String?
  /// How far its database has arrived.
  public var cursor: DumpCursor

  var prefix: String { "box\(id)_" }

  static let columns = "id, name, host, uuid, number, witness"

  init(_ row: Statement) {
    id = row.int(0)
    name = row.optionalText(1) ?? ""
    host = row.optionalText(2)
    cursor = DumpCursor(uuid: row.optionalText(3) ?? "", number: row.int(4), witness: row.optionalInt(5))
  }
}

/// Why a dump is not loaded.
public enum BoxConflict: Error, Equatable, Sendable {
  /// It is the dump of this very database.
  case itself
  /// Another database is known under this name.
  case otherDatabase(name: String)
  /// This database is known under another name.
  case otherName(known: String)
  /// The batch begins after changes that have not arrived.
  case gap(arrived: Int64)
}

/// Takes dumps of other machines' databases into this one. Not `Sendable`: use it from one thread.
public final class BoxStore {
  public let path: String
  let database: Database
  private var loaders: [Int64: BoxLoader] = [:]

  /// Opens the database, or makes one. Whoever records into it goes on.
  public init(path: String) throws(StoreError) {
    self.path = path
    database = try Database(path: path, mode: .create, busyTimeout: 30_000)
    try Schema.migrate(database)
    // What is lost with the power is pulled again.
    try database.execute("PRAGMA synchronous = NORMAL")
    try database.execute("PRAGMA cache_size = -4096")
    try database.execute("PRAGMA wal_autocheckpoint = 4000")
    try database.execute("PRAGMA journal_size_limit = \(4 << 20)")
  }

  public func boxes() throws(StoreError) -> [Box] { try Self.boxes(database) }

  static func boxes(_ database: Database) throws(StoreError) -> [Box] {
    let rows = try database.prepare("SELECT \(Box.columns) FROM box ORDER BY name")
    var boxes: [Box] = []
    while try rows.step() { boxes.append(Box(rows)) }
    return boxes
  }

  /// The box that a dump is of, which may be new.
  ///
  /// - Parameters:
  ///   - name: what it is to be called here; nil: as it is called here already, or else as it calls itself.
  ///   - host: where it was pulled from; nil: nowhere.
  /// - Throws: `BoxConflict`, `StoreError`.
  public func box(of head: DumpHead, name: String?, host: String?) throws -> Box {
    database.operation = "load"
    try database.begin()
    defer { database.rollback() }
    if try database.text("SELECT value FROM meta WHERE key = 'uuid'") == head.uuid { throw BoxConflict.itself }
    let boxes = try boxes()
    if let known = boxes.first(where: { $0.cursor.uuid == head.uuid }) {
      if let name, name != known.name { throw BoxConflict.otherName(known: known.name) }
      return known
    }
    // A host that answers with another database than last time is as good as a name that does.
    if name == nil, let known = boxes.first(where: { host != nil && $0.host == host }) {
      throw BoxConflict.otherDatabase(name: known.name)
    }
    let name = name ?? head.box
    if boxes.contains(where: { $0.name == name }) { throw BoxConflict.otherDatabase(name: name) }
    let insert = try database.prepare(
      "INSERT INTO box (name, uuid, host, number) VALUES (?1, ?2, ?3, 0) RETURNING \(Box.columns)")
    insert.bind(1, name)
    insert.bind(2, head.uuid)
    insert.bind(3, host)
    guard try insert.step() else { throw database.error(0) }
    let box = Box(insert)
    insert.reset()
    try makeTables(of: box)
    try database.commit()
    return box
  }

  /// Tables like the database's own.
  private func makeTables(of box: Box) throws(StoreError) {
    try database.execute(BoxSchema.nameTable(of: box))
    for table in DumpTable.all where table != .name {
      let schema = try database.prepare(
        "SELECT sql FROM sqlite_schema WHERE tbl_name = ?1 AND type IN ('table', 'index') AND sql IS NOT NULL ORDER BY type DESC"
      )
      schema.bind(1, table.name)
      var statements: [String] = []
      while try schema.step() { if let sql = schema.optionalText(0) { statements.append(sql) } }
      for sql in statements { try database.execute(BoxSchema.prefixed(sql, with: box.prefix)) }
    }
  }

  /// Puts a batch into a box's tables and moves its cursor there, in one transaction. What has arrived before changes nothing.
  ///
  /// - Returns: how many rows are new or changed.
  /// - Throws: `BoxConflict.gap`, `StoreError`.
  public func load(_ batch: DumpBatch, into box: Box) throws -> Loaded {
    database.operation = "load"
    let loader = try loaders[box.id] ?? BoxLoader(database, box)
    loaders[box.id] = loader
    try database.begin()
    defer { database.rollback() }
    let loaded = try loader.load(batch)
    try database.commit()
    return loaded
  }

  /// Notes where a box was pulled from.
  public func setHost(_ host: String, of box: Box) throws(StoreError) {
    let update = try database.prepare("UPDATE box SET host = ?1 WHERE id = ?2 AND host IS NOT ?1")
    update.bind(1, host)
    update.bind(2, box.id)
    try update.run()
  }

  /// Calls a place of a box something here, whatever it is called there; nil or nothing: as it is called there.
  ///
  /// - Returns: false where the box has no such place.
  public func name(place: Int64, of box: Box, _ name: String?) throws(StoreError) -> Bool {
    database.operation = "name a place"
    let find = try database.prepare("SELECT 1 FROM \(box.prefix)place WHERE id = ?1")
    find.bind(1, place)
    guard try find.returned() != nil else { return false }
    let wanted = name ?? ""
    let edit = try database.prepare(
      wanted.isEmpty
        ? "DELETE FROM box_place_name WHERE box = ?1 AND place = ?2"
        : "INSERT OR REPLACE INTO box_place_name (box, place, name) VALUES (?1, ?2, ?3)")
    edit.bind(1, box.id)
    edit.bind(2, place)
    if !wanted.isEmpty { edit.bind(3, wanted) }
    try edit.run()
    return true
  }
}
