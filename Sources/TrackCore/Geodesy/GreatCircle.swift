import Glibc

/// The shortest way between two positions, and how far others lie from it.
///
/// Reckoned with the verticals of the ellipsoid on a sphere of its mean radius, 6,371,008.8 m (GRS 80, IUGG): lengths are within 0.6 %, anywhere,
/// over the antimeridian and the poles. Worked: (0.001, 0.5) lies 111.195 m from the way between (0, 0) and (0, 1).
public struct GreatCircle {
  /// A position as a vector of length one.
  struct Place: Equatable {
    var x: Double
    var y: Double
    var z: Double

    init(_ at: Coordinate) {
      let (latitude, longitude) = (at.latitude * .pi / 180, at.longitude * .pi / 180)
      x = cos(latitude) * cos(longitude)
      y = cos(latitude) * sin(longitude)
      z = sin(latitude)
    }

    fileprivate init(x: Double, y: Double, z: Double) {
      self.x = x
      self.y = y
      self.z = z
    }

    fileprivate static func - (p: Place, q: Place) -> Place { Place(x: p.x - q.x, y: p.y - q.y, z: p.z - q.z) }
    fileprivate func dot(_ q: Place) -> Double { x * q.x + y * q.y + z * q.z }
    fileprivate func cross(_ q: Place) -> Place {
      Place(x: y * q.z - z * q.y, y: z * q.x - x * q.z, z: x * q.y - y * q.x)
    }
  }

  private static let radius = 6_371_008.8

  private let a: Place
  private let b: Place
  private let way: Place
  private let square: Double
  /// Of length one, across the way; zero where that has no direction.
  private let normal: Place

  init(_ a: Place, _ b: Place) {
    self.a = a
    self.b = b
    // Differences before products: nothing is lost between positions that lie close together.
    way = b - a
    square = way.dot(way)
    let across = a.cross(way)
    let length = across.dot(across).squareRoot()
    normal =
      length > 0 ? Place(x: across.x / length, y: across.y / length, z: across.z / length) : Place(x: 0, y: 0, z: 0)
  }

  /// Metres to the nearest point of the way, its ends included.
  func distance(to p: Place) -> Double {
    let q = p - a
    let along = q.dot(way)
    if square == 0 || along <= 0 { return Self.length(q) }
    if along >= square || normal.dot(normal) == 0 { return min(Self.length(q), Self.length(p - b)) }
    return Self.radius * asin(min(1, abs(q.dot(normal))))
  }

  /// Metres from a position to the nearest point of the way from `a` to `b`.
  public static func distance(to position: Coordinate, from a: Coordinate, _ b: Coordinate) -> Double {
    GreatCircle(Place(a), Place(b)).distance(to: Place(position))
  }

  private static func length(_ chord: Place) -> Double {
    2 * radius * asin(min(1, chord.dot(chord).squareRoot() / 2))
  }
}
