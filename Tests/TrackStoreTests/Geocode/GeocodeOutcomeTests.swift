import Testing
import TrackCore

@testable import TrackStore

/// What follows from each kind of reply.
@Suite struct GeocodeOutcomeTests {
  private func one() throws -> (Scratch, GeocodeQueue, TestClock) {
    let scratch = try Scratch()
    try scratch.record([.visit(visit(1, 0, 600))])
    return (scratch, try scratch.queue(), TestClock())
  }

  private func ask(_ queue: GeocodeQueue, _ clock: inout TestClock) throws -> Ticket? {
    while true {
      switch try queue.next(clock.now) {
      case .ask(let ticket): return ticket
      case .wait(let rest, .budget): clock.advance(rest)
      case .wait, .idle: return nil
      }
    }
  }

  @Test func anAnswerNamesAllWhoWait() throws {
    let (scratch, queue, _) = try one()
    var clock = TestClock()
    try scratch.record([.visit(visit(2, 5000, 6000)), .trip(trip(1, 600, 5000))])
    #expect(try queue.drain(&clock).count == 1)
    let reader = try TrackReader(path: scratch.path)
    #expect(try reader.visits().map(\.name) == [placeName(), placeName()])
    #expect(try reader.trip(1)?.fromName == placeName())
    #expect(try reader.places().first?.address == placeName())
  }

  @Test func whatIsRefusedIsParkedWithItsReasonUntilTheServerIsAnother() throws {
    var (scratch, queue, clock) = try one()
    #expect(try queue.drain(&clock) { _ in .refused("400: Parameter 'lat' missing.") }.count == 1)
    #expect(try queue.next(clock.now) == .idle)
    clock.advance(.seconds(30 * 86_400))
    #expect(try queue.next(clock.now) == .idle)
    let status = try TrackReader(path: scratch.path).geocodeStatus(drainSettings(), clock.now)
    #expect(status.failed == 1 && status.waiting == 0)
    #expect(status.failures == [.init(reason: "400: Parameter 'lat' missing.", count: 1)])
    // The same one again: no.
    #expect(try scratch.queue().next(clock.now) == .idle)
    let another = try scratch.queue(drainSettings(url: "https://b.example"))
    #expect(try another.next(clock.now) == .idle)
    try another.sweep(clock.now)
    #expect(try another.drain(&clock).count == 1)
  }

  @Test func whoIsBlockedAsksNothingForADay() throws {
    var (scratch, queue, clock) = try one()
    try scratch.record([.visit(visit(2, 5000, 6000, isOver: true, 52))])
    let ticket = try #require(try ask(queue, &clock))
    try queue.finish(ticket, .blocked("status 403"), clock.now, random: 0.5)
    #expect(try queue.next(clock.now) == .wait(.seconds(86_400), .blocked))
    clock.advance(.seconds(86_399))
    #expect(try scratch.queue().next(clock.now) == .wait(.seconds(1), .blocked))
    let status = try TrackReader(path: scratch.path).geocodeStatus(drainSettings(), clock.now)
    #expect(status.pause == .blocked && status.error == "status 403" && status.nextTry == .seconds(1))
    // A reboot under a right clock shortens nothing; nor does a look-up.
    clock.reboot(wall: clock.wall)
    #expect(try queue.next(clock.now) == .wait(.seconds(1), .blocked))
    #expect(try queue.takeForLookup(clock.now)?.1 == .blocked)
    clock.advance(.seconds(1))
    #expect(try queue.drain(&clock).count == 2)
  }

  @Test func aFailureIsTriedAgainAfterWaitsThatGrow() throws {
    var (scratch, queue, clock) = try one()
    var waits: [Double] = []
    for _ in 0..<14 {
      let ticket = try #require(try ask(queue, &clock))
      try queue.finish(ticket, .later(after: nil, "status 503"), clock.now, random: 0.5)
      guard case .wait(let rest, _) = try queue.next(clock.now) else { break }
      waits.append(rest.seconds)
      clock.advance(rest)
    }
    #expect(waits == [60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 30_720, 61_440, 86_400, 86_400, 86_400])
    #expect(try scratch.integer("SELECT attempts FROM request") == 14)
    #expect(try queue.drain(&clock).count == 1)
  }

