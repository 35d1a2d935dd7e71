import Testing
import TrackCore

@testable import TrackStore

@Suite struct WriterTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func rowsDoNotDependOnWhenTheyAreCommitted(seed: UInt64) throws {
    let journey = Journey(seed: seed)
    let each = try Scratch()
    try journey.write(to: try each.writer()) { _ in true }
    let once = try Scratch()
    try journey.write(to: try once.writer()) { _ in false }
    let some = try Scratch()
    var random = SeededGenerator(seed: seed + 1000)
    try journey.write(to: try some.writer()) { _ in Int.random(in: 0..<5, using: &random) == 0 }
    let expected = try each.contents()
    #expect(expected.count > 100)
    #expect(try once.contents() == expected)
    #expect(try some.contents() == expected)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func rowsDoNotDependOnRestarts(seed: UInt64) throws {
    let journey = Journey(seed: seed)
    let whole = try Scratch()
    try journey.write(to: try whole.writer()) { _ in true }
    let cut = try Scratch()
    for step in journey.steps {
      let writer = try cut.writer()
      writer.apply(step)
      writer.endBatch()
      try writer.commit()
    }
    for table in ["fix", "trip", "visit", "place", "event"] { #expect(try cut.dump(table) == whole.dump(table)) }
  }

  @Test func loadingTwiceAddsNothing() throws {
    let scratch = try Scratch()
    let journey = Journey(seed: 7)
    try journey.write(to: try scratch.writer()) { _ in true }
    let fixes = try scratch.dump("fix")
    let writer = try scratch.writer(source: "other")
    for step in journey.steps {
      writer.apply(step.filter { if case .fix = $0 { true } else { false } })
      writer.endBatch()
    }
    try writer.commit()
    #expect(writer.fixesInserted == 0)
    #expect(try scratch.dump("fix") == fixes)
  }

  @Test func aFixOlderThanOthersIsStillWrittenOnce() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    writer.apply([.fix(fix(10)), .fix(fix(5)), .fix(fix(11)), .fix(fix(10)), .fix(fix(5)), .fix(fix(1))])
    try writer.commit()
    #expect(writer.fixesInserted == 4)
    #expect(try scratch.integer("SELECT count(*) FROM fix") == 4)
    #expect(try TrackReader(path: scratch.path).check().isEmpty)
  }

  @Test func receiversAreNumberedInTheOrderOfTheirFirstFixes() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    writer.devicePaths = ["", "/dev/b", "/dev/a"]
    writer.apply([.fix(fix(0, device: 2)), .fix(fix(0, device: 1)), .fix(fix(0, device: 0)), .fix(fix(0, device: 9))])
    try writer.commit()
    #expect(try scratch.dump("device") == ["1|/dev/a", "2|/dev/b"])
    #expect(try scratch.dump("fix", columns: "id & 15") == ["0", "1", "2"])
  }

  @Test func theSixteenthReceiverIsUnnamed() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    writer.devicePaths = [""] + (1...20).map { "/dev/gps\($0)" }
    for device in 1...20 { writer.apply(.fix(fix(Double(device), device: UInt8(device)))) }
    try writer.commit()
    #expect(try scratch.integer("SELECT max(id) FROM device") == 15)
    #expect(try scratch.integer("SELECT count(*) FROM fix WHERE id & 15 = 0") == 5)
  }

  @Test func theCheckpointIsSavedWithTheRowsAndReadBack() throws {
    let scratch = try Scratch()
    var writer: TrackWriter? = try scratch.writer()
    #expect(writer?.saved == nil)
    for size in [0, 1, 511, 512, 513, 4000, 16_384, 3] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try writer?.commit(checkpoint: bytes, position: Int64(size))
      writer = nil
      writer = try scratch.writer()
      #expect(writer?.saved == SavedCheckpoint(bytes: bytes, position: Int64(size)))
    }
    writer = nil
    #expect(try scratch.writer(source: "another").saved == nil)
  }

  @Test func idsGoOnAfterWhatWasAndAfterWhatWasWithdrawn() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    #expect(try writer.nextTripID() == 1)
    #expect(try writer.nextVisitID() == 1)
    writer.apply([
      .trip(trip(1, 0, 60)), .trip(trip(2, 100, 160)), .visit(visit(1, 60, 100)), .visit(visit(2, 160, 900)),
    ])
    try writer.commit()
    writer.apply([.tripWithdrawn(2), .visitWithdrawn(2)])
    try writer.commit()
    #expect(try writer.nextTripID() == 3)
    #expect(try writer.nextVisitID() == 3)
  }

  @Test func startingAfreshClosesWhatWasLeftOpen() throws {
    let scratch = try Scratch()
    var writer: TrackWriter? = try scratch.writer()
    writer?.apply([.trip(trip(1, 0, 60, isOver: false)), .visit(visit(1, 60, 300, isOver: false))])
    try writer?.commit(checkpoint: [1], position: 1)
    writer = nil
    writer = try scratch.writer(source: "other")
    writer?.apply(.trip(trip(2, 1000, 1060, isOver: false)))
    try writer?.commit(checkpoint: [2], position: 1)
    writer = nil
    writer = try scratch.writer()
    try writer?.startAfresh()
    #expect(writer?.saved == nil)
    let reader = try TrackReader(path: scratch.path)
    #expect(try reader.trips().map(\.trip.end) == [at(60), nil])
    #expect(try reader.visits().map(\.visit.departure) == [at(300)])
    try writer?.commit(checkpoint: [3], position: 9)
    writer = nil
    #expect(try scratch.writer().saved == SavedCheckpoint(bytes: [3], position: 9))
    #expect(try reader.check().isEmpty)
  }

  @Test func whatNoDiskTakesIsBoundedAndCounted() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer(pendingLimit: 100)
    for second in 0..<1000 {
      writer.apply(.fix(fix(Double(second))))
      if second % 10 == 9 {
        writer.apply(.trip(trip(1, 0, Double(second), isOver: false)))
        writer.endBatch()
      }
      #expect(writer.pendingCount <= 100)
    }
    writer.apply(.trip(trip(1, 0, 1000)))
    try writer.commit()
    let fixes = try #require(try scratch.integer("SELECT count(*) FROM fix"))
    #expect(writer.droppedFixes + Int(fixes) == 1000)
    #expect(fixes >= 50)
    #expect(try scratch.integer("SELECT max(id >> 4) FROM fix") == at(999).milliseconds)
    #expect(try TrackReader(path: scratch.path).trips().map(\.trip) == [trip(1, 0, 1000)])
  }
}
