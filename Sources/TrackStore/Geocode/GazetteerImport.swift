import Glibc
import TrackCore

/// Fills the gazetteer from the lines of a GeoNames dump, beside the old one, which is used until `finish` puts the new one in
/// its place. An import that is given up changes nothing; what it left is thrown away by the next.
public final class GazetteerImport {
  /// Towns in one transaction: so few that a recorder beside it waits no longer than for any commit,
  private static let batch = 1000
  /// and as long between two of them, in µs, as it takes SQLite to look whether it is its turn.
  private static let rest: UInt32 = 25_000

  private let database: Database
  private let insert: Statement
  private let addZone: Statement
  private let findZone: Statement
  private var zones: [String: Int64] = [:]
  private var waiting: [Line] = []
  /// Towns so far, and lines that were none.
  public private(set) var towns = 0
  public private(set) var skipped = 0

  /// A line of a dump that is a town.
  struct Line: Equatable {
    var id: Int64
    var name: String
    var coordinate: Coordinate
    var country: String
    var timeZone: String
  }

  /// Makes the database where there is none.
  public init(path: String) throws(StoreError) {
    database = try Database(path: path, mode: .create)
    database.operation = "import a gazetteer"
    try Schema.migrate(database)
    try database.execute("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2048")
    try database.execute("BEGIN IMMEDIATE; DROP TABLE IF EXISTS new_town; \(Schema.townTable("new_town")); COMMIT")
    insert = try database.prepare(
      """
      INSERT OR REPLACE INTO new_town (id, south, north, west, east, name, country, zone)
      VALUES (?1, ?2, ?2, ?3, ?3, ?4, ?5, ?6)
      """)
    addZone = try database.prepare("INSERT OR IGNORE INTO zone (name) VALUES (?1)")
    findZone = try database.prepare("SELECT id FROM zone WHERE name = ?1")
  }

  /// Takes one line; what is not a town is counted and left out.
  public func add(_ line: UnsafeRawBufferPointer) throws(StoreError) {
    guard let line = Self.parse(line) else {
      skipped += 1
      return
    }
    waiting.append(line)
    if waiting.count >= Self.batch { try flush() }
  }

  /// All is there: from now on it is used. Where there is no town in it the old one stays.
  public func finish() throws(StoreError) {
    try flush()
    try transaction { () throws(StoreError) in
      // The pages of a table that is dropped are only noted as free: this takes no longer than a batch.
      try database.execute(
        towns > 0 ? "DROP TABLE town; ALTER TABLE new_town RENAME TO town" : "DROP TABLE new_town")
    }
  }

  private func flush() throws(StoreError) {
    let lines = waiting
    waiting.removeAll(keepingCapacity: true)
    if lines.isEmpty { return }
    try transaction { () throws(StoreError) in
      for line in lines {
        insert.bind(1, line.id)
        insert.bind(2, Units.e7(line.coordinate.latitude))
        insert.bind(3, Units.e7(line.coordinate.longitude))
        insert.bind(4, line.name)
        insert.bind(5, line.country.isEmpty ? nil : line.country)
        insert.bind(6, line.timeZone.isEmpty ? nil : try zone(line.timeZone))
        try insert.run()
      }
    }
    towns += lines.count
    usleep(Self.rest)
  }

  private func zone(_ name: String) throws(StoreError) -> Int64 {
    if let id = zones[name] { return id }
    addZone.bind(1, name)
    try addZone.run()
    findZone.bind(1, name)
    let id = try findZone.returned() ?? 0
    zones[name] = id
    return id
  }

  private func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do {
      try database.begin()
      try body()
      try database.commit()
    } catch {
      database.rollback()
      // An id that was given in it is none.
      zones.removeAll()
      throw error
    }
  }

  /// The columns of a GeoNames dump: id, name, ASCII name, other names, latitude, longitude, class, code, country, …, the 18th is
  /// the time zone.
  static func parse(_ line: UnsafeRawBufferPointer) -> Line? {
    let columns = line.split(separator: UInt8(ascii: "\t"), maxSplits: 18, omittingEmptySubsequences: false)
    guard columns.count >= 18 else { return nil }
    func text(_ column: Int) -> String? {
      columns[column].count <= 200 ? String(validating: columns[column], as: UTF8.self) : nil
    }
    guard let id = text(0).flatMap({ Int64($0) }), id > 0, let name = text(1), !name.isEmpty,
      let latitude = text(4).flatMap({ Double($0) }), (-90.0...90).contains(latitude),
      let longitude = text(5).flatMap({ Double($0) }), (-180.0...180).contains(longitude),
      let country = text(8), let zone = text(17)
    else { return nil }
    return Line(
      id: id, name: name, coordinate: Coordinate(latitude: latitude, longitude: longitude),
      country: country.utf8.count == 2 ? country : "", timeZone: zone)
  }
}
