import TrackCore

/// Tables of a box: like the database's own, with a prefix, and looked at through views without it.
enum BoxSchema {
  /// `CREATE TABLE trip (` and `CREATE INDEX trip_start ON trip (` for the prefixed table.
  static func prefixed(_ sql: String, with prefix: String) -> String {
    var words = sql.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
    if words.count > 2 { words[2] = prefix + words[2] }
    if words.count > 4, words[1] == "INDEX", words[3] == "ON" { words[4] = prefix + words[4] }
    return words.joined(separator: " ")
  }

  /// Names with all that belongs to each in its row: which servers there are is another matter here.
  static func nameTable(of box: Box) -> String {
    """
    CREATE TABLE \(box.prefix)name (
      id INTEGER PRIMARY KEY,
      short TEXT NOT NULL,
      full TEXT NOT NULL,
      city TEXT,
      country TEXT,
      provider TEXT NOT NULL,
      credit TEXT NOT NULL,
      fetched INTEGER
    )
    """
  }

  /// Views of one connection that stand before the database's own tables, so that whatever reads those reads the box.
  static func views(of box: Box) -> String {
    let p = box.prefix
    // A subquery, not a join: only a view of one table is looked up by its index within a LEFT JOIN.
    let given = "(SELECT name FROM main.box_place_name WHERE box = \(box.id) AND place = p.id)"
    let columns = DumpTable.place.columns.map { $0.name == "name" ? "coalesce(\(given), name) AS name" : $0.name }
    var sql = ["PRAGMA temp_store = MEMORY"]
    for table in DumpTable.all where table != .place && table != .name {
      sql.append("CREATE TEMP VIEW \(table.name) AS SELECT * FROM main.\(p)\(table.name)")
    }
    sql += [
      "CREATE TEMP VIEW place AS SELECT \(columns.joined(separator: ", ")) FROM main.\(p)place AS p",
      """
      CREATE TEMP VIEW meta AS SELECT 'uuid' AS key, uuid AS value FROM main.box WHERE id = \(box.id)
        UNION ALL SELECT 'box', name FROM main.box WHERE id = \(box.id)
      """,
      """
      CREATE TEMP VIEW name AS SELECT id, short, full, city, country, id AS service, id AS credit, fetched FROM main.\(p)name;
      CREATE TEMP VIEW service AS SELECT id, provider FROM main.\(p)name;
      CREATE TEMP VIEW credit AS SELECT id, credit AS text FROM main.\(p)name;
      CREATE TEMP VIEW answer AS SELECT * FROM main.answer WHERE 0
      """,
      // What is known of the changes behind the rows.
      """
      CREATE TEMP VIEW change AS SELECT number, \(ChangeKind.fixes) AS kind, (SELECT min(id) FROM main.\(p)fix) AS first,
          (SELECT max(id) FROM main.\(p)fix) AS last FROM main.box WHERE id = \(box.id)
        UNION ALL SELECT change, \(ChangeKind.trip), id, NULL FROM main.\(p)trip
        UNION ALL SELECT change, \(ChangeKind.visit), id, NULL FROM main.\(p)visit
        UNION ALL SELECT change, \(ChangeKind.place), id, NULL FROM main.\(p)place
      """,
      """
      CREATE TEMP VIEW source AS SELECT source AS id, '' AS name FROM main.\(p)trip
        UNION SELECT source, '' FROM main.\(p)visit
      """,
    ]
    return sql.joined(separator: ";\n")
  }
}

extension TrackReader {
  /// Machines whose databases were pulled into this one.
  public func boxes() throws(StoreError) -> [Box] {
    database.operation = "list boxes"
    return try BoxStore.boxes(database)
  }

  /// From now on reads the rows of a box instead of those that were recorded here. Once, before anything else is read.
  public func look(at box: Box) throws(StoreError) {
    database.operation = "look at a box"
    try database.execute(BoxSchema.views(of: box))
  }
}
