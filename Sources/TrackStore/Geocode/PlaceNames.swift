import TrackCore

/// The names that lists show. What a server said, fresh or not, goes before the nearest town; the time zone is always the town's.
final class PlaceNames {
  private let label: Statement
  private let answer: Statement
  private let gazetteer: Gazetteer?
  /// By cell of 1 km: lists name the same places again and again.
  private var towns: [Int64: PlaceName] = [:]

  private static let columns = "short, full, city, country, provider, text, name.fetched"
  private static let joins = "JOIN service ON service.id = name.service JOIN credit ON credit.id = name.credit"

  init(_ database: Database) throws(StoreError) {
    label = try database.prepare(
      """
      SELECT \(Self.columns), label.target FROM label LEFT JOIN name ON name.id = label.name
        LEFT JOIN service ON service.id = name.service LEFT JOIN credit ON credit.id = name.credit WHERE subject = ?1
      """)
    answer = try database.prepare(
      """
      SELECT \(Self.columns) FROM answer JOIN name ON name.id = answer.name \(Self.joins)
      WHERE target = ?1 ORDER BY answer.fetched DESC LIMIT 1
      """)
    gazetteer = try Gazetteer(database)
  }

  /// What a visit or an end of a trip is called: the name it got, else the last one known of the place, else the nearest town.
  func name(_ subject: Subject, place: Int64?, at: Coordinate) throws(StoreError) -> PlaceName? {
    var target = place.map(Target.place)
    label.bind(1, subject.key)
    var found: PlaceName?
    if try label.step() {
      found = Self.name(label)
      target = target ?? label.int(7)
    }
    label.reset()
    if found == nil, let target { found = try last(target) }
    return try finish(found, at)
  }

  /// What a place is called that no visit is to.
  func name(place: Int64, at: Coordinate) throws(StoreError) -> PlaceName? {
    try finish(try last(Target.place(place)), at)
  }

  /// What a server last said of a cell or a place.
  func last(_ target: Int64) throws(StoreError) -> PlaceName? {
    answer.bind(1, target)
    defer { answer.reset() }
    return try answer.step() ? Self.name(answer) : nil
  }

  /// What the nearest town tells.
  func town(_ at: Coordinate) throws(StoreError) -> PlaceName? {
    guard let gazetteer else { return nil }
    let key = GridCell(containing: at, size: 1000)?.key
    if let key, let name = towns[key] { return name }
    let name = try gazetteer.nearest(to: at)?.placeName
    if towns.count > 4096 { towns.removeAll() }
    if let key { towns[key] = name }
    return name
  }

  private func finish(_ found: PlaceName?, _ at: Coordinate) throws(StoreError) -> PlaceName? {
    guard var found else { return try town(at) }
    found.timeZone = try town(at)?.timeZone
    return found
  }

  private static func name(_ row: Statement) -> PlaceName? {
    guard let short = row.optionalText(0), let full = row.optionalText(1) else { return nil }
    return PlaceName(
      short: short, full: full, city: row.optionalText(2), countryCode: row.optionalText(3),
      provider: row.optionalText(4) ?? "", attribution: row.optionalText(5) ?? "",
      fetched: row.optionalInt(6).map(Instant.init(milliseconds:)))
  }
}