  @Test func theServerSaysHowLong() throws {
    var (_, queue, clock) = try one()
    let ticket = try #require(try ask(queue, &clock))
    try queue.finish(ticket, .later(after: .seconds(3600), "status 429"), clock.now, random: 0.5)
    #expect(try queue.next(clock.now) == .wait(.seconds(3600), .retry))
    // For all, not for this one alone.
    #expect(try queue.takeForLookup(clock.now)?.1 == .later)
  }

  @Test func oneThatAlwaysFailsDoesNotHoldUpTheOthers() throws {
    let scratch = try Scratch()
    try scratch.record(
      (0..<5).map {
        .visit(visit(Int64($0) + 1, Double($0) * 1000, Double($0) * 1000 + 600, isOver: true, 50 + Double($0)))
      })
    var clock = TestClock()
    let asked = try scratch.queue().drain(&clock, for: .seconds(900)) {
      $0.latitude == 54 ? .later(after: nil, "status 500") : .answer(placeName())
    }
    #expect(Set(asked.map(\.at.latitude)) == [50, 51, 52, 53, 54])
    #expect(try scratch.integer("SELECT count(*) FROM request") == 1)
  }

  @Test func offlineCostsNoAttemptAndIsTriedAgainSoon() throws {
    var (scratch, queue, clock) = try one()
    var waits: [Double] = []
    for _ in 0..<6 {
      let ticket = try #require(try ask(queue, &clock))
      try queue.finish(ticket, .offline("cannot connect"), clock.now, random: 0.5)
      guard case .wait(let rest, .offline) = try queue.next(clock.now) else { break }
      waits.append(rest.seconds)
      clock.advance(rest)
    }
    #expect(waits == [10, 20, 40, 80, 120, 120])
    #expect(try scratch.integer("SELECT attempts FROM request") == 0)
    // A network that comes up ends the wait.
    let ticket = try #require(try ask(queue, &clock))
    try queue.finish(ticket, .offline("cannot connect"), clock.now, random: 0.5)
    try queue.retryOffline()
    clock.advance(.seconds(2))
    #expect(try ask(queue, &clock) != nil)
  }

  @Test func aNetworkThatComesUpEndsNoBlock() throws {
    var (_, queue, clock) = try one()
    let ticket = try #require(try ask(queue, &clock))
    try queue.finish(ticket, .blocked("status 403"), clock.now, random: 0.5)
    try queue.retryOffline()
    #expect(try queue.next(clock.now) == .wait(.seconds(86_400), .blocked))
  }

  /// A board that has no clock of its own and is on for minutes at a time.
  @Test func aRowIsNotStalledByReboots() throws {
    var (_, queue, clock) = try one()
    let ticket = try #require(try ask(queue, &clock))
    try queue.finish(ticket, .later(after: .seconds(86_400), "status 503"), clock.now, random: 0.5)
    clock.reboot(wall: nil)
    clock.advance(.minutes(8))
    #expect(try ask(queue, &clock) == nil)
    clock.advance(.minutes(3))
    #expect(try ask(queue, &clock) != nil)
  }

  @Test func answersUnderAWrongClockAgeFromWhenItIsRight() throws {
    let scratch = try Scratch()
    try scratch.record([passing(0, 51.5)])
    var clock = TestClock()
    clock.wall = nil
    let queue = try scratch.queue()
    var name = placeName()
    name.fetched = nil
    _ = try queue.drain(&clock) { _ in .answer(name) }
    try scratch.record([passing(400 * 86_400, 51.5)])
    #expect(try scratch.waiting().isEmpty)
    // The clock is set while the drainer runs.
    clock.wall = at(500 * 86_400)
    #expect(try queue.next(clock.now) == .idle)
    try scratch.record([passing(500.5 * 86_400, 51.5)])
    #expect(try scratch.waiting().isEmpty)
    try scratch.record([passing(501.5 * 86_400, 51.5)])
    #expect(try scratch.waiting() == ["cell 1"])
  }

  @Test func answersOfAClockThatRanAheadAgeFromWhenItIsRight() throws {
    let scratch = try Scratch()
    try scratch.record([passing(0, 51.5)])
    var clock = TestClock()
    // 2099.
    clock.wall = Instant(milliseconds: 4_070_908_800_000)
    let queue = try scratch.queue()
    var name = placeName()
    name.fetched = clock.wall
    _ = try queue.drain(&clock) { _ in .answer(name) }
    clock.wall = at(86_400)
    #expect(try queue.next(clock.now) == .idle)
    try scratch.record([passing(1.9 * 86_400, 51.5)])
    #expect(try scratch.waiting().isEmpty)
    try scratch.record([passing(2.1 * 86_400, 51.5)])
    #expect(try scratch.waiting() == ["cell 1"])
    #expect(try scratch.integer("SELECT fetched FROM name") == at(86_400).milliseconds)
  }

