import Testing

@testable import TrackCore

@Suite struct PlaceRuleTests {
  private let rule = PlaceRule()

  private func visit(_ latitude: Double, _ longitude: Double, accuracy: Double = 4) -> Visit {
    let time = Instant(milliseconds: 0)
    return Visit(
      id: 1, arrival: time, departure: nil, last: time,
      centre: Coordinate(latitude: latitude, longitude: longitude), accuracy: accuracy, fixes: 9, inferred: false)
  }

  private func candidate(_ id: Int64, _ latitude: Double, _ longitude: Double) -> PlaceRule.Candidate {
    .init(id: id, centre: Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test func visitsWithinTheRadiusAreToOnePlaceAndNeighboursAreNot() {
    // 0.0004° of latitude are 44.5 m, 0.00054° are 60.1 m.
    #expect(rule.place(of: visit(51.5, 0), among: [candidate(3, 51.5004, 0)]) == 3)
    #expect(rule.place(of: visit(51.5, 0), among: [candidate(3, 51.50054, 0)]) == nil)
  }

  @Test func theNearestWinsAndOfEqualOnesTheOlder() {
    let near = candidate(5, 51.5001, 0)
    #expect(rule.place(of: visit(51.5, 0), among: [candidate(3, 51.5004, 0), near]) == 5)
    #expect(rule.place(of: visit(51.5, 0), among: [near, candidate(2, 51.5001, 0)]) == 2)
  }

  @Test func aVisitThatIsKnownLessWellReachesFurtherButNotForEver() {
    let candidates = [candidate(3, 51.5007, 0)]  // 77.9 m
    #expect(rule.place(of: visit(51.5, 0, accuracy: 60), among: candidates) == nil)
    #expect(rule.place(of: visit(51.5, 0, accuracy: 90), among: candidates) == 3)
    #expect(rule.place(of: visit(51.5, 0, accuracy: 5000), among: [candidate(3, 51.501, 0)]) == nil)  // 111 m
  }

  @Test(arguments: [0.0, 45, -60, 89.9, -89.9])
  func everyPlaceThatCouldMatchLiesWithinTheLatitudesAsked(latitude: Double) {
    let here = visit(latitude, 10, accuracy: 80)
    let edge = latitude + rule.latitudeReach(of: here)
    #expect(rule.place(of: here, among: [candidate(1, edge, 10)]) == nil)
    #expect(rule.latitudeReach(of: here) < 0.001)
  }

  @Test func theAntimeridianIsNoEdge() {
    #expect(rule.place(of: visit(-17, 179.9999), among: [candidate(3, -17, -179.9999)]) == 3)
    var mean = PlaceRule.Mean()
    mean.add(Coordinate(latitude: -17, longitude: 179.9999), accuracy: 4)
    mean.add(Coordinate(latitude: -17, longitude: -179.9997), accuracy: 4)
    #expect(abs((mean.centre?.longitude ?? 0) + 179.9999) < 1e-9)
  }

  @Test func thePoleIsAPlaceLikeAnyOther() {
    // 22 m from the pole on either side of it.
    #expect(rule.place(of: visit(89.9998, 0), among: [candidate(3, 89.9998, 180)]) == 3)
    var mean = PlaceRule.Mean()
    mean.add(Coordinate(latitude: 89.9998, longitude: 0), accuracy: 4)
    mean.add(Coordinate(latitude: 89.9998, longitude: 180), accuracy: 4)
    #expect(abs((mean.centre?.latitude ?? 0) - 90) < 1e-9)
  }

  @Test func aVisitThatIsKnownWellWeighsMore() throws {
    var mean = PlaceRule.Mean()
    #expect(mean.centre == nil)
    mean.add(Coordinate(latitude: 51.5, longitude: -0.12), accuracy: 0)
    mean.add(Coordinate(latitude: 51.501, longitude: -0.12), accuracy: 30)
    // Weights 1/100 and 1/1000: an eleventh of the way.
    let centre = try #require(mean.centre)
    #expect(abs(centre.latitude - (51.5 + 0.001 / 11)) < 1e-9)
    #expect(abs(centre.longitude + 0.12) < 1e-9)
  }
}
