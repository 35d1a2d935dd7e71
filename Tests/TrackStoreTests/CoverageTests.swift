import Testing
import TrackCore

@testable import TrackStore

/// The same way from another capture.
@Suite struct CoverageTests {
  private func loaded(_ changes: [TrackChange]) throws -> Scratch {
    let scratch = try Scratch()
    let writer = try scratch.writer(source: "first")
    writer.apply(changes)
    try writer.commit(checkpoint: [], position: 0)
    return scratch
  }

  @Test func theSameDriveFromAnotherCaptureAddsNothing() throws {
    let scratch = try Scratch()
    let journey = Journey(seed: 11)
    try journey.write(to: try scratch.writer(source: "a")) { _ in true }
    // A place may be refined and refined back, which takes it another change number.
    let columns = ["fix": "*", "trip": "*", "visit": "*", "place": "id, lat, lon"]
    let before = try columns.map { try scratch.dump($0, columns: $1) }
    let writer = try scratch.writer(source: "b", overlaps: .skip)
    let again = Journey(seed: 11, firstTrip: try writer.nextTripID(), firstVisit: try writer.nextVisitID())
    try again.write(to: writer) { $0 % 3 == 0 }
    #expect(try columns.map { try scratch.dump($0, columns: $1) } == before)
    #expect(writer.skippedTrips > 5)
    #expect(writer.skippedVisits > 5)
    #expect(writer.skippedEvents > 5)
    #expect(try TrackReader(path: scratch.path).check().isEmpty)
  }

  @Test(arguments: [
    (0.0, 60.0, false), (31, 131, true), (29, 89, false), (200, 300, true), (-100, 0, true), (-20, 70, false),
  ])
  func whatOthersHaveMoreThanHalfOfIsLeftOut(start: Double, end: Double, isKept: Bool) throws {
    let scratch = try loaded([.trip(trip(1, 0, 60))])
    let writer = try scratch.writer(source: "second", overlaps: .skip)
    writer.apply(.trip(trip(2, start, end)))
    try writer.commit()
    #expect(try scratch.dump("trip", columns: "id") == (isKept ? ["1", "2"] : ["1"]))
    #expect(writer.skippedTrips == (isKept ? 0 : 1))
  }

  @Test func tripsAndVisitsOfOthersCoverTogether() throws {
    let scratch = try loaded([.trip(trip(1, 0, 60)), .visit(visit(1, 60, 400))])
    let writer = try scratch.writer(source: "second", overlaps: .skip)
    writer.apply([.trip(trip(2, 20, 150)), .visit(visit(2, 30, 200)), .visit(visit(3, 500, 800))])
    try writer.commit()
    #expect(try scratch.dump("trip", columns: "id") == ["1"])
    #expect(try scratch.dump("visit", columns: "id") == ["1", "3"])
  }

  @Test func whatGrowsIntoKnownTimeIsTakenBackAndOutOfItPutIn() throws {
    let scratch = try loaded([.trip(trip(1, 100, 1000))])
    let writer = try scratch.writer(source: "second", overlaps: .skip)
    writer.apply(.trip(trip(2, 50, 120, isOver: false)))
    try writer.commit()
    #expect(try scratch.dump("trip", columns: "id") == ["1", "2"])
    writer.apply(.trip(trip(2, 50, 990)))
    try writer.commit()
    #expect(try scratch.dump("trip", columns: "id") == ["1"])
    writer.apply(.trip(trip(3, 990, 995, isOver: false)))
    try writer.commit()
    #expect(writer.skippedTrips == 2)
    writer.apply(.trip(trip(3, 990, 1900)))
    try writer.commit()
    #expect(writer.skippedTrips == 1)
    #expect(try scratch.dump("trip", columns: "id") == ["1", "3"])
    #expect(try TrackReader(path: scratch.path).check().isEmpty)
  }

  @Test func aSourceIsNotInItsOwnWay() throws {
    let scratch = try loaded([.trip(trip(1, 0, 60, isOver: false))])
    let writer = try scratch.writer(source: "first", overlaps: .skip)
    writer.apply([.trip(trip(1, 0, 90)), .trip(trip(2, 30, 60))])
    try writer.commit()
    #expect(try scratch.dump("trip", columns: "id") == ["1", "2"])
  }

  @Test func whatIsRecordedNowIsKeptWhateverWasLoaded() throws {
    let scratch = try loaded([.trip(trip(1, 0, 60))])
    let writer = try scratch.writer(source: "gpsd", overlaps: .keep)
    writer.apply([.trip(trip(2, 0, 60)), .event(TrackEvent(.tripStart, time: at(0), noticed: at(0)))])
    try writer.commit()
    #expect(try scratch.dump("trip", columns: "id") == ["1", "2"])
    #expect(try scratch.dump("event").count == 1)
  }
}
