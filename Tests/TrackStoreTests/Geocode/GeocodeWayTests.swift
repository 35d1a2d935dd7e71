import Testing

@testable import TrackCore
@testable import TrackStore

/// What the asks of one journey save the next.
@Suite struct GeocodeWayTests {
  /// A fix a second due east, as fast as the commute of the published figures; from `shift` seconds on and `aside` metres to the
  /// north.
  private func drive(day: Double, shift: Int = 0, aside: Double = 0) -> [TrackChange] {
    let speeds =
      Array(repeating: 1.4, count: 900) + Array(repeating: 20.0, count: 1500) + Array(repeating: 1.4, count: 600)
    var policy = RefreshPolicy()
    var changes: [TrackChange] = []
    var metres = 0.0
    for (second, speed) in speeds.enumerated() {
      metres += speed
      if second < shift { continue }
      let there = Coordinate(latitude: 47 + aside / 111_200, longitude: 9 + metres / 75_900)
      policy.ingest(
        Fix(time: at(day * 86_400 + Double(second)), coordinate: there, device: DeviceID(index: 0)), into: &changes)
    }
    return changes
  }

  private func first(_ scratch: Scratch) throws {
    try scratch.record(drive(day: 0))
    var clock = TestClock()
    clock.wall = at(3000)
    #expect(try scratch.queue().drain(&clock).count == 34)
  }

  @Test(arguments: [(0, 0.0), (30, 0), (45, 40), (7, -40)])
  func aSecondJourneyAlongTheSameRoadAsksForNothing(shift: Int, aside: Double) throws {
    let scratch = try Scratch()
    try first(scratch)
    try scratch.record(drive(day: 0.9, shift: shift, aside: aside))
    #expect(try scratch.waiting().isEmpty)
  }

  /// One that begins on the way, 600 m from a name, asks where it begins, and then nowhere, though all asks of it would be halfway
  /// between the former ones.
  @Test(arguments: [925, 930]) func theSameRoadIsKnownWhereverOneJoinsIt(shift: Int) throws {
    let scratch = try Scratch()
    try first(scratch)
    try scratch.record(drive(day: 0.9, shift: shift, aside: 40))
    #expect(try scratch.waiting() == ["cell 1"])
  }

  @Test func whileItWaitsTheSecondJourneyJoins() throws {
    let scratch = try Scratch()
    try scratch.record(drive(day: 0))
    try scratch.record(drive(day: 0.9, shift: 30, aside: 40))
    #expect(try scratch.waiting().count == 34)
  }

  @Test func anotherRoadIsAskedForAndSoIsTheSameOnceItIsOld() throws {
    let scratch = try Scratch()
    try first(scratch)
    try scratch.record(drive(day: 0.9, aside: 2000))
    #expect(try scratch.waiting().count == 34)
    try scratch.record(drive(day: 2, shift: 30))
    #expect(try scratch.waiting().count > 60)
  }

  @Test func aRouteThatWasPrefetchedServesTheDrive() throws {
    let scratch = try Scratch()
    try scratch.record([])
    var sampler = RouteSampler()
    var points: [Coordinate] = []
    for k in 0...340 {
      sampler.advance(to: Coordinate(latitude: 47, longitude: 9 + Double(k) * 100 / 75_900)) { points.append($0) }
    }
    let queue = try scratch.queue()
    _ = try queue.prefetch(points, at: at(0))
    var clock = TestClock()
    clock.wall = at(0)
    _ = try queue.drain(&clock)
    try scratch.record(drive(day: 0.5, shift: 20))
    #expect(try scratch.waiting().isEmpty)
  }

  @Test func theCurrentPlaceIsFoundOnTheOtherLane() throws {
    let scratch = try Scratch()
    try scratch.record([passing(0, 47, 9)])
    var clock = TestClock()
    _ = try scratch.queue().drain(&clock)
    try scratch.record([.fix(fix(80_000, 47.000_6, 9.0006)), .fix(fix(80_060, 47.01, 9.01))])
    let place = try #require(try TrackReader(path: scratch.path).currentPlace(fix(80_060, 47.01, 9.01), cell: 100))
    #expect(place.name == placeName() && place.time == at(80_000) && !place.isHere)
    #expect(abs(place.distance - 1346) < 2)
  }
}
