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

  /// Whether a dump follows what has arrived of this box, as far as it tells. An older one brings nothing.
  func isContinued(by head: DumpHead, _ eras: [DumpEra]) -> Bool {
    if head.newest < cursor.number { return true }
    guard let witness = cursor.witness, let token = eras.token(at: cursor.number) else { return true }
    return token == witness
  }

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
  /// It is the database that is known under this name, but was restored from an older copy and went on from there.
  case restored(name: String)
  /// The machine here is called so.
  case ownName(String)
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
    let rows = try database.prepare("SELECT \(Box.columns) FROM box ORDER BY name, id")
    var boxes: [Box] = []
    while try rows.step() { boxes.append(Box(rows)) }
    return boxes
  }

  /// The box that a dump is of. One that is known by another name is called anew; one that was restored, or is new, is made.
  ///
  /// - Parameters:
  ///   - head: what the dump begins with, and `eras` what it tells of those: all, or those after the box's cursor.
  ///   - name: what it is to be called here; nil: as it is called here already, or else like its host, or else as it calls itself.
  ///   - host: where it is pulled from; nil: nowhere.
  /// - Throws: `BoxConflict`, `StoreError`.
  public func box(of head: DumpHead, eras: [DumpEra], name: String?, host: String?) throws -> Box {
    database.operation = "load"
    try database.begin()
    defer { database.rollback() }
    if try database.text("SELECT value FROM meta WHERE key = 'uuid'") == head.uuid { throw BoxConflict.itself }
    let boxes = try boxes()
    let same = boxes.filter { $0.cursor.uuid == head.uuid }
    let known =
      same.first { $0.name == name } ?? same.first { host != nil && $0.host == host } ?? same.max { $0.id < $1.id }
    let box: Box
    if let known, known.isContinued(by: head, eras) {
      box = try called(name ?? known.name, known, boxes)
    } else if let known, name == nil || name == known.name {
      throw BoxConflict.restored(name: known.name)
    } else if known == nil, name == nil, let other = boxes.first(where: { host != nil && $0.host == host }) {
      // A host that answers with another database than last time is as good as a name that does.
      throw BoxConflict.otherDatabase(name: other.name)
    } else {
      let name = name ?? host.flatMap(BoxName.ofHost) ?? (BoxName.isValid(head.box) ? head.box : "box")
      try requireFree(name, boxes)
      box = try insert(name, head.uuid, host)
      try makeTables(of: box)
    }
    try database.commit()
    return box
  }

  private func called(_ name: String, _ box: Box, _ boxes: [Box]) throws -> Box {
    if name == box.name { return box }
    try requireFree(name, boxes)
    let update = try database.prepare("UPDATE box SET name = ?1 WHERE id = ?2")
    update.bind(1, name)
    update.bind(2, box.id)
    try update.run()
    var box = box
    box.name = name
    return box
  }

  private func insert(_ name: String, _ uuid: String, _ host: String?) throws(StoreError) -> Box {
    let insert = try database.prepare(
      "INSERT INTO box (name, uuid, host, number) VALUES (?1, ?2, ?3, 0) RETURNING \(Box.columns)")
    insert.bind(1, name)
    insert.bind(2, uuid)
    insert.bind(3, host)
    guard try insert.step() else { throw database.error(0) }
    defer { insert.reset() }
    return Box(insert)
  }

  private func requireFree(_ name: String, _ boxes: [Box]) throws {
    if boxes.contains(where: { $0.name == name }) { throw BoxConflict.otherDatabase(name: name) }
    if try database.text("SELECT value FROM meta WHERE key = 'box'") == name { throw BoxConflict.ownName(name) }
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

  /// Puts a batch into a box's tables and moves its cursor there, in one transaction. What has arrived before changes nothing. `eras` are
  /// those that its dump told of.
  ///
  /// - Returns: how many rows are new or changed.
  /// - Throws: `BoxConflict.gap`, `StoreError`.
  public func load(_ batch: DumpBatch, of eras: [DumpEra], into box: Box) throws -> Loaded {
    database.operation = "load"
    let loader = try loaders[box.id] ?? BoxLoader(database, box)
    loaders[box.id] = loader
    try database.begin()
    defer { database.rollback() }
    let loaded = try loader.load(batch, witness: eras.token(at: batch.through))
    try database.commit()
    return loaded
  }

  /// Notes where a box was pulled from; another that was pulled from there before no longer is.
  public func setHost(_ host: String, of box: Box) throws(StoreError) {
    let clear = try database.prepare("UPDATE box SET host = NULL WHERE host = ?1 AND id <> ?2")
    clear.bind(1, host)
    clear.bind(2, box.id)
    try clear.run()
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
