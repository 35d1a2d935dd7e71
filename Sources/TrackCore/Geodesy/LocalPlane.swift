import Glibc

/// The plane that touches the WGS 84 ellipsoid at an origin.
///
/// A position goes to the plane along the origin's vertical, through Earth-centred coordinates: nothing is special about the
/// antimeridian or the poles. Lengths shrink by half the squared angle: 5e-6 at 20 km. Worked: from (48, 11), the position
/// (48.01, 11.01) lies 745.8 m east and 1,112.0 m north.
struct LocalPlane {
  /// Squared metres from the origin beyond which the plane would fold back: 100 km.
  private static let longest = 1e10

  let origin: Coordinate
  private let sinLatitude: Double
  private let cosLatitude: Double
  /// Metres from the Earth's axis and north of its equatorial plane.
  private let axisDistance: Double
  private let height: Double

  init(origin: Coordinate) {
    self.origin = origin
    let latitude = origin.latitude * .pi / 180
    sinLatitude = sin(latitude)
    cosLatitude = cos(latitude)
    let n = Geodesy.a / (1 - Geodesy.e2 * sinLatitude * sinLatitude).squareRoot()
    axisDistance = n * cosLatitude
    height = n * (1 - Geodesy.e2) * sinLatitude
  }

  /// Where a position lies. Beyond 100 km, where the plane would fold back, the direction is the plane's and the length that
  /// of the chord.
  func point(_ position: Coordinate) -> Point {
    var dLongitude = position.longitude - origin.longitude
    if dLongitude > 180 { dLongitude -= 360 } else if dLongitude < -180 { dLongitude += 360 }
    let (sinEast, cosEast) = sineAndCosine(dLongitude * .pi / 180)
    let (sinNorth, cosNorth) = sineAndCosine((position.latitude - origin.latitude) * .pi / 180)
    let s = sinLatitude * cosNorth + cosLatitude * sinNorth
    let c = cosLatitude * cosNorth - sinLatitude * sinNorth
    let n = Geodesy.a / (1 - Geodesy.e2 * s * s).squareRoot()
    let x = n * c * cosEast - axisDistance
    let z = n * (1 - Geodesy.e2) * s - height
    let east = n * c * sinEast
    let north = cosLatitude * z - sinLatitude * x
    let up = cosLatitude * x + sinLatitude * z
    let flat = east * east + north * north
    let chord = flat + up * up
    guard chord > Self.longest else { return Point(east: Float(east), north: Float(north)) }
    let stretch = flat > 0 ? (chord / flat).squareRoot() : 0
    if stretch == 0 { return Point(east: Float(chord.squareRoot()), north: 0) }
    return Point(east: Float(east * stretch), north: Float(north * stretch))
  }

  /// The position on the ellipsoid that `point` puts there, to the precision of the point.
  func coordinate(_ point: Point) -> Coordinate {
    var east = Double(point.east)
    var north = Double(point.north)
    let chord = east * east + north * north
    var up = -chord / (2 * Geodesy.a)
    if chord > Self.longest {
      // Undo the stretch: where the chord has this length in this direction. On a sphere the first step is it.
      let (e, n) = (east, north)
      for _ in 0..<8 {
        let shrink = max(0, 1 - up * up / chord).squareRoot()
        (east, north) = (e * shrink, n * shrink)
        up = drop(east, north, beyond: up < -Geodesy.a)
      }
    } else {
      up = drop(east, north, beyond: false)
    }
    let x = axisDistance - sinLatitude * north + cosLatitude * up
    let z = height + cosLatitude * north + sinLatitude * up
    let latitude = atan2(z, (1 - Geodesy.e2) * (x * x + east * east).squareRoot())
    var longitude = origin.longitude + atan2(east, x) * 180 / .pi
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: latitude * 180 / .pi, longitude: longitude)
  }

  /// Metres along the origin's vertical from the plane to the ellipsoid, (x² + y²) + z² / (1 - e²) = a²: to its near side,
  /// or to the one beyond.
  private func drop(_ east: Double, _ north: Double, beyond: Bool) -> Double {
    let k = 1 / (1 - Geodesy.e2)
    let x = axisDistance - sinLatitude * north
    let z = height + cosLatitude * north
    let a = cosLatitude * cosLatitude + k * sinLatitude * sinLatitude
    let b = cosLatitude * x + k * sinLatitude * z
    let c = x * x + east * east + k * z * z - Geodesy.a * Geodesy.a
    let root = max(0, b * b - a * c).squareRoot()
    return beyond ? -(b + root) / a : -c / (b + root)
  }

  /// Near zero, where nearly all angles are, the series: to the last bit below 0.01 (64 km of latitude), at a fifth of the
  /// price.
  @inline(__always)
  private func sineAndCosine(_ angle: Double) -> (Double, Double) {
    guard abs(angle) < 0.01 else { return (sin(angle), cos(angle)) }
    let q = angle * angle
    return (angle * (1 - q / 6 * (1 - q / 20)), 1 - q / 2 * (1 - q / 12 * (1 - q / 30)))
  }
}
