import Testing
import TrackCore

@testable import TrackStore

@Suite struct ReaderTests {
  private func filled(_ changes: [TrackChange]) throws -> (Scratch, TrackReader) {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    writer.apply(changes)
    try writer.commit()
    return (scratch, try TrackReader(path: scratch.path))
  }

  @Test func tripsBelongToTheTimesThatTheyOverlap() throws {
    let (_, reader) = try filled([
      .trip(trip(1, 0, 100)), .trip(trip(2, 200, 300)), .trip(trip(3, 400, 500, isOver: false)),
    ])
    func ids(_ since: Double?, _ until: Double?, limit: Int? = nil) throws -> [Trip.ID] {
      try reader.trips(in: TimeRange(since: since.map(at), until: until.map(at)), limit: limit).map(\.trip.id)
    }
    #expect(try ids(nil, nil) == [1, 2, 3])
    #expect(try ids(100, nil) == [2, 3], "half-open: what ends at its beginning is not in it")
    #expect(try ids(99, nil) == [1, 2, 3])
    #expect(try ids(nil, 200) == [1])
    #expect(try ids(250, 260) == [2])
    #expect(try ids(500, nil) == [3], "under way it reaches to its newest fix")
    #expect(try ids(501, nil) == [])
    #expect(try ids(nil, nil, limit: 2) == [2, 3], "a limit keeps the newest")
    #expect(try reader.trip(2)?.trip == trip(2, 200, 300))
    #expect(try reader.trip(9) == nil)
  }

  @Test func theNewestOpenVisitGoesOn() throws {
    let (scratch, reader) = try filled([.visit(visit(1, 0, 300, isOver: false))])
    let later = TimeRange(since: at(86_400))
    #expect(try reader.visits(in: later).map(\.visit.id) == [1])
    let writer = try scratch.writer()
    writer.apply(.trip(trip(1, 400, 500)))
    try writer.commit()
    #expect(try reader.visits(in: later).isEmpty, "what came after shows that it ended")
    #expect(try reader.visits(in: TimeRange(since: at(250))).map(\.visit.id) == [1])
    #expect(try reader.visit(1)?.visit == visit(1, 0, 300, isOver: false))
    #expect(try reader.visit(2) == nil)
  }

  @Test func aTripIsBetweenThePlacesOfItsVisits() throws {
    let (scratch, reader) = try filled([
      .visit(visit(1, 0, 1000, 51.5)), .trip(trip(1, 1000, 2000)), .visit(visit(2, 2010, 3000, 51.6)),
      .trip(trip(2, 9000, 9100)),
    ])
    let database = try Database(path: scratch.path, mode: .readWrite)
    try database.execute("UPDATE place SET name = 'Work' WHERE id = 2")
    let trips = try reader.trips()
    #expect(trips.first?.fromPlace == PlaceReference(id: 1, name: nil))
    #expect(trips.first?.toPlace == PlaceReference(id: 2, name: "Work"))
    #expect(trips.last?.fromPlace == nil)
    #expect(trips.last?.toPlace == nil)
    #expect(try reader.visits().last?.place == PlaceReference(id: 2, name: "Work"))
  }

  @Test func eventsAreListedByTimeAndFollowedById() throws {
    let events = [5.0, 3, 9].map { TrackEvent(.gap, time: at($0), noticed: at(10), distance: $0) }
    let (_, reader) = try filled(events.map { .event($0) })
    #expect(try reader.events(in: TimeRange(since: at(5), until: at(9))).map(\.id) == [1])
    #expect(try reader.events(limit: 2).map(\.id) == [2, 3])
    #expect(try reader.events(after: 1).map(\.event) == Array(events[1...]))
    #expect(try reader.events(after: 0, limit: 2).map(\.id) == [1, 2])
    #expect(try reader.lastEventID() == 3)
  }

  @Test func fixesAreStreamedInOrderAndMayBeStopped() throws {
    let (_, reader) = try filled((0..<100).map { .fix(fix(Double($0))) })
    var times: [Instant] = []
    try reader.fixes(in: TimeRange(since: at(10), until: at(20))) {
      times.append($0.time)
      return true
    }
    #expect(times == (10..<20).map { at(Double($0)) })
    times = []
    try reader.fixes {
      times.append($0.time)
      return times.count < 3
    }
    #expect(times == [at(0), at(1), at(2)])
    times = []
    try reader.fixes(of: trip(1, 97, 99)) {
      times.append($0.time)
      return true
    }
    #expect(times == [at(97), at(98), at(99)])
    #expect(try reader.lastFix()?.time == at(99))
  }

  @Test func aSnapshotIsOneState() throws {
    let (scratch, reader) = try filled([.trip(trip(1, 0, 100))])
    let writer = try scratch.writer()
    try reader.snapshot { () throws(StoreError) in
      #expect(try reader.trips().count == 1)
      writer.apply(.trip(trip(2, 200, 300)))
      try writer.commit()
      #expect(try reader.trips().count == 1)
    }
    #expect(try reader.trips().count == 2)
  }

  /// A day's export and every list find their rows by an index, in the order in which they are shown.
  @Test(arguments: [
    TrackReader.fixesInRange, TrackReader.positionsInRange, TrackReader.tripsInRange, TrackReader.tripBeforeNewest,
    TrackReader.bareTrips, TrackReader.visitsInRange, TrackReader.visitBeforeNewest, TrackReader.stays,
    TrackReader.eventsAfter, TrackReader.eventSpan, TrackReader.eventsInRange, TrackReader.eventBeforeNewest,
    VisitEnds.query(.arrival), VisitEnds.query(.departure),
  ])
  func noQueryLooksAtEveryRowOrSorts(query: String) throws {
    let (_, reader) = try filled([.fix(fix(0))])
    let plan = try reader.database.prepare("EXPLAIN QUERY PLAN " + query)
    var steps: [String] = []
    while try plan.step() { steps.append(plan.optionalText(3) ?? "") }
    #expect(!steps.isEmpty)
    for step in steps { #expect(!step.hasPrefix("SCAN") && !step.hasPrefix("USE TEMP"), "\(step)") }
  }

  @Test func theNewestFixIsTheLastInTheTable() throws {
    let (_, reader) = try filled([.fix(fix(0))])
    let plan = try reader.database.prepare("EXPLAIN QUERY PLAN " + TrackReader.lastFixQuery)
    #expect(try plan.step() && plan.optionalText(3) == "SCAN fix")
    #expect(try !plan.step(), "in the order of its key, and no sorting")
  }
}
