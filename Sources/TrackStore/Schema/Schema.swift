import Glibc

/// What a database file must be for this program, and how an older one becomes that.
enum Schema {
  /// "TRKL" in SQLite's `application_id`, by which `file` and this program know whose database it is.
  static let applicationID: Int64 = 0x5452_4B4C

  /// The n-th element leads from schema n to n + 1; `user_version` counts how many were done. Only ever appended to.
  static let migrations = [version1 + boxTables]

  /// Bytes of a page. A commit while driving touches five to seven pages, each the tail of a table, and writes each
  /// whole: with 1024 an hour's commits write half of what they do with SQLite's default of 4096, and a row still costs
  /// the same.
  static let pageSize = 1024
  /// The same of a database that a replay makes, where commits are big: SQLite's default, with which a row takes a tenth less
  /// CPU and a twentieth less room.
  static let bulkPageSize = 4096

  /// Refuses what is not this program's, or newer; true where the file is empty or older and wants `migrate`.
  static func isOutdated(_ database: Database, migrations: [String] = migrations) throws(StoreError) -> Bool {
    // One moment for all that is read: another process may be making it into a database right now.
    let isAlone = !database.isInTransaction
    if isAlone { try database.execute("BEGIN") }
    defer { if isAlone { database.rollback() } }
    let application = try database.integer("PRAGMA application_id") ?? 0
    let version = Int(try database.integer("PRAGMA user_version") ?? 0)
    if application == 0, version == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 { return true }
    guard application == applicationID else {
      throw StoreError(.foreignDatabase, path: database.path, operation: database.operation)
    }
    guard version <= migrations.count else {
      throw StoreError(
        .newerSchema(found: version, known: migrations.count), path: database.path, operation: database.operation)
    }
    return version < migrations.count
  }

  /// Brings an empty or older database to the newest schema, all or nothing. `box` names the machine in a new one.
  static func migrate(
    _ database: Database, box: String? = nil, pageSize: Int = pageSize, migrations: [String] = migrations
  ) throws(StoreError) {
    guard try isOutdated(database, migrations: migrations) else { return }
    // Has an effect only while the file is empty, and none within a transaction.
    try database.execute("PRAGMA page_size = \(pageSize)")
    try database.useWAL()
    try database.begin()
    do {
      // Another process may have been here first.
      if try isOutdated(database, migrations: migrations) { try steps(database, box: box, migrations: migrations) }
      try database.commit()
    } catch {
      database.rollback()
      throw error
    }
  }

  private static func steps(_ database: Database, box: String?, migrations: [String]) throws(StoreError) {
    let version = Int(try database.integer("PRAGMA user_version") ?? 0)
    for step in migrations[version...] { try database.execute(step) }
    try database.execute("PRAGMA user_version = \(migrations.count)")
    guard version == 0 else { return }
    try database.execute("PRAGMA application_id = \(applicationID)")
    let meta = try database.prepare("INSERT INTO meta (key, value) VALUES (?1, ?2)")
    for (key, value) in [("uuid", randomUUID()), ("box", box ?? hostName())] {
      meta.bind(1, key)
      meta.bind(2, value)
      try meta.run()
    }
  }

  /// A random (version 4) UUID of RFC 9562, in lower case.
  static func randomUUID() -> String {
    var generator = SystemRandomNumberGenerator()
    var high = generator.next()
    var low = generator.next()
    high = high & ~0xf000 | 0x4000
    low = low & ~(0b11 << 62) | 0b10 << 62
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for nibble in 0..<32 {
      if [8, 12, 16, 20].contains(nibble) { text.append(UInt8(ascii: "-")) }
      let half = nibble < 16 ? high : low
      text.append(digits[Int(half >> (60 - 4 * UInt64(nibble % 16)) & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "tracklogger" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
