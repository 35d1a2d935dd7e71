import Testing

@testable import TrackCore

/// The kinds of days that detectors get wrong, each from a way that is known exactly.
@Suite struct DetectionHardKindsTests {
  private func after(_ s: Scenario, _ time: Instant?) -> Double {
    time.map { ($0 - s.fixes[0].time).seconds } ?? .infinity
  }

  @Test func streetCanyonsNeitherSplitAStayNorMakeOne() throws {
    var s = Scenario()
    s.sigma = 10
    s.driftTime = 90
    s.dopplerNoise = 0.5
    s.stand(900)
    for k in 0..<6 {
      s.go(east: k % 2 == 0 ? 150 : 0, north: k % 2 == 0 ? 0 : 150, at: 1.35)
      s.reflection = Point(east: 130, north: -60)
      s.stand(20)
      s.reflection = .zero
    }
    s.stand(900)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
    #expect(abs((lists.trips.first?.distance ?? 0) - 900) < 90)
  }

  @Test(arguments: [true, false])
  func indoorDriftIsNoTrip(hasSpeed: Bool) throws {
    var s = Scenario(seed: 4)
    s.sigma = 18
    s.driftTime = 450
    s.dopplerNoise = 0.35
    s.hasSpeed = hasSpeed
    s.hasError = hasSpeed
    s.stand(14_400)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 1 && lists.trips == [])
  }

  @Test func aReflectionThatHoldsAndFallsBackIsNoDeparture() throws {
    var s = Scenario()
    s.sigma = 6
    s.stand(900)
    // It rises, holds for a minute and a half, sinks slowly and falls back.
    s.reflection = Point(east: 70, north: -140)
    s.stand(90)
    for k in 1...30 {
      s.reflection = Point(east: 70 - 1.5 * Float(k), north: -140 + 3 * Float(k))
      s.stand(1)
    }
    s.reflection = .zero
    s.stand(900)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 1 && lists.trips == [])
    #expect(!lists.events.contains { $0.kind == .departure })
  }

  @Test func aColdReceiverThatSettlesIsNoTrip() throws {
    var s = Scenario()
    for k in stride(from: 70, to: 0, by: -2) {
      s.reflection = Point(east: Float(k), north: 0)
      s.go(east: -0.001, north: 0, at: 2)
      s.time = s.fixes[s.fixes.count - 1].time + .seconds(1)
    }
    var fixes = s.fixes
    for k in fixes.indices {
      fixes[k].speed = 2
      fixes[k].course = 270
      fixes[k].eph = 30
    }
    s.reflection = .zero
    s.stand(900)
    let lists = try detect(fixes + s.fixes[fixes.count...])
    #expect(lists.trips == [] && lists.visits.count == 1)
    #expect(lists.visits.first?.arrival == fixes[0].time)
  }

  @Test func platformsAndStationsAreNoVisitsUnlessLong() throws {
    for (wait, visits) in [(120.0, 2), (420, 3)] {
      var s = Scenario()
      s.stand(900)
      s.go(east: 600, north: 0, at: 1.4)
      s.stand(wait)
      for _ in 0..<3 {
        s.go(east: 5000, north: 0, at: 30)
        s.stand(100)
      }
      s.go(east: 0, north: 500, at: 1.4)
      s.stand(900)
      let lists = try detect(s.fixes)
      #expect(lists.faults == [])
      #expect(lists.visits.count == visits && lists.trips.count == visits - 1)
    }
  }

  @Test func aFerryIsOneTripWithTheWayToIt() throws {
    var s = Scenario()
    s.stand(900)
    s.go(east: 4000, north: 0, at: 14)
    s.stand(100)
    s.go(east: 0, north: 6000, at: 6.5)
    s.stand(60)
    s.go(east: 3000, north: 0, at: 14)
    s.stand(900)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
    #expect(abs((lists.trips.first?.distance ?? 0) - 13_000) < 130)
  }

  @Test func anEngineOffForFiveMinutesAtThePumpIsAVisit() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 3000, north: 0, at: 12)
    s.stand(25)
    // The receiver finds its place again when the car is 240 m on.
    s.silence(300, east: 240)
    s.go(east: 3000, north: 0, at: 16)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 3 && lists.trips.count == 2)
    let pump = try #require(lists.visits.dropFirst().first)
    #expect(pump.inferred)
    #expect(abs(after(s, pump.arrival) - 850) < 10 && abs(after(s, pump.departure) - 1160) < 10)
  }

  @Test func aCarThatStandsAtALightAfterANightWithoutPowerLeftAtDawn() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 3000, north: 0, at: 12)
    s.stand(8)
    s.silence(20_000, east: 220)
    s.stand(70)
    s.go(east: 3000, north: 0, at: 12)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 3 && lists.trips.count == 2)
    #expect(abs(after(s, lists.visits.dropFirst().first?.departure) - 20_858) < 120)
  }

  @Test func aStopHiddenByADropoutIsFound() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 800, north: 0, at: 1.4)
    s.silence(600)
    s.stand(20)
    s.go(east: 800, north: 0, at: 1.4)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 3 && lists.trips.count == 2)
  }

  @Test(arguments: [1.0, 10, 30])
  func aRoundOfStopsOfThreeMinutesAndABitIsCounted(interval: Double) throws {
    var s = Scenario()
    s.interval = interval
    s.stand(600)
    for k in 0..<8 {
      s.go(east: k % 2 == 0 ? 700 : 0, north: k % 2 == 0 ? 0 : 700, at: 9)
      s.stand(interval < 30 ? 195 : 220)
    }
    s.go(east: 700, north: 0, at: 9)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 10 && lists.trips.count == 9)
    let length = lists.trips.reduce(0) { $0 + $1.distance + $1.bridgedDistance }
    #expect(abs(length - 6300) < 63 + 18 * (interval - 1))
  }

  @Test func stopAndGoIsNoVisit() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 2000, north: 0, at: 12)
    for _ in 0..<6 {
      s.stand(70)
      s.go(east: 25, north: 0, at: 4)
    }
    s.go(east: 2000, north: 0, at: 12)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
  }

  @Test func aWaitAtALightDoesNotHideTheStopFortyMetresOn() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 2000, north: 0, at: 9)
    s.stand(60)
    s.go(east: 45, north: 0, at: 7)
    s.stand(210)
    s.go(east: 2000, north: 0, at: 9)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 3)
    #expect(abs(after(s, lists.visits.dropFirst().first?.arrival) - 889) < 8)
  }

  @Test func aMarketIsOneVisitThoughNobodyStandsThere() throws {
    var s = Scenario()
    s.stand(900)
    s.go(east: 500, north: 0, at: 1.4)
    s.stroll(1200, radius: 25)
    s.go(east: -500, north: 200, at: 1.4)
    s.stand(900)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 3 && lists.trips.count == 2)
  }

  @Test func aLoopWalkThatEndsWhereItBeganIsATrip() throws {
    var s = Scenario()
    s.stand(900)
    s.go(east: 400, north: 0, at: 1.4)
    s.go(east: 0, north: 300, at: 1.4)
    s.go(east: -400, north: 0, at: 1.4)
    s.go(east: 0, north: -300, at: 1.4)
    s.stand(900)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
    #expect(abs((lists.trips.first?.distance ?? 0) - 1400) < 28)
  }

  @Test func fourMinutesInALayByAreAVisit() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 5000, north: 0, at: 25)
    s.stand(240)
    s.go(east: 5000, north: 0, at: 25)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 3)
    let stop = try #require(lists.visits.dropFirst().first)
    #expect(abs(after(s, stop.arrival) - 800) < 8 && abs(after(s, stop.departure) - 1040) < 8)
  }

  @Test func eightyFiveDegreesNorthAndTheAntimeridianAreNoSpecialPlaces() throws {
    var s = Scenario(at: Coordinate(latitude: 85, longitude: 179.999))
    s.stand(600)
    s.go(east: 3000, north: 500, at: 8)
    s.stand(600)
    s.go(east: -3000, north: -500, at: 8)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 3 && lists.trips.count == 2)
    #expect(lists.trips.allSatisfy { abs($0.distance - 3041) < 31 })
    #expect(Geodesy.distance(lists.visits[0].centre, lists.visits[2].centre) < 10)
  }
}
