import TrackCore

/// The names that lists show. What a server said, fresh or not, goes before the nearest town; the time zone is always the town's.
final class PlaceNames {
  private let label: Statement
  private let answer: Statement
  private let around: Statement
  private let gazetteer: Gazetteer?

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
    around = try database.prepare(
      """
      SELECT \(Self.columns), answer.lat, answer.lon FROM answer JOIN name ON name.id = answer.name \(Self.joins)
      WHERE target BETWEEN ?1 AND ?2
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

  /// The nearest position within `reach` metres that a server said something of, whenever that was.
  func nearest(
    to at: Coordinate, within reach: Double, size: Int
  ) throws(StoreError) -> (name: PlaceName, at: Coordinate)? {
    var best: (name: PlaceName, at: Coordinate)?
    var least = reach
    for keys in GridCell.keys(around: at, within: reach, size: size) {
      around.bind(1, keys.lowerBound)
      around.bind(2, keys.upperBound)
      while try around.step() {
        let there = Units.coordinate(around.int(7), around.int(8))
        let distance = Geodesy.distance(at, there)
        guard distance < least, let name = Self.name(around) else { continue }
        (best, least) = ((name, there), distance)
      }
    }
    return best
  }

  /// What the nearest town tells.
  func town(_ at: Coordinate) throws(StoreError) -> PlaceName? {
    try gazetteer?.nearest(to: at)?.placeName
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
