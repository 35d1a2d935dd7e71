import TrackCore

/// What is known of where the newest fix is.
public struct CurrentPlace: Equatable, Sendable {
  public var name: PlaceName
  /// False: it is the last place on the way whose name is known.
  public var isHere: Bool
  /// When the vehicle was there.
  public var time: Instant
  /// Metres from there to the newest fix.
  public var distance: Double

  public init(name: PlaceName, isHere: Bool, time: Instant, distance: Double) {
    self.name = name
    self.isHere = isHere
    self.time = time
    self.distance = distance
  }
}

extension TrackReader {
  /// So many recorded fixes back a name is looked for: an hour or two of driving.
  private static let fixesBack = 2000

  /// The name of the cell of `fix`, else of the nearest town, else the last one known on the way there; nil where none is.
  public func currentPlace(_ fix: Fix, cell: Int) throws(StoreError) -> CurrentPlace? {
    database.operation = "name the place"
    let names = try placeNames()
    let zone = try names.town(fix.coordinate)
    if var name = try Target.cell(fix.coordinate, size: cell).flatMap({ (key) throws(StoreError) in try names.last(key)
    }) {
      name.timeZone = zone?.timeZone
      return CurrentPlace(name: name, isHere: true, time: fix.time, distance: 0)
    }
    if let zone { return CurrentPlace(name: zone, isHere: true, time: fix.time, distance: 0) }
    let rows = try database.prepare("SELECT id, lat, lon FROM fix ORDER BY id DESC LIMIT \(Self.fixesBack)")
    var seen: Int64 = 0
    while try rows.step() {
      let at = Units.coordinate(rows.int(1), rows.int(2))
      guard let key = Target.cell(at, size: cell), key != seen else { continue }
      seen = key
      guard let known = try names.nearest(to: at, within: Double(cell), size: cell) else { continue }
      return CurrentPlace(
        name: known.name, isHere: false, time: Units.fixTime(rows.int(0)),
        distance: Geodesy.distance(known.at, fix.coordinate))
    }
    return try lastStay(fix)
  }

  /// The last visit with a name.
  private func lastStay(_ fix: Fix) throws(StoreError) -> CurrentPlace? {
    let rows = try database.prepare(
      """
      SELECT place, lat, lon, coalesce(departure, last), label.name, target FROM visit
        JOIN label ON subject = visit.id * 4 + 1
      WHERE label.name IS NOT NULL ORDER BY arrival DESC LIMIT 1
      """)
    guard try rows.step() else { return nil }
    let at = Units.coordinate(rows.int(1), rows.int(2))
    guard let name = try placeNames().name(Label(rows, 4), place: rows.optionalInt(0), at: at) else { return nil }
    return CurrentPlace(
      name: name, isHere: false, time: Instant(milliseconds: rows.int(3)),
      distance: Geodesy.distance(at, fix.coordinate))
  }
}
