import Testing

@testable import TrackCore

@Suite struct GeodesyLocalPlaneTests {
  @Test func theWorkedExampleHolds() {
    let point = LocalPlane(origin: Coordinate(latitude: 48, longitude: 11)).point(
      Coordinate(latitude: 48.01, longitude: 11.01))
    #expect(abs(point.east - 746.1) < 0.1 && abs(point.north - 1112.0) < 0.1)
  }

  @Test(arguments: [
    (48.0, 11.0), (-16.8, 179.9999), (89.9999, 20), (-90, 0), (0, -180), (85, -179.5),
  ])
  func pointsAndPositionsAreEachOthersInverse(latitude: Double, longitude: Double) {
    let plane = LocalPlane(origin: Coordinate(latitude: latitude, longitude: longitude))
    for (east, north) in [(0, 0), (12_000, -9_000), (-19_000, 3), (70_000, 70_000), (-900_000, 2_000_000)] {
      let point = Point(east: Float(east), north: Float(north))
      let back = plane.point(plane.coordinate(point))
      #expect(back.distance(to: point) < max(0.01, 1e-6 * point.length), "\(latitude) \(longitude) \(east) \(north)")
    }
  }

  @Test func theOtherSideOfTheEarthIsFar() {
    let plane = LocalPlane(origin: Coordinate(latitude: 10, longitude: 20))
    #expect(plane.point(Coordinate(latitude: -10, longitude: -160)).length > 12_000_000)
    let far = Coordinate(latitude: 1.3, longitude: 104)
    #expect(Geodesy.distance(plane.coordinate(plane.point(far)), far) < 10)
  }

  @Test func lengthsAgreeWithTheEllipsoid() {
    let origin = Coordinate(latitude: 60, longitude: 5)
    let plane = LocalPlane(origin: origin)
    for (dLat, dLon) in [(0.01, 0.0), (0, 0.02), (-0.08, 0.1), (0.1, -0.15)] {
      let p = Coordinate(latitude: 60 + dLat, longitude: 5 + dLon)
      let expected = Geodesy.distance(origin, p)
      #expect(abs(Double(plane.point(p).length) - expected) < 1e-4 * expected)
    }
  }
}
