import Testing
import TrackCore

@testable import TrackStore

/// Lists that are longer than what is read at once.
@Suite struct PagesTests {
  /// So many trips, two of which begin at each time; visits and events as well.
  private func filled(_ count: Int) throws -> (Scratch, TrackReader) {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try writer.commit()
    let database = try Database(path: scratch.path, mode: .readWrite)
    try database.execute(
      "BEGIN; INSERT OR IGNORE INTO source (id, name, position, length, checkpoint) VALUES (9, 'x', 0, 0, x'')")
    for id in 1...count {
      let start = Int64((id + 1) / 2) * 1000
      try database.execute(
        """
        INSERT INTO trip VALUES (\(id), 9, \(start), \(start + 500), \(start + 500), 0, 0, 0, 0, 100, 0, 500, 100, 2, 0, 0, 0, 0, 0);
        INSERT INTO visit VALUES (\(id), 9, NULL, \(start), \(start + 500), \(start + 500), 0, 0, 300, 2, 0, 0);
        INSERT INTO event (id, kind, time, noticed) VALUES (\(id), 'gap', \(Int64(count - id) * 1000), 0);
        """)
    }
    try database.execute("COMMIT")
    return (scratch, try TrackReader(path: scratch.path))
  }

  @Test(arguments: [1, pageSize - 1, pageSize, pageSize + 1, 2 * pageSize + 3])
  func aListOfAnyLengthIsWholeAndInOrder(count: Int) throws {
    let (_, reader) = try filled(count)
    let all = (1...count).map(Int64.init)
    #expect(try reader.trips().map(\.trip.id) == all)
    #expect(try reader.visits().map(\.visit.id) == all)
    #expect(try reader.events().map(\.id) == all)
    for limit in [0, 1, count - 1, count, count + 1] {
      #expect(try reader.trips(limit: limit).map(\.trip.id) == all.suffix(limit), "the newest \(limit)")
      #expect(try reader.visits(limit: limit).map(\.visit.id) == all.suffix(limit), "the newest \(limit)")
      #expect(try reader.events(limit: limit).map(\.id) == all.suffix(limit), "the newest \(limit)")
    }
  }

  @Test func aRangeAndALimitHoldOverPages() throws {
    let (_, reader) = try filled(2 * pageSize + 3)
    let range = TimeRange(since: Instant(milliseconds: 10_000), until: Instant(milliseconds: 1_000 * Int64(pageSize)))
    let ids = (19...Int64(2 * pageSize - 2)).map { $0 }
    #expect(try reader.trips(in: range).map(\.trip.id) == ids)
    #expect(try reader.visits(in: range, limit: 700).map(\.visit.id) == ids.suffix(700))
    let events = try reader.events(in: range).map(\.event.time.milliseconds)
    #expect(events.count == pageSize - 10 && events.allSatisfy { $0 >= 10_000 && $0 < 1_000 * Int64(pageSize) })
  }

  @Test func whatComesWhileAListIsReadIsInItsNextPage() throws {
    let (scratch, reader) = try filled(pageSize)
    var pages = try reader.tripPages()
    #expect(try pages.next()?.count == pageSize)
    let database = try Database(path: scratch.path, mode: .readWrite)
    let start = Int64(pageSize) * 1000
    try database.execute(
      "INSERT INTO trip VALUES (9999, 9, \(start), NULL, \(start), 0, 0, 0, 0, 100, 0, 500, 100, 2, 0, 0, 0, 0, 0)")
    #expect(try pages.next()?.map(\.trip.id) == [9999])
    #expect(try pages.next() == nil)
  }

  @Test func kindsOfEventsThatANewerProgramKnowsEndNoList() throws {
    let (scratch, reader) = try filled(2 * pageSize)
    let database = try Database(path: scratch.path, mode: .readWrite)
    try database.execute("UPDATE event SET kind = 'of tomorrow' WHERE id <= \(pageSize)")
    #expect(try reader.events().count == pageSize)
  }

  @Test func theNearestVisitIsFoundAsInATableOfAll() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix(state: seed)
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try writer.commit()
    let database = try Database(path: scratch.path, mode: .readWrite)
    try database.execute(
      "INSERT OR IGNORE INTO source (id, name, position, length, checkpoint) VALUES (9, 'x', 0, 0, x'')")
    let times = (0..<60).map { _ in Int64(random.next() % 20_000_000) }
    for (k, time) in times.enumerated() {
      try database.execute(
        "INSERT INTO visit VALUES (\(k + 1), 9, \(k % 7 == 0 ? "NULL" : "\(k + 1)"), 0, \(time), \(time), 0, 0, 300, 2, 0, 0)"
      )
    }
    var ends = try VisitEnds(database, .departure, from: Instant(milliseconds: 0))
    for _ in 0..<500 {
      let sought = Int64(random.next() % 20_000_000)
      let (k, time) = try #require(times.enumerated().min { abs($0.1 - sought) < abs($1.1 - sought) })
      let place = k % 7 == 0 ? nil : Int64(k + 1)
      let found = try ends.place(at: Instant(milliseconds: sought))
      #expect(found == (abs(time - sought) <= VisitEnds.agreement ? place : nil), "seed \(seed)")
    }
  }
}

/// The generator of Steele, Lea and Flood (2014), for tests that print their seed.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
