import Glibc

@testable import TrackCore

/// The commute that the published figures are about: 900 s at 1.4 m/s, 1,500 s at 20 m/s and 600 s at 1.4 m/s due east, a fix a
/// second.
enum Commute {
  static let start = Coordinate(latitude: 51.5007, longitude: -0.1246)

  static let fixes: [(coordinate: Coordinate, time: Instant)] = {
    let speeds =
      Array(repeating: 1.4, count: 900) + Array(repeating: 20.0, count: 1500) + Array(repeating: 1.4, count: 600)
    let sine = sin(start.latitude * .pi / 180)
    let parallel = Geodesy.a * cos(start.latitude * .pi / 180) / (1 - Geodesy.e2 * sine * sine).squareRoot()
    var metres = 0.0
    return speeds.enumerated().map { second, speed in
      defer { metres += speed }
      let longitude = start.longitude + metres / parallel * 180 / .pi
      return (
        Coordinate(latitude: start.latitude, longitude: longitude),
        Instant(milliseconds: 1_750_000_000_000 + Int64(second) * 1000)
      )
    }
  }()
}
