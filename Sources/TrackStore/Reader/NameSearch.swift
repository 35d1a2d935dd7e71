import TrackCore

extension TrackReader {
  /// Those of `names` that hold every word of `text`, or its beginning, whatever the case and accents (SQLite FTS5).
  ///
  /// The index is made for the search, beside the database: there are some thousands of names at most, and they come from several tables.
  public func names(among names: Set<String>, matching text: String) throws(StoreError) -> Set<String> {
    database.operation = "search names"
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard !words.isEmpty else { return [] }
    try database.execute(
      """
      PRAGMA temp_store = MEMORY;
      DROP TABLE IF EXISTS temp.sought;
      CREATE VIRTUAL TABLE temp.sought USING fts5(name, tokenize = 'unicode61 remove_diacritics 2');
      BEGIN;
      """)
    defer { database.rollback() }
    let insert = try database.prepare("INSERT INTO temp.sought (name) VALUES (?1)")
    for name in names {
      insert.bind(1, name)
      try insert.run()
    }
    let search = try database.prepare("SELECT name FROM temp.sought WHERE sought MATCH ?1")
    // A quoted word is text, whatever it holds; the star takes what begins so.
    search.bind(1, words.map { "\"\($0)\"*" }.joined(separator: " "))
    var found: Set<String> = []
    while try search.step() { if let name = search.optionalText(0) { found.insert(name) } }
    return found
  }
}
