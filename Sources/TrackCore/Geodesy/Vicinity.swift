import Glibc

/// A fixed position and the length of a degree there: distances from it cost no trigonometry.
///
/// Within 1 km of it and 89.9° of the equator the error is under 0.02 %; it is meant for thresholds of metres, not for sums.
struct Vicinity: Equatable, Sendable {
  let coordinate: Coordinate
  private let metresNorth: Double
  private let metresEast: Double

  init(_ coordinate: Coordinate) {
    self.coordinate = coordinate
    let latitude = coordinate.latitude * .pi / 180
    let s = sin(latitude)
    let w2 = 1 - Geodesy.e2 * s * s
    let n = Geodesy.a / w2.squareRoot()
    metresNorth = n * (1 - Geodesy.e2) / w2 * .pi / 180
    metresEast = n * cos(latitude) * .pi / 180
  }

  /// Metres to a position nearby; farther away only "far" is right.
  func distance(to other: Coordinate) -> Double {
    var dLon = other.longitude - coordinate.longitude
    if dLon > 180 { dLon -= 360 } else if dLon < -180 { dLon += 360 }
    let north = (other.latitude - coordinate.latitude) * metresNorth
    let east = dLon * metresEast
    return (north * north + east * east).squareRoot()
  }
}