  /// Bytes that are no text, too long a reply, a redirect: whatever the cause lies in, others get their turn.
  @Test func oneThatIsAnsweredOddlyDoesNotHoldUpTheOthers() throws {
    let scratch = try Scratch()
    try scratch.record(
      (0..<5).map {
        .visit(visit(Int64($0) + 1, Double($0) * 1000, Double($0) * 1000 + 600, isOver: true, 50 + Double($0)))
      })
    var clock = TestClock()
    let queue = try scratch.queue()
    let asked = try queue.drain(&clock, for: .seconds(60)) {
      $0.latitude == 54 ? .foreign("no JSON") : .answer(placeName())
    }
    #expect(asked.map(\.at.latitude) == [54, 53, 52, 51, 50])
    // It is tried again after waits that grow to an hour.
    let times = try queue.drain(&clock, for: .seconds(86_400)) { _ in .foreign("no JSON") }.map(\.time)
    let waits = zip(times, times.dropFirst()).map { ($1 - $0) / 1000 }
    #expect(waits.prefix(6) == [120, 240, 480, 960, 1920, 3600] && waits.dropFirst(6).allSatisfy { $0 == 3600 })
    #expect(try scratch.integer("SELECT attempts FROM request") == Int64(times.count + 1))
  }

  @Test func whereAllIsAnsweredOddlyTheServerIsLeftAlone() throws {
    let scratch = try Scratch()
    try scratch.record(
      (0..<40).map {
        .visit(visit(Int64($0) + 1, Double($0) * 1000, Double($0) * 1000 + 600, isOver: true, 10 + Double($0)))
      })
    var clock = TestClock()
    let queue = try scratch.queue()
    let times = try queue.drain(&clock, for: .seconds(7200)) { _ in .foreign("a web page") }.map { $0.time / 1000 }
    let waits = zip(times, times.dropFirst()).map { $1 - $0 }
    // The second at once, then at ever longer intervals.
    #expect(waits.prefix(9) == [1, 10, 20, 40, 80, 160, 320, 600, 600])
    let ticket = try #require(try ask(queue, &clock))
    try queue.finish(ticket, .foreign("a web page"), clock.now, random: 0.5)
    let status = try TrackReader(path: scratch.path).geocodeStatus(drainSettings(), clock.now)
    #expect(status.pause == .foreign && status.error == "a web page" && status.failed == 0 && status.waiting == 40)
    // The next network may lead to the server: it names all that is not put off itself.
    try queue.retryOffline()
    clock.advance(.seconds(3600))
    #expect(try queue.drain(&clock).count == 40)
  }

  @Test func whatWasRefusedOrPutOffIsTriedAgainOnDemand() throws {
    let scratch = try Scratch()
    try scratch.record([.visit(visit(1, 0, 600)), .visit(visit(2, 5000, 6000, isOver: true, 52))])
    var clock = TestClock()
    let queue = try scratch.queue()
    for outcome in [DrainOutcome.refused("400: no"), .later(after: .seconds(86_400), "status 503")] {
      let ticket = try #require(try ask(queue, &clock))
      try queue.finish(ticket, outcome, clock.now, random: 0.5)
    }
    #expect(try queue.next(clock.now) == .wait(.seconds(86_400), .retry))
    #expect(try scratch.queue().retry() == 2)
    #expect(try queue.drain(&clock, for: .seconds(10)).count == 2)
    #expect(try scratch.queue().retry() == 0)
  }

