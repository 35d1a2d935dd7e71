import Testing

@testable import TrackCore

/// What counts as having left, as one place, and as a way.
@Suite struct DetectionEvidenceTests {
  private func after(_ s: Scenario, _ time: Instant?) -> Double {
    time.map { ($0 - s.fixes[0].time).seconds } ?? .infinity
  }

  @Test(arguments: [true, false]) func aPlaceMayBeLargerThanItSeemed(hasSpeed: Bool) throws {
    var s = Scenario()
    s.hasSpeed = hasSpeed
    s.stand(600)
    s.go(east: 2000, north: 0, at: 1.4)
    s.stand(90)
    s.go(east: 43, north: 0, at: 0.7)
    s.stand(120)
    s.go(east: 2000, north: 0, at: 1.4)
    s.stand(600)
    #expect(try detect(s.fixes).visits.count == 3)
  }

  /// The way there was not heard: so many metres on it stands, by fixes so good.
  @Test(arguments: [(2.0, 115.0, 2), (14, 160, 2), (14, 90, 1)])
  func elsewhereIsWhatTheErrorDoesNotExplain(sigma: Double, onward: Float, visits: Int) throws {
    var s = Scenario()
    s.sigma = sigma
    s.stand(1200)
    s.silence(28, east: Double(onward))
    s.stand(1200)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == visits && lists.trips.count == visits - 1)
  }

  /// A light, and the door behind it.
  @Test(arguments: [(110.0, 45.0), (110, 50), (150, 45)])
  func whoDroveOnWasNotThereYet(waited: Double, onward: Double) throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 2000, north: 0, at: 10)
    s.stand(waited)
    s.go(east: onward, north: 0, at: 6)
    let door = s.time
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 2)
    #expect(abs(((lists.visits.last?.arrival ?? s.time) - door).seconds) < 8)
  }

  @Test func aSpeedThatIsAnErrorDoesNotMoveTheArrival() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 2000, north: 0, at: 10)
    let arrival = s.time
    s.stand(20)
    let wrong = s.fixes.count
    s.stand(600)
    var fixes = s.fixes
    for k in wrong..<wrong + 6 { fixes[k].speed = 20 }
    let visit = try #require(try detect(fixes).visits.last)
    #expect(abs((visit.arrival - arrival).seconds) < 6)
  }

  @Test func aStayThatComesToLieAtTheLastOneWasNeverAnother() throws {
    var s = Scenario()
    s.hasSpeed = false
    s.hasError = false
    s.stand(1800)
    // A silence, and the receiver finds back 110 m off; it takes twenty minutes to come to itself.
    s.silence(120)
    s.reflection = Point(east: 110, north: 0)
    s.stand(200)
    for k in stride(from: 110, to: 0, by: -1) {
      s.reflection = Point(east: Float(k), north: 0)
      s.stand(10)
    }
    s.reflection = .zero
    s.stand(3600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 1 && lists.trips == [])
    #expect(lists.events.contains { $0.kind == .departureWithdrawn })
  }

  @Test func standingIsToldAfterTwoMinutesAndAnArrivalAfterThree() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 2000, north: 0, at: 10)
    s.stand(150)
    s.go(east: 2000, north: 0, at: 10)
    s.stand(600)
    let lists = try detect(s.fixes)
    let told = lists.events.filter { [.stationary, .moving, .arrival].contains($0.kind) }
    #expect(told.map(\.kind) == [.stationary, .arrival, .moving, .stationary, .moving, .stationary, .arrival])
    #expect(lists.visits.count == 2)
    for event in told where event.kind == .stationary {
      #expect(abs((event.noticed - event.time).seconds - 125) < 10)
    }
    #expect(abs(after(s, told[3].time) - 800) < 8 && abs(after(s, told[4].time) - 950) < 15)
  }

  /// He rides, locks the bicycle, and walks the rest: seconds he stood, metres on to the door, and how fast.
  @Test(arguments: [
    ("walked", 140.0, 100.0, 1.4, true), ("far", 140, 160, 1.4, false), ("brief", 90, 100, 1.4, false),
    ("drove", 140, 100, 5, false),
  ])
  func whoStandsAndWalksTheLastStepsHasArrived(
    name: String, stood: Double, onward: Double, speed: Double, isThere: Bool
  ) throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 3000, north: 0, at: 4)
    let locked = s.time
    s.stand(stood)
    s.go(east: onward, north: 0, at: speed)
    let door = s.time
    s.stand(900)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [] && lists.visits.count == 2)
    let visit = try #require(lists.visits.last)
    #expect(abs((visit.arrival - (isThere ? locked : door)).seconds) < 10)
    #expect(lists.trips.first?.end == visit.arrival)
    #expect(Geodesy.distance(visit.centre, s.plane.coordinate(s.position)) < 10)
  }

  /// What lasts as long as a stay and was none, a slow jam or a boat that drifts, is no arrival either.
  @Test(arguments: [true, false]) func whoCreepsBeforeTheLastStepsHasNotArrived(hasSpeed: Bool) throws {
    var s = Scenario()
    s.hasSpeed = hasSpeed
    s.stand(600)
    s.go(east: 3000, north: 0, at: 4)
    s.go(east: 66, north: 0, at: 0.33)
    s.go(east: 50, north: 0, at: 1.4)
    let door = s.time
    s.stand(900)
    let visit = try #require(try detect(s.fixes).visits.last)
    #expect(abs((visit.arrival - door).seconds) < 10)
  }

  /// Velocities that follow a reflection out and back do not end a stop of three minutes and a half.
  @Test func aReflectionWithSpeedsOfItsOwnDoesNotBreakAShortStop() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 3000, north: 0, at: 10)
    s.stand(150)
    let out = s.fixes.count
    s.reflection = Point(east: 0, north: 85)
    s.stand(10)
    s.reflection = .zero
    let back = s.fixes.count
    s.stand(50)
    s.go(east: 3000, north: 0, at: 10)
    s.stand(600)
    var fixes = s.fixes
    for k in out..<back {
      fixes[k].speed = 4
      fixes[k].course = k < out + 5 ? 0 : 180
    }
    #expect(try detect(fixes).visits.count == 3)
  }

  /// It seems to be 200 m away for a minute, and its speeds knew of less than half the way there.
  @Test func whatMeasuredLessThanThereAndBackWasNoWay() throws {
    var s = Scenario()
    s.stand(1200)
    let out = s.fixes.count
    for k in 1...20 {
      s.reflection = Point(east: 10 * Float(k), north: 0)
      s.stand(1)
    }
    s.stand(60)
    let back = s.fixes.count
    for k in 1...20 {
      s.reflection = Point(east: 200 - 10 * Float(k), north: 0)
      s.stand(1)
    }
    s.stand(1800)
    var fixes = s.fixes
    for k in 0..<20 {
      fixes[out + k].speed = 4.5
      fixes[out + k].course = 90
      fixes[back + k].speed = 4.5
      fixes[back + k].course = 270
    }
    let lists = try detect(fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 1 && lists.trips == [])
    #expect(lists.events.contains { $0.kind == .departureWithdrawn })
  }

  @Test func aShortWayThereAndBackIsATrip() throws {
    var s = Scenario()
    s.stand(1200)
    s.go(east: 200, north: 0, at: 6)
    s.stand(100)
    s.go(east: -200, north: 0, at: 6)
    s.stand(1800)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
  }

  @Test func aLeapThatTheFilterBelievedIsBridged() throws {
    var s = Scenario()
    s.go(east: 2000, north: 0, at: 10)
    let before = s.fixes.count
    s.position = Point(east: 60_000, north: 0)
    s.go(east: 2000, north: 0, at: 10)
    var detector = TrackDetector(settings: Settings(), nextTrip: 1, nextVisit: 1)
    var changes: [TrackChange] = []
    for (k, fix) in s.fixes.enumerated() {
      if k == before { detector.reanchor(at: fix.time) }
      detector.ingest(fix, into: &changes)
    }
    detector.finish(into: &changes)
    let trip = try #require(TrackLists(changes).trips.first)
    #expect(abs(trip.distance - 4000) < 130)
    #expect(abs(trip.bridgedDistance - 58_000) < 150)
  }

  @Test func aVehiclesWayIsNotCutAtCorners() throws {
    var s = Scenario()
    s.stand(600)
    for k in 0..<20 { s.go(east: k % 2 == 0 ? 300 : 0, north: k % 2 == 0 ? 0 : 300, at: 12) }
    s.stand(600)
    let distance = try detect(s.fixes).trips.first?.distance ?? 0
    #expect(abs(distance - 6000) < 120)
  }

  @Test(arguments: [(1.3, 150.0), (1.0, 120), (2.0, 200)])
  func aReflectionThatWalksHomeIsNoDeparture(speed: Double, away: Double) throws {
    var s = Scenario()
    s.hasSpeed = false
    s.stand(900)
    var left = away
    s.reflection = Point(east: Float(left), north: 0)
    s.stand(15)
    while left > 0 {
      left = max(0, left - speed)
      s.reflection = Point(east: Float(left), north: 0)
      s.stand(1)
    }
    s.stand(900)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 1 && lists.trips == [])
    #expect(!lists.events.contains { $0.kind == .departure })
  }

  /// It began to drive unheard, and crept when it was heard again: how fast it can have come tells what follows.
  @Test(arguments: [8.0, 15]) func aHiddenDepartureIsReckonedFromTheSpeedThatFollows(crept: Double) throws {
    var s = Scenario()
    s.stand(600)
    s.silence(60, east: 400, north: 0)
    let heard = s.time
    s.go(east: 2.5 * crept, north: 0, at: 2.5)
    s.go(east: 5000, north: 0, at: 15)
    s.stand(600)
    let visit = try #require(try detect(s.fixes).visits.first)
    let departure = try #require(visit.departure)
    #expect(abs((heard - departure).seconds - 400 / 15) < 5)
  }

  /// What a sparse fix says of speed holds for it alone.
  @Test(arguments: [0.0, 9, 21]) func aDepartureBetweenSparseFixesIsThatOfTheLastOneThatStood(phase: Double) throws {
    var s = Scenario()
    s.interval = 30
    s.stand(600)
    let left = s.time
    s.go(east: 6000 + 12 * phase, north: 0, at: 12)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 2)
    let departure = try #require(lists.visits.first?.departure)
    #expect(abs((departure - left).seconds) < 10)
  }
}
