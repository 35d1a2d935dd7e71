import TrackCore

/// What a visit or an end of a trip waits for, or was named after, and the name that it got.
struct Label {
  var name: Int64?
  var target: Int64?

  /// From a row that has `label.name` and `label.target` in the column and the next one.
  init(_ row: Statement, _ column: Int32) {
    name = row.optionalInt(column)
    target = row.optionalInt(column + 1)
  }
}

/// The names that lists show. What a server said, fresh or not, goes before the nearest town; the time zone is always the town's.
///
/// Lists name the same places again and again: each is read once, until `forget`.
final class PlaceNames {
  private let find: Statement
  private let answer: Statement
  private let around: Statement
  private let own: Statement
  private let gazetteer: Gazetteer?
  private var names: [Int64: PlaceName?] = [:]
  /// By target.
  private var answers: [Int64: PlaceName?] = [:]
  /// What their owner calls places.
  private var references: [Int64: PlaceReference] = [:]
  /// So many are remembered of each kind; one takes 0.2 kB.
  private static let most = 4096

  private static let columns = "short, full, city, country, provider, text, name.fetched"
  private static let joins =
    "LEFT JOIN service ON service.id = name.service LEFT JOIN credit ON credit.id = name.credit"

  init(_ database: Database) throws(StoreError) {
    find = try database.prepare("SELECT \(Self.columns) FROM name \(Self.joins) WHERE name.id = ?1")
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
    own = try database.prepare("SELECT name FROM place WHERE id = ?1")
    gazetteer = try Gazetteer(database)
  }

  /// What is remembered of the database may have changed. Towns stay what they are.
  func forget() {
    names.removeAll(keepingCapacity: true)
    answers.removeAll(keepingCapacity: true)
    references.removeAll(keepingCapacity: true)
  }

  /// What a visit or an end of a trip is called: the name it got, else the last one known of the place, else the nearest town.
  func name(_ label: Label, place: Int64?, at: Coordinate) throws(StoreError) -> PlaceName? {
    if let id = label.name, let name = try Self.remembered(id, in: &names, find) { return try finish(name, at) }
    guard let target = place.map(Target.place) ?? label.target else { return try town(at) }
    return try finish(try last(target), at)
  }

  /// What a place is called that no visit is to.
  func name(place: Int64, at: Coordinate) throws(StoreError) -> PlaceName? {
    try finish(try last(Target.place(place)), at)
  }

  /// What a server last said of a cell or a place.
  func last(_ target: Int64) throws(StoreError) -> PlaceName? { try Self.remembered(target, in: &answers, answer) }

  /// A place, with the name that its owner gave it.
  func reference(_ place: Int64?) throws(StoreError) -> PlaceReference? {
    guard let place else { return nil }
    if let known = references[place] { return known }
    own.bind(1, place)
    defer { own.reset() }
    let reference = PlaceReference(id: place, name: try own.step() ? own.optionalText(0) : nil)
    if references.count > Self.most { references.removeAll() }
    references[place] = reference
    return reference
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

  /// What the nearest town tells. It takes 20 µs among 238,000 towns: nothing to remember.
  func town(_ at: Coordinate) throws(StoreError) -> PlaceName? {
    try gazetteer?.nearest(to: at)?.placeName
  }

  private func finish(_ found: PlaceName?, _ at: Coordinate) throws(StoreError) -> PlaceName? {
    guard var found else { return try town(at) }
    found.timeZone = try town(at)?.timeZone
    return found
  }

  private static func remembered(
    _ key: Int64, in known: inout [Int64: PlaceName?], _ find: Statement
  ) throws(StoreError) -> PlaceName? {
    if let name = known[key] { return name }
    find.bind(1, key)
    defer { find.reset() }
    let found = try find.step() ? name(find) : nil
    if known.count > most { known.removeAll() }
    known[key] = .some(found)
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
