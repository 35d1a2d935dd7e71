import Testing

@testable import TrackCore

@Suite struct BoundingBoxTests {
  private let plain = BoundingBox(south: 10, north: 20, west: 30, east: 40)
  private let overTheAntimeridian = BoundingBox(south: -10, north: 10, west: 170, east: -170)
  private let wholeEarth = BoundingBox(south: -90, north: 90, west: -180, east: 180)

  @Test(arguments: [
    (15.0, 35.0, true), (10, 30, true), (20, 40, true), (9.9, 35, false), (15, 29.9, false), (15, -35, false),
  ])
  func aBoxContainsItsEdges(latitude: Double, longitude: Double, isIn: Bool) {
    #expect(plain.contains(Coordinate(latitude: latitude, longitude: longitude)) == isIn)
    #expect(wholeEarth.contains(Coordinate(latitude: latitude, longitude: longitude)))
  }

  @Test(arguments: [
    (175.0, true), (180, true), (-180, true), (-175, true), (-170, true), (-169, false), (0, false), (169, false),
  ])
  func aBoxMayLieOverTheAntimeridian(longitude: Double, isIn: Bool) {
    #expect(overTheAntimeridian.contains(Coordinate(latitude: 0, longitude: longitude)) == isIn)
  }

  @Test(arguments: [
    (15.0, 25.0, 15.0, 45.0, true), (5, 35, 25, 35, true), (15, 25, 15, 29, false), (5, 25, 15, 45, true),
    (25, 25, 9, 25, false), (19, 25, 31, 31, false), (15, 35, 15, 35, true),
  ])
  func aLegMayPassThroughWithoutAnEndInTheBox(
    aLatitude: Double, aLongitude: Double, bLatitude: Double, bLongitude: Double, isCrossed: Bool
  ) {
    let a = Coordinate(latitude: aLatitude, longitude: aLongitude)
    let b = Coordinate(latitude: bLatitude, longitude: bLongitude)
    #expect(plain.isCrossed(from: a, to: b) == isCrossed)
    #expect(plain.isCrossed(from: b, to: a) == isCrossed)
    #expect(wholeEarth.isCrossed(from: a, to: b))
  }

  @Test func aLegCrossesTheAntimeridianTheShortWay() {
    func crosses(_ west: Double, _ east: Double, _ box: BoundingBox) -> Bool {
      box.isCrossed(from: Coordinate(latitude: 0, longitude: west), to: Coordinate(latitude: 0, longitude: east))
    }
    #expect(crosses(160, -160, overTheAntimeridian))
    #expect(crosses(-160, 160, overTheAntimeridian))
    #expect(!crosses(-160, 160, BoundingBox(south: -1, north: 1, west: -1, east: 1)))
    #expect(crosses(-20, 20, BoundingBox(south: -1, north: 1, west: -1, east: 1)))
  }

  @Test func boxesOverlapOnTheRoundEarth() {
    #expect(plain.overlaps(BoundingBox(south: 20, north: 30, west: 40, east: 50)))
    #expect(!plain.overlaps(BoundingBox(south: 21, north: 30, west: 40, east: 50)))
    #expect(!plain.overlaps(BoundingBox(south: 15, north: 16, west: 41, east: 29)))
    #expect(overTheAntimeridian.overlaps(BoundingBox(south: 0, north: 1, west: -175, east: -160)))
    #expect(overTheAntimeridian.overlaps(BoundingBox(south: 0, north: 1, west: 160, east: 171)))
    #expect(wholeEarth.overlaps(plain) && plain.overlaps(wholeEarth))
  }
}
