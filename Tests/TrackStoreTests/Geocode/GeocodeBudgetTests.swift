import Testing
import TrackCore

@testable import TrackStore

/// Nothing ever exceeds the budget.
@Suite struct GeocodeBudgetTests {
  private func filled(_ count: Int) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.record((0..<count).map { passing(Double($0), 40 + Double($0) * 0.01) })
    return scratch
  }

  /// Never two within a second of the end of the one before, never more than 10 + t/2 in any t seconds.
  private func holds(_ times: [Int64], taking: Int64 = 0) -> Bool {
    for (k, first) in times.enumerated() {
      for (n, last) in times[k...].enumerated() where Double(n + 1) > 10 + 0.5 * Double(last - first) / 1000 {
        return false
      }
    }
    return zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1000 + taking }
  }

  @Test(arguments: [0, 100, 3000, 10_000] as [Int64]) func requestsKeepToTheBudget(taking: Int64) throws {
    let scratch = try filled(60)
    var clock = TestClock()
    let asked = try scratch.queue().drain(&clock, taking: Interval(milliseconds: taking))
    #expect(asked.count == 60)
    #expect(holds(asked.map(\.time), taking: taking))
  }

  @Test func twoDrainersShareIt() throws {
    let scratch = try filled(60)
    var clock = TestClock()
    let queues = try [scratch.queue(), scratch.queue()]
    var times: [Int64] = []
    for round in 0..<20_000 {
      if case .ask(let ticket) = try queues[round % 2].next(clock.now) {
        times.append(clock.time)
        try queues[round % 2].finish(ticket, .answer(placeName()), clock.now, random: 0.5)
      }
      clock.advance(Interval(milliseconds: 50))
      if times.count == 60 { break }
    }
    #expect(times.count == 60)
    #expect(holds(times))
  }

  /// The drainer dies over a request, again and again, and starts anew at once.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func aCrashBuysNothing(seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let scratch = try filled(25)
    var clock = TestClock()
    var times: [Int64] = []
    var answered = 0
    while answered < 25, times.count < 500 {
      let queue = try scratch.queue()
      switch try queue.next(clock.now) {
      case .idle: Issue.record("a row was lost")
      case .wait(let rest, _): clock.advance(min(rest, Interval(milliseconds: .random(in: 1...900, using: &random))))
      case .ask(let ticket):
        times.append(clock.time)
        if Bool.random(using: &random) {
          clock.advance(Interval(milliseconds: .random(in: 0...3000, using: &random)))
          try queue.finish(ticket, .answer(placeName()), clock.now, random: 0.5)
          answered += 1
        }
      }
    }
    #expect(answered == 25)
    #expect(holds(times))
    #expect(try scratch.waiting().isEmpty)
  }

  @Test func anotherBootRefillsNothingAndStallsNothing() throws {
    let scratch = try filled(60)
    var clock = TestClock()
    let queue = try scratch.queue()
    var asked = try queue.drain(&clock, for: .seconds(15)).count
    #expect(asked >= 14)
    // The board was off: for a second or for a year, nobody knows.
    for _ in 0..<5 {
      clock.reboot()
      asked += try queue.drain(&clock, for: .seconds(4)).count
    }
    #expect(asked <= 17 + 10)
    clock.reboot()
    #expect(try asked + queue.drain(&clock).count == 60)
  }

  @Test func aWallClockThatJumpsChangesNothing() throws {
    let scratch = try filled(40)
    var clock = TestClock()
    let queue = try scratch.queue()
    var times: [Int64] = []
    let walls: [Instant?] = [Instant(milliseconds: 0), morning, nil, Instant(milliseconds: 4_000_000_000_000)]
    for round in 0..<40 {
      clock.wall = walls[round % 4]
      times += try queue.drain(&clock, for: .seconds(3)).map(\.time)
    }
    #expect(times.count == 40)
    #expect(holds(times))
  }

  @Test func aRouteAheadLeavesHalfTheBucket() throws {
    let scratch = try Scratch()
    try scratch.record([])
    let queue = try scratch.queue()
    let points = (0..<30).map { Coordinate(latitude: 40 + Double($0) * 0.01, longitude: 0) }
    #expect(try queue.prefetch(points, at: morning).queued == 30)
    #expect(try queue.prefetch(points, at: morning).queued == 0)
    var clock = TestClock()
    let asked = try queue.drain(&clock, for: .seconds(12))
    // Five at once, then as they drip.
    #expect(asked.count == 5 + 5)
    #expect(try queue.budgetState(clock.now).tokens >= 5)
    // Who stays somewhere does not wait for that.
    try scratch.record([.visit(visit(1, 0, 600))])
    clock.advance(.seconds(2))
    guard case .ask(let ticket) = try queue.next(clock.now) else {
      Issue.record("the visit waits")
      return
    }
    #expect(ticket.coordinate.latitude == 51.5)
  }

  @Test func whatIsKnownAheadIsNotAskedAgain() throws {
    let scratch = try Scratch()
    try scratch.record([])
    let queue = try scratch.queue()
    let points = [Coordinate(latitude: 40, longitude: 0), Coordinate(latitude: 41, longitude: 0)]
    var clock = TestClock()
    _ = try queue.prefetch(points, at: morning)
    _ = try queue.drain(&clock)
    #expect(try queue.prefetch(points, at: try #require(clock.wall)).known == 2)
    try scratch.record([passing(86_400, 40, 0)])
    #expect(try scratch.waiting().isEmpty)
  }

  @Test func ofARouteThatIsTooLongTheStartIsQueued() throws {
    let scratch = try Scratch()
    try scratch.record([passing(0, 10, 10), .visit(visit(1, 0, 600))])
    let queue = try scratch.queue()
    let points = (0..<(RequestRows.mostOnTheWay + 9)).map {
      Coordinate(latitude: -60 + Double($0) * 0.005, longitude: 0)
    }
    let count = try queue.prefetch(points, at: morning)
    #expect(count.queued == RequestRows.mostOnTheWay - 1 && count.left == 10 && count.known == 0)
    #expect(try scratch.integer("SELECT count(*) FROM request WHERE rank > 0") == Int64(RequestRows.mostOnTheWay))
    #expect(try scratch.integer("SELECT min(lat) FROM request WHERE rank = 2") == -600_000_000)
    // What is passed goes before the route's end.
    try scratch.record([passing(60, 11, 10)])
    #expect(try scratch.integer("SELECT count(*) FROM request WHERE rank = 1") == 2)
    let last = Int64(RequestRows.mostOnTheWay - 3) * 50_000 - 600_000_000
    #expect(try scratch.integer("SELECT max(lat) FROM request WHERE rank = 2") == last)
    #expect(try scratch.integer("SELECT min(lat) FROM request WHERE rank = 2") == -600_000_000)
  }
}