  @Test func whatALookUpIsToldHoldsForAll() throws {
    let scratch = try Scratch()
    try scratch.record([.visit(visit(1, 0, 600))])
    var clock = TestClock()
    let lookup = try scratch.queue()
    #expect(try lookup.takeForLookup(clock.now) == nil)
    try lookup.finish(nil, .later(after: .seconds(600), "status 429"), clock.now, random: 0.5)
    #expect(try scratch.queue().next(clock.now) == .wait(.seconds(600), .later))
    #expect(try lookup.takeForLookup(clock.now)?.1 == .later)
    clock.advance(.seconds(600))
    #expect(try lookup.takeForLookup(clock.now) == nil)
    try lookup.finish(nil, .blocked("status 403"), clock.now, random: 0.5)
    #expect(try scratch.queue().next(clock.now) == .wait(.seconds(86_400), .blocked))
    // The row is as it was.
    #expect(try scratch.integer("SELECT attempts FROM request") == 0)
    // Of another server nobody has said anything.
    let other = try scratch.queue(drainSettings(url: "https://b.example"))
    #expect(try other.takeForLookup(clock.now)?.1 != .blocked)
    // And what that one says is not of the queue's.
    try other.finish(nil, .nothing, clock.now, random: 0.5)
    #expect(try lookup.takeForLookup(clock.now)?.1 == .blocked)
  }

  @Test func whoOpensTheQueueChangesNothing() throws {
    let (scratch, queue, clock) = try one()
    let ticket = try #require({ if case .ask(let ticket) = try queue.next(clock.now) { ticket } else { nil } }())
    try queue.finish(ticket, .blocked("status 403"), clock.now, random: 0.5)
    let requests = try scratch.dump("request")
    let services = try scratch.dump("service", columns: "id, url, state, failures")
    _ = try scratch.queue(drainSettings(url: "https://b.example")).prefetch([], at: morning)
    #expect(try scratch.dump("service", columns: "id, url, state, failures") == services)
    _ = try scratch.queue(drainSettings(provider: .photon)).prefetch([], at: morning)
    #expect(try scratch.dump("request") == requests)
  }

  @Test func anotherProviderTakesOverWhatWaits() throws {
    let (scratch, _, _) = try one()
    var clock = TestClock()
    let photon = try scratch.queue(drainSettings(provider: .photon, language: "de"))
    // Whoever only looks something up takes nothing over.
    #expect(try photon.next(clock.now) == .idle)
    try photon.sweep(clock.now)
    #expect(try photon.drain(&clock).count == 1)
    #expect(try scratch.waiting().isEmpty)
  }

  @Test func theSameAnswerAgainIsNoNewName() throws {
    let scratch = try Scratch()
    var clock = TestClock()
    for day in 0..<5 {
      let seconds = Double(day) * 2 * 86_400
      try scratch.record([.visit(visit(Int64(day) + 1, seconds, seconds + 600))])
      clock.wall = at(seconds + 700)
      #expect(try scratch.queue().drain(&clock).count == 1)
    }
    #expect(try scratch.integer("SELECT count(*) FROM name") == 1)
  }

  @Test func answersAreBoundedAndNamesThatSomeoneBearsAreKept() throws {
    let scratch = try Scratch()
    try scratch.record([.visit(visit(1, 0, 600))])
    var clock = TestClock()
    let queue = try scratch.queue()
    _ = try queue.drain(&clock)
    let names = try NameRows(queue.database)
    try queue.database.begin()
    for k in 0...(NameRows.most + 10) {
      let id = try names.save(placeName("Number \(k)"), service: queue.service, before: Int64(k) + 1)
      try names.answer(
        Int64(k) + 1, service: queue.service, of: Coordinate(latitude: 1, longitude: 1), id,
        at: morning + .seconds(90_000 + Double(k)), lifetime: .seconds(86_400))
    }
    try queue.database.commit()
    let count = try #require(try scratch.integer("SELECT count(*) FROM answer"))
    #expect(count <= Int64(NameRows.most))
    #expect(try scratch.integer("SELECT count(*) FROM name") == count + 1)
    #expect(try TrackReader(path: scratch.path).visit(1)?.name?.short == placeName().short)
  }

  @Test func theCurrentPlaceIsTheCellsElseTheLastKnown() throws {
    let scratch = try Scratch()
    try scratch.record([.fix(fix(0, 51.5)), passing(0, 51.5)])
    let reader = try TrackReader(path: scratch.path)
    #expect(try reader.currentPlace(fix(0, 51.5), cell: 100) == nil)
    var clock = TestClock()
    _ = try scratch.queue().drain(&clock)
    #expect(try reader.currentPlace(fix(1, 51.5), cell: 100)?.isHere == true)
    try scratch.record([.fix(fix(60, 51.51))])
    let last = try #require(try reader.currentPlace(fix(60, 51.51), cell: 100))
    #expect(!last.isHere && last.time == at(0) && last.name == placeName())
    #expect(abs(last.distance - 1112.6) < 1)
  }
}
