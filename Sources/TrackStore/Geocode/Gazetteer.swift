import Glibc
import TrackCore

/// A town of the offline gazetteer.
public struct Town: Equatable, Sendable {
  public var name: String
  /// ISO 3166-1, two capital letters.
  public var country: String?
  /// As the zone database names it.
  public var timeZone: String?
  public var coordinate: Coordinate
  /// Metres to the position that was asked about.
  public var distance: Double
}

/// Finds the town nearest to a position, exactly, by great-circle distance: in a box that grows until nothing outside it can be
/// nearer. The box widens towards the poles and is cut in two at the antimeridian.
final class Gazetteer {
  static let attribution = "Data © GeoNames, CC BY 4.0"
  /// Metres: the zone of a town so near is that of the place (98 %, measured over 34,000 towns; beyond, it is a guess).
  static let zoneReach = 30_000.0

  private let find: Statement
  private let describe: Statement
  /// nil where none was imported.
  init?(_ database: Database) throws(StoreError) {
    guard try Self.exists(database) else { return nil }
    find = try database.prepare(
      """
      SELECT id, south, west FROM town WHERE south >= ?1 AND north <= ?2 AND west >= ?3 AND east <= ?4
      """)
    describe = try database.prepare(
      "SELECT town.name, country, zone.name FROM town LEFT JOIN zone ON zone.id = town.zone WHERE town.id = ?1")
  }

  static func exists(_ database: Database) throws(StoreError) -> Bool {
    try database.integer("SELECT EXISTS (SELECT 1 FROM town)") == 1
  }

  /// Half the height of the first box, in degrees: towns are rarely farther apart where people live.
  private static let firstReach = 0.15

  func nearest(to at: Coordinate) throws(StoreError) -> Town? {
    guard at.latitude.isFinite, at.longitude.isFinite else { return nil }
    var reach = Self.firstReach
    while true {
      let found = try nearest(to: at, within: reach)
      // An angle of the great circle is one of the meridian: all that is as near lies in the box.
      if let found, found.angle <= reach || reach >= 180 { return try town(found) }
      if reach >= 180 { return nil }
      // Found in a corner: once more, just wide enough.
      reach = found.map { min(180, $0.angle * (1 + 1e-9) + 1e-6) } ?? min(180, reach * 3)
    }
  }

  private struct Found {
    var id: Int64
    var coordinate: Coordinate
    var angle: Double
  }

  private func town(_ found: Found) throws(StoreError) -> Town? {
    describe.bind(1, found.id)
    defer { describe.reset() }
    guard try describe.step() else { return nil }
    return Town(
      name: describe.optionalText(0) ?? "", country: describe.optionalText(1), timeZone: describe.optionalText(2),
      coordinate: found.coordinate, distance: found.angle * .pi / 180 * 6_371_008.8)
  }

  private func nearest(to at: Coordinate, within reach: Double) throws(StoreError) -> Found? {
    let south = max(-90, at.latitude - reach)
    let north = min(90, at.latitude + reach)
    var best: Found?
    for (west, east) in Self.longitudes(at, reach) {
      find.bind(1, Self.e7(south, down: true))
      find.bind(2, Self.e7(north, down: false))
      find.bind(3, Self.e7(west, down: true))
      find.bind(4, Self.e7(east, down: false))
      while try find.step() {
        let place = Units.coordinate(find.int(1), find.int(2))
        let angle = Self.angle(at, place)
        if let best, best.angle <= angle { continue }
        best = Found(id: find.int(0), coordinate: place, angle: angle)
      }
    }
    return best
  }

  /// The longitudes that a circle of this radius touches: all where it holds a pole, else asin(sin r / cos lat) to either side.
  static func longitudes(_ at: Coordinate, _ reach: Double) -> [(Double, Double)] {
    let deg = Double.pi / 180
    guard reach < 90, abs(at.latitude) + reach < 90 else { return [(-180, 180)] }
    let half = asin(min(1, sin(reach * deg) / cos(at.latitude * deg))) / deg
    let west = at.longitude - half
    let east = at.longitude + half
    if west < -180 { return [(west + 360, 180), (-180, east)] }
    if east > 180 { return [(west, 180), (-180, east - 360)] }
    return [(west, east)]
  }

  /// Degrees of the great circle between two positions (haversine).
  static func angle(_ p: Coordinate, _ q: Coordinate) -> Double {
    let deg = Double.pi / 180
    let u = sin((q.latitude - p.latitude) * deg / 2)
    let v = sin((q.longitude - p.longitude) * deg / 2)
    let h = u * u + cos(p.latitude * deg) * cos(q.latitude * deg) * v * v
    return 2 * asin(min(1, h.squareRoot())) / deg
  }

  /// Outwards to the next 1e-7 degree.
  private static func e7(_ degrees: Double, down: Bool) -> Int64 { Units.e7(degrees) + (down ? -1 : 1) }
}

extension Town {
  /// Metres within which a town's name stands for the place itself.
  private static let inTown = 5_000.0

  /// What a place is called after its nearest town; its zone where that is near enough to share it.
  var placeName: PlaceName {
    let short =
      distance < Self.inTown
      ? name : distance < Gazetteer.zoneReach ? "near \(name)" : "\(Int64(distance / 1000)) km from \(name)"
    return PlaceName(
      short: short, full: country.map { "\(short), \($0)" } ?? short,
      city: distance < Gazetteer.zoneReach ? name : nil, countryCode: country,
      timeZone: distance <= Gazetteer.zoneReach ? timeZone : nil, provider: "gazetteer",
      attribution: Gazetteer.attribution)
  }
}
