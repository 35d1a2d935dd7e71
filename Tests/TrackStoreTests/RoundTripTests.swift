import Testing
import TrackCore

@testable import TrackStore

@Suite struct RoundTripTests {
  @Test func whatIsWrittenIsRead() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    writer.devicePaths = ["", "/dev/ttyACM0"]
    let event = TrackEvent(
      .arrival, time: at(60), noticed: at(240), coordinate: Coordinate(latitude: -33.25, longitude: 151.5), trip: 1,
      visit: 1,
      distance: 12.25)
    writer.apply([
      .fix(fix(0, device: 1)), .fix(fix(1, 51.5001)), .trip(trip(1, 0, 60)), .visit(visit(1, 60, 300, isOver: false)),
      .event(event),
    ])
    try writer.commit(checkpoint: [1, 2, 3], position: 77)

    let reader = try TrackReader(path: scratch.path)
    var fixes: [Fix] = []
    try reader.fixes {
      fixes.append($0)
      return true
    }
    #expect(fixes == [fix(0, device: 1), fix(1, 51.5001)])
    #expect(try reader.lastFix() == fix(1, 51.5001))
    #expect(try reader.devicePaths() == [1: "/dev/ttyACM0"])
    let place = PlaceReference(id: 1, name: nil)
    #expect(try reader.trips() == [TripRow(trip: trip(1, 0, 60), fromPlace: nil, toPlace: place)])
    #expect(try reader.visits() == [VisitRow(visit: visit(1, 60, 300, isOver: false), place: place)])
    #expect(try reader.events() == [EventRow(id: 1, event: event)])
    #expect(try reader.events(after: 1).isEmpty)
    #expect(try reader.counts() == RowCounts(fixes: 2, trips: 1, visits: 1, places: 1, events: 1))
    let info = try reader.info()
    #expect(info.uuid.count == 36)
    #expect(info.box == "box")
  }

  @Test func aFixMayHaveNothingButTimeAndPosition() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let bare = Fix(
      time: at(0), coordinate: Coordinate(latitude: 90, longitude: -180), mode: .twoDimensional)
    writer.apply(.fix(bare))
    try writer.commit()
    #expect(try TrackReader(path: scratch.path).lastFix() == bare)
  }
}
