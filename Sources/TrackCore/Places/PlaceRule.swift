import Glibc

/// Which visits are to one place: those whose centres agree. Names have no say.
public struct PlaceRule: Equatable, Sendable {
  /// Metres (`[visit] radius`): a visit whose centre lies closer than this to a place's is to that place.
  public var radius: Double

  public init(radius: Double = VisitSettings().radius) { self.radius = radius }

  /// A known place.
  public struct Candidate: Equatable, Sendable {
    public var id: Int64
    public var centre: Coordinate

    public init(id: Int64, centre: Coordinate) {
      self.id = id
      self.centre = centre
    }
  }

  /// A place's centre is the mean of this many visits, the newest: a place may move a little, and the work stays
  /// bounded.
  public static let visitsThatCount = 100

  /// The place of a visit: the nearest that is near enough, of equally near ones the older; nil where it is to a new
  /// one.
  ///
  /// Near enough is the radius. A visit whose own centre is known less well than that reaches as far as its accuracy
  /// says, up to two radii: beyond, it could as well be next door.
  public func place(of visit: Visit, among candidates: [Candidate]) -> Int64? {
    var best: (id: Int64, distance: Double)?
    for candidate in candidates {
      let distance = Geodesy.distance(visit.centre, candidate.centre)
      guard distance < reach(of: visit) else { continue }
      if let known = best, (known.distance, known.id) <= (distance, candidate.id) { continue }
      best = (candidate.id, distance)
    }
    return best?.id
  }

  /// Degrees of latitude to either side within which every candidate lies. Wherever on Earth, a degree of latitude is
  /// at least 110,574 m (WGS 84, at the equator).
  public func latitudeReach(of visit: Visit) -> Double { reach(of: visit) / 110_000 }

  /// Metres.
  private func reach(of visit: Visit) -> Double { max(radius, min(visit.accuracy, 2 * radius)) }

  /// The centre of a place from the centres of its visits, each weighing the more the better it is known. A mean of
  /// directions from the Earth's centre, so it holds across the antimeridian and at the poles.
  public struct Mean: Sendable {
    private var x = 0.0
    private var y = 0.0
    private var z = 0.0

    public init() {}

    /// Metres added to each accuracy: two stays at one place differ by where one parks, however well each is known.
    private static let scatter = 10.0

    public mutating func add(_ centre: Coordinate, accuracy: Double) {
      let weight = 1 / (accuracy * accuracy + Self.scatter * Self.scatter)
      let lat = centre.latitude * .pi / 180
      let lon = centre.longitude * .pi / 180
      x += weight * cos(lat) * cos(lon)
      y += weight * cos(lat) * sin(lon)
      z += weight * sin(lat)
    }

    /// nil before anything was added.
    public var centre: Coordinate? {
      let across = (x * x + y * y).squareRoot()
      if across == 0, z == 0 { return nil }
      return Coordinate(latitude: atan2(z, across) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }
  }
}
