import Glibc

/// The plane that touches the WGS 84 ellipsoid at an origin.
///
/// A position goes to the plane along the origin's vertical, through Earth-centred coordinates: nothing is special about the
/// antimeridian or the poles. Lengths shrink by half the squared angle: 5e-6 at 20 km. Worked: from (48, 11), the position
/// (48.01, 11.01) lies 746.1 m east and 1,112.0 m north.
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
    // Down the origin's vertical to the ellipsoid, (x² + y²) + z² / (1 - e²) = a²: on a sphere by this much, …
    let chord = Double(point.east) * Double(point.east) + Double(point.north) * Double(point.north)
    let isFar = chord > Self.longest
    var up = -chord / (2 * Geodesy.a)
    var east = Double(point.east)
    var north = Double(point.north)
    // … and each step corrects all but a hundredth of the rest. Far away the length is the chord's, not the plane's.
    for _ in 0..<8 {
      if isFar {
        let shrink = max(0, 1 - up * up / chord).squareRoot()
        east = Double(point.east) * shrink
        north = Double(point.north) * shrink
      }
      let x = axisDistance - sinLatitude * north + cosLatitude * up
      let z = height + cosLatitude * north + sinLatitude * up
      let miss = x * x + east * east + z * z / (1 - Geodesy.e2) - Geodesy.a * Geodesy.a
      up -= miss / (2 * Geodesy.a)
      if abs(miss) < 1 { break }
    }
    let x = axisDistance - sinLatitude * north + cosLatitude * up
    let z = height + cosLatitude * north + sinLatitude * up
    let latitude = atan2(z, (1 - Geodesy.e2) * (x * x + east * east).squareRoot())
    var longitude = origin.longitude + atan2(east, x) * 180 / .pi
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: latitude * 180 / .pi, longitude: longitude)
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
