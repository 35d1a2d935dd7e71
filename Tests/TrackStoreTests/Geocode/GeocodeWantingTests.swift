import Testing
import TrackCore

@testable import TrackStore

/// What asks for a name, and what joins it.
@Suite struct GeocodeWantingTests {
  @Test func aVisitAndTheEndsOfTripsAtItAskOnceForItsPlace() throws {
    let scratch = try Scratch()
    try scratch.record([
      .visit(visit(1, 0, 600)), .trip(trip(1, 600, 1200)), .visit(visit(2, 1200, 1800, isOver: true, 51.51, -0.1)),
      .trip(trip(2, 1800, 2400)), .visit(visit(3, 2400, 3000)),
    ])
    #expect(try scratch.waiting() == ["place 1 0", "place 2 0"] || scratch.waiting() == ["place 2 0", "place 1 0"])
    #expect(try scratch.integer("SELECT count(*) FROM label") == 7)
    #expect(try scratch.integer("SELECT count(*) FROM label WHERE target = -1") == 4)
  }

  @Test func anEndOfATripThatNoVisitHoldsAsksForItsCell() throws {
    let scratch = try Scratch()
    try scratch.record([.trip(trip(1, 600, 1200))])
    #expect(try scratch.waiting() == ["cell 0", "cell 0"])
  }

