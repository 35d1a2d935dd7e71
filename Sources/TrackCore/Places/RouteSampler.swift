/// Points along a route at even distances: the first, then one every `step` metres of way.
public struct RouteSampler: Sendable {
  /// Metres.
  public let step: Double
  private var last: Coordinate?
  /// Metres gone since the last point that came out.
  private var gone = 0.0

  public init(step: Double = 500) { self.step = step }

  /// A leg longer than this is no road.
  private static let longestLeg = 2_000_000.0

  /// Goes on to the next point of the route, straight.
  public mutating func advance(to next: Coordinate, _ body: (Coordinate) -> Void) {
    guard let from = last else {
      last = next
      body(next)
      return
    }
    last = next
    let length = Geodesy.distance(from, next)
    guard length > 0, length < Self.longestLeg else { return }
    var at = step - gone
    while at <= length {
      body(Self.between(from, next, at / length))
      at += step
    }
    gone = length - (at - step)
  }

  /// A new piece of route begins.
  public mutating func lift() {
    last = nil
    gone = 0
  }

  /// On the straight line of the map, the shorter way round: good to a few metres for what roads are made of.
  private static func between(_ a: Coordinate, _ b: Coordinate, _ part: Double) -> Coordinate {
    var east = b.longitude - a.longitude
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    var longitude = a.longitude + east * part
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: a.latitude + (b.latitude - a.latitude) * part, longitude: longitude)
  }
}
