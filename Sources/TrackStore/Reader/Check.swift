import TrackCore

extension TrackReader {
  /// Looks for damage and for rows that contradict each other; no sentence, no fault.
  ///
  /// - Parameter isThorough: compares each index with its table and looks at every fix, which reads the whole file several
  ///   times; else the file is read once.
  public func check(isThorough: Bool = true) throws(StoreError) -> [String] {
    database.operation = "check"
    do throws(StoreError) {
      let faults = try damage(isThorough ? "integrity_check" : "quick_check")
      // What a damaged file says of its rows is worth nothing.
      if !faults.isEmpty { return faults }
      let missing = try missing()
      return missing.isEmpty ? try contradictions(isThorough: isThorough) : missing
    } catch {
      guard error.kind == .corrupt || error.kind == .notADatabase else { throw error }
      return ["the file is damaged: \(error.message)"]
    }
  }

  /// Rows that contradict each other, in a file that is whole; `isThorough`: looks at every fix as well.
  public func contradictions(isThorough: Bool) throws(StoreError) -> [String] {
    database.operation = "check"
    return try snapshot { () throws(StoreError) in
      var faults: [String] = []
      for (query, sentence) in Self.rules {
        let count = try database.integer(query) ?? 0
        if count > 0 { faults.append("\(count) \(sentence)") }
      }
      return isThorough ? faults + (try fixFaults()) : faults
    }
  }

  /// What a new database has and this one lacks, or has as something else.
  private func missing() throws(StoreError) -> [String] {
    let new = try Database(path: "", mode: .memory)
    for step in Schema.migrations { try new.execute(step) }
    let expected = try new.prepare("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    let found = try database.prepare("SELECT type FROM sqlite_schema WHERE name = ?1")
    var faults: [String] = []
    while try expected.step() {
      guard let type = expected.optionalText(0), let name = expected.optionalText(1) else { continue }
      found.bind(1, name)
      defer { found.reset() }
      if try !found.step() {
        faults.append("the \(type) \(name) is missing")
      } else if let other = found.optionalText(0), other != type {
        faults.append("\(name) is a \(other), not a \(type)")
      }
    }
    return faults
  }

  private func damage(_ pragma: String) throws(StoreError) -> [String] {
    let statement = try database.prepare("PRAGMA \(pragma)(20)")
    var faults: [String] = []
    while try statement.step() {
      if let line = statement.optionalText(0), line != "ok" { faults.append(line) }
    }
    return faults
  }

  private static func unlogged(_ table: String, _ kind: Int64) -> String {
    """
    SELECT count(*) FROM \(table) LEFT JOIN change ON number = \(table).change AND kind = \(kind) AND first = \(table).id
    WHERE number IS NULL
    """
  }

  static let rules: [(query: String, sentence: String)] = [
    ("SELECT count(*) FROM trip WHERE \"end\" < start OR last < start", "trips end before they start"),
    ("SELECT count(*) FROM visit WHERE departure < arrival OR last < arrival", "visits end before they start"),
    (
      """
      SELECT count(*) FROM (
        SELECT a, max(b) OVER (PARTITION BY source ORDER BY a, b ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
        FROM (SELECT source, start AS a, coalesce("end", last) AS b FROM trip
          UNION ALL SELECT source, arrival, coalesce(departure, last) FROM visit))
      WHERE a < before
      """, "trips or visits of one source overlap"
    ),
    (
      "SELECT count(*) FROM visit WHERE place IS NULL OR place NOT IN (SELECT id FROM place)",
      "visits are to no known place"
    ),
    (
      "SELECT count(*) FROM place WHERE name IS NULL AND id NOT IN (SELECT place FROM visit WHERE place IS NOT NULL)",
      "unnamed places have no visit"
    ),
    ("SELECT count(*) FROM trip WHERE source NOT IN (SELECT id FROM source)", "trips are from no known source"),
    ("SELECT count(*) FROM visit WHERE source NOT IN (SELECT id FROM source)", "visits are from no known source"),
    (unlogged("trip", ChangeKind.trip), "trips are missing from the changes"),
    (unlogged("visit", ChangeKind.visit), "visits are missing from the changes"),
    (unlogged("place", ChangeKind.place), "places are missing from the changes"),
  ]

  /// Every fix lies in a range of the change log, at a place on Earth, and is of a known device.
  private func fixFaults() throws(StoreError) -> [String] {
    var faults: [String] = []
    let nowhere =
      try database.integer(
        "SELECT count(*) FROM fix WHERE abs(lat) > 900000000 OR abs(lon) > 1800000000") ?? 0
    if nowhere > 0 { faults.append("\(nowhere) fixes lie nowhere on Earth") }
    let orphans =
      try database.integer(
        "SELECT count(*) FROM fix WHERE id & 15 <> 0 AND id & 15 NOT IN (SELECT id FROM device)") ?? 0
    if orphans > 0 { faults.append("\(orphans) fixes are of no known device") }
    let ranges = try database.prepare(
      "SELECT first, last FROM change WHERE kind = \(ChangeKind.fixes) ORDER BY first")
    let ids = try database.prepare("SELECT id FROM fix ORDER BY id")
    var hasRange = try ranges.step()
    var logged = Int64.min
    var missing = 0
    while try ids.step() {
      let id = ids.int(0)
      while hasRange, ranges.int(0) <= id {
        logged = max(logged, ranges.int(1))
        hasRange = try ranges.step()
      }
      if id > logged { missing += 1 }
    }
    if missing > 0 { faults.append("\(missing) fixes are missing from the changes") }
    return faults
  }
}
