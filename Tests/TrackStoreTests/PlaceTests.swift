import Testing
import TrackCore

@testable import TrackStore

@Suite struct PlaceTests {
  /// A degree of latitude, in metres, near enough.
  private func north(_ metres: Double) -> Double { 51.5 + metres / 111_250 }

  private func write(_ scratch: Scratch, _ changes: [TrackChange]) throws {
    let writer = try scratch.writer()
    writer.apply(changes)
    try writer.commit()
  }

  private func places(_ scratch: Scratch) throws -> [PlaceRow] { try TrackReader(path: scratch.path).places() }

  @Test func recurringVisitsAreToOnePlaceWhoseCentreIsTheirMean() throws {
    let scratch = try Scratch()
    try write(
      scratch,
      [.visit(visit(1, 0, 600)), .visit(visit(2, 1000, 1600, north(20))), .visit(visit(3, 2000, 2600, north(10)))])
    let places = try places(scratch)
    #expect(places.count == 1)
    #expect(places.first?.visits == 3)
    #expect(places.first?.duration == .seconds(1800))
    #expect(places.first?.firstArrival == at(0))
    #expect(places.first?.lastSeen == at(2600))
    #expect(abs((places.first?.centre.latitude ?? 0) - north(10)) < 2e-7)
  }

  @Test func neighboursSixtyMetresApartStayTwoPlaces() throws {
    let scratch = try Scratch()
    let visits = (0..<40).map { n in
      let wobble = Double((n * 7) % 11) - 5
      return TrackChange.visit(
        visit(Int64(n + 1), Double(n) * 1000, Double(n) * 1000 + 600, north((n % 2 == 0 ? 0 : 60) + wobble)))
    }
    try write(scratch, visits)
    #expect(try places(scratch).map(\.visits) == [20, 20])
  }

  @Test func aVisitWhoseCentreMovesToAKnownPlaceLeavesNoneBehind() throws {
    let scratch = try Scratch()
    try write(
      scratch, [.visit(visit(1, 0, 600)), .visit(visit(2, 1000, 1180, isOver: false, north(70), accuracy: 20))])
    #expect(try places(scratch).count == 2)
    try write(scratch, [.visit(visit(2, 1000, 1600, north(5)))])
    #expect(try places(scratch).map(\.id) == [1])
    try write(scratch, [.visit(visit(3, 3000, 3600, north(200)))])
    #expect(try places(scratch).map(\.id) == [1, 3], "an id that was taken is not given out again")
    #expect(try TrackReader(path: scratch.path).check().isEmpty)
  }

  @Test func aVisitMayMoveItsOwnPlaceWithIt() throws {
    let scratch = try Scratch()
    try write(scratch, [.visit(visit(1, 0, 180, isOver: false))])
    try write(scratch, [.visit(visit(1, 0, 600, north(80)))])
    let places = try places(scratch)
    #expect(places.map(\.id) == [1])
    #expect(abs((places.first?.centre.latitude ?? 0) - north(80)) < 2e-7)
  }

  @Test func thePlaceOfAWithdrawnVisitGoesUnlessItHasANameOrOtherVisits() throws {
    let scratch = try Scratch()
    try write(
      scratch,
      [
        .visit(visit(1, 0, 600)), .visit(visit(2, 1000, 1600, north(500))), .visit(visit(3, 2000, 2600, north(500))),
        .visit(visit(4, 3000, 3600, north(1000))),
      ])
    let database = try Database(path: scratch.path, mode: .readWrite)
    try database.execute("UPDATE place SET name = 'Home' WHERE id = 3")
    try write(scratch, [.visitWithdrawn(1), .visitWithdrawn(2), .visitWithdrawn(4)])
    let places = try places(scratch)
    #expect(places.map(\.id) == [2, 3])
    #expect(places.map(\.visits) == [1, 0])
    #expect(places.map(\.name) == [nil, "Home"])
    #expect(try TrackReader(path: scratch.path).check().isEmpty)
  }

  @Test func placesKnowNoAntimeridian() throws {
    let scratch = try Scratch()
    try write(
      scratch, [.visit(visit(1, 0, 600, -17, 179.9999)), .visit(visit(2, 1000, 1600, -17, -179.9999))])
    #expect(try places(scratch).map(\.visits) == [2])
  }

  @Test func theRangeOfTimePicksPlacesByTheirVisits() throws {
    let scratch = try Scratch()
    try write(scratch, [.visit(visit(1, 0, 600)), .visit(visit(2, 1000, 1600, north(500)))])
    let reader = try TrackReader(path: scratch.path)
    #expect(try reader.places(in: TimeRange(since: at(700))).map(\.id) == [2])
    #expect(try reader.places(in: TimeRange(until: at(1000))).map(\.id) == [1])
    #expect(try reader.places(limit: 1).map(\.id) == [2])
  }
}