  @Test func aTripUnderWayAsksForItsStartAlone() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    for second in stride(from: 60.0, through: 600, by: 60) {
      writer.apply(.trip(trip(1, 0, second, isOver: false)))
      try writer.commit()
    }
    #expect(try scratch.waiting() == ["cell 0"])
  }

  @Test func anEndOfATripSharesWhatWasAskedNextToIt() throws {
    let scratch = try Scratch()
    // Three metres apart, on either side of an edge between two cells.
    let edge = try #require(Self.edge)
    var start = trip(1, 0, 60, isOver: false)
    start.from = Coordinate(latitude: 51.5, longitude: edge + 0.000_02)
    try scratch.record([passing(0, 51.5, edge - 0.000_02), .trip(start)])
    #expect(try scratch.waiting() == ["cell 0"])
    // One that is farther than half a cell away is another.
    var other = trip(2, 600, 660, isOver: false)
    other.from = Coordinate(latitude: 51.5, longitude: edge + 0.0012)
    try scratch.record([.trip(other)])
    #expect(try scratch.waiting().count == 2)
  }

  /// A longitude between two cells.
  private static var edge: Double? {
    let row = GridCell(containing: Coordinate(latitude: 51.5, longitude: -0.12))
    for k in 0..<20_000 {
      let longitude = -0.12 + Double(k) * 1e-7
      if GridCell(containing: Coordinate(latitude: 51.5, longitude: longitude)) != row { return longitude }
    }
    return nil
  }

  @Test func whoPassesTheSameCellAgainJoins() throws {
    let scratch = try Scratch()
    try scratch.record([passing(0, 51.5), passing(100, 51.500_01), passing(200, 51.6)])
    #expect(try scratch.waiting() == ["cell 1", "cell 1"])
    #expect(try scratch.integer("SELECT max(time) FROM request WHERE lat = 515000000") == at(100).milliseconds)
  }

  @Test func placesWhereOneStaysGoFirstThenTheNewest() throws {
    let scratch = try Scratch()
    try scratch.record([
      passing(0, 51.1), passing(100, 51.2), .visit(visit(1, 0, 600)), .visit(visit(2, 1200, 1800, isOver: true, 52)),
      passing(3000, 51.3),
    ])
    var clock = TestClock()
    let asked = try scratch.queue().drain(&clock).map(\.at.latitude)
    #expect(asked == [52, 51.5, 51.3, 51.2, 51.1])
  }

  @Test func whatIsWithdrawnIsNotAskedFor() throws {
    let scratch = try Scratch()
    try scratch.record([
      .visit(visit(1, 0, 600)), .visit(visit(2, 1200, 1800, isOver: true, 52)), .trip(trip(1, 600, 900)),
    ])
    try scratch.record([.visitWithdrawn(2), .tripWithdrawn(1)])
    #expect(try scratch.waiting() == ["place 1 0"])
    #expect(try scratch.integer("SELECT count(*) FROM label") == 1)
  }

  @Test func aVisitWhoseCentreMovesIsAskedWhereItIs() throws {
    let scratch = try Scratch()
    try scratch.record([.visit(visit(1, 0, 600, isOver: false))])
    try scratch.record([.visit(visit(1, 0, 900, isOver: true, 51.5003))])
    var clock = TestClock()
    #expect(try scratch.queue().drain(&clock).map(\.at.latitude) == [51.5003])
  }

  @Test func aTransactionThatFailsAsksForNothing() throws {
    let scratch = try Scratch()
    try scratch.record([])
    let writer = try scratch.writer()
    let other = try Database(path: scratch.path, mode: .readWrite, busyTimeout: 0)
    try other.begin()
    writer.apply([passing(0, 51.5), .visit(visit(1, 0, 600))])
    #expect(throws: StoreError.self) { try writer.commit() }
    other.rollback()
    #expect(try scratch.waiting().isEmpty)
    try writer.commit()
    #expect(try scratch.waiting() == ["place 1 0", "cell 1"])
  }

  @Test func aFreshAnswerIsTakenAtOnceAndAnOldOneAskedForAgain() throws {
    let scratch = try Scratch()
    try scratch.record([.visit(visit(1, 0, 600)), passing(700, 51.6)])
    var clock = TestClock()
    clock.wall = at(1000)
    #expect(try scratch.queue().drain(&clock).count == 2)
    // Within the day.
    try scratch.record([.visit(visit(2, 80_000, 81_000)), passing(81_100, 51.6)])
    #expect(try scratch.waiting().isEmpty)
    #expect(try TrackReader(path: scratch.path).visits().map(\.name?.short) == [placeName().short, placeName().short])
    // After it: the old name is shown until a fresh one comes.
    try scratch.record([.visit(visit(3, 90_000, 91_000)), passing(91_100, 51.6)])
    #expect(try scratch.waiting() == ["place 1 0", "cell 1"])
    #expect(try TrackReader(path: scratch.path).visits().last?.name?.short == placeName().short)
    clock.wall = at(92_000)
    _ = try scratch.queue().drain(&clock) { _ in .answer(placeName("Neu")) }
    // What has a name keeps it.
    #expect(
      try TrackReader(path: scratch.path).visits().compactMap(\.name?.short) == [
        placeName().short, placeName().short, "Neu",
      ])
  }

  @Test func nothingThereIsRememberedForAWeek() throws {
    let scratch = try Scratch()
    try scratch.record([passing(0, 51.5)])
    var clock = TestClock()
    clock.wall = at(1000)
    _ = try scratch.queue().drain(&clock) { _ in .nothing }
    try scratch.record([passing(6 * 86_400, 51.5)])
    #expect(try scratch.waiting().isEmpty)
    try scratch.record([passing(8 * 86_400, 51.5)])
    #expect(try scratch.waiting() == ["cell 1"])
  }

  @Test func whereThereWasNothingAVisitIsAskedForAgainAfterAWeek() throws {
    let scratch = try Scratch()
    try scratch.record([.visit(visit(1, 0, 600))])
    var clock = TestClock()
    let queue = try scratch.queue()
    _ = try queue.drain(&clock) { _ in .nothing }
    clock.advance(.seconds(6 * 86_400))
    try queue.sweep(clock.now)
    #expect(try scratch.waiting().isEmpty)
    clock.advance(.seconds(2 * 86_400))
    try queue.sweep(clock.now)
    #expect(try queue.drain(&clock).count == 1)
    #expect(try TrackReader(path: scratch.path).visit(1)?.name == placeName())
  }

  @Test func whileNobodyIsAskedNothingIsQueuedAndLaterAllStaysAre() throws {
    let scratch = try Scratch()
    var places = PlaceSettings()
    places.provider = nil
    try scratch.record([.visit(visit(1, 0, 600)), .trip(trip(1, 600, 1200)), passing(700, 51.6)], places: places)
    #expect(try scratch.waiting().isEmpty)
    let queue = try scratch.queue()
    var clock = TestClock()
    try queue.sweep(clock.now)
    // The trip starts at the visit.
    #expect(try scratch.waiting() == ["cell 0", "place 1 0"])
    #expect(try queue.drain(&clock).count == 2)
    try queue.sweep(clock.now)
    #expect(try scratch.waiting().isEmpty)
    let row = try #require(try TrackReader(path: scratch.path).trip(1))
    #expect(row.fromName != nil && row.toName != nil)
  }

  @Test func whatWaitsOnTheWayIsBoundedAndStaysAreKept() throws {
    let scratch = try Scratch()
    try scratch.record([.visit(visit(1, 0, 600, isOver: true, 10, 10))])
    let many = (0..<(RequestRows.mostOnTheWay + 50)).map { passing(Double($0), -60 + Double($0) * 0.005) }
    try scratch.record(many)
    #expect(try scratch.integer("SELECT count(*) FROM request WHERE rank = 1") == Int64(RequestRows.mostOnTheWay))
    #expect(try scratch.integer("SELECT count(*) FROM request WHERE rank = 0") == 1)
    // The oldest went.
    #expect(try scratch.integer("SELECT min(time) FROM request WHERE rank = 1") == at(50).milliseconds)
  }

  @Test func aNameIsAChange() throws {
    let scratch = try Scratch()
    try scratch.record([.visit(visit(1, 0, 600))])
    let before = try TrackReader(path: scratch.path).info().lastChange
    var clock = TestClock()
    _ = try scratch.queue().drain(&clock)
    #expect(try scratch.integer("SELECT count(*) FROM change WHERE number > \(before) AND kind = 6") == 1)
    // The rows themselves are as they were.
    #expect(try scratch.integer("SELECT count(*) FROM visit WHERE change > \(before)") == 0)
  }
}
