import Testing

@testable import TrackCore

/// Seconds from `a` to `b`.
private func seconds(_ a: Instant, _ b: Instant?) -> Double { b.map { ($0 - a).seconds } ?? .infinity }

@Suite struct DetectionTests {
  /// Home, a drive of 3 km east, and there for a while.
  private func drive(stop: Double = 600, _ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    var s = Scenario()
    change(&s)
    s.stand(600)
    s.go(east: 3000, north: 0, at: 10)
    s.stand(stop)
    return s
  }

  @Test func aDriveIsAVisitATripAndAVisit() throws {
    let s = drive()
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
    let trip = try #require(lists.trips.first)
    let start = s.fixes[0].time
    #expect(abs(seconds(start, trip.start) - 600) <= 10)
    #expect(abs(seconds(start, trip.end) - 900) <= 10)
    #expect(abs(trip.distance - 3000) < 30 && trip.bridgedDistance == 0)
    #expect(abs((trip.maxSpeed ?? 0) - 10) < 0.5)
    #expect(lists.visits[0].arrival == start)
    #expect(lists.visits[0].departure == trip.start && lists.visits[1].arrival == trip.end)
    #expect(lists.visits[1].departure == nil && lists.visits[1].last == s.fixes.last?.time)
    #expect(Geodesy.distance(lists.visits[1].centre, s.plane.coordinate(s.position)) < 10)
  }

  @Test(arguments: [150.0, 170, 200, 240])
  func aStayOfThreeMinutesIsAVisitAndAShorterOneIsNone(stop: Double) throws {
    var s = drive(stop: stop)
    s.go(east: 0, north: 3000, at: 10)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == (stop < 180 ? 2 : 3))
    #expect(lists.trips.count == lists.visits.count - 1)
  }

  @Test func parkedTwelveHoursAddsNothing() throws {
    var s = Scenario()
    s.sigma = 6
    s.stand(43_200)
    let lists = try detect(s.fixes)
    #expect(lists.trips == [] && lists.visits.count == 1)
    #expect(lists.faults == [])
  }

  @Test func whileParkedNothingIsToldButOnceAnHour() throws {
    var s = Scenario()
    s.stand(14_400)
    let told = try changes(of: s.fixes).filter { if case .visit = $0 { true } else { false } }
    // Its beginning, three or four signs of life, and the end of input.
    #expect((5...6).contains(told.count))
  }

  @Test func thePowerOffGapIsTheVisit() throws {
    var s = drive(stop: 15)
    s.silence(28_800)
    s.stand(20)
    s.go(east: -3000, north: 0, at: 10)
    s.stand(300)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.map(\.inferred) == [false, true, false])
    let gap = try #require(lists.visits.dropFirst().first)
    #expect(abs(seconds(s.fixes[0].time, gap.arrival) - 900) <= 10)
    #expect(abs(seconds(gap.arrival, gap.departure) - 28_835) <= 15)
    #expect(lists.trips.allSatisfy { $0.bridgedDistance < 50 })
  }

  @Test func aVehicleThatWakesUpUnderWayStoodUntilJustBefore() throws {
    var s = drive(stop: 15)
    s.silence(14_400, east: 300)
    s.go(east: 3000, north: 0, at: 12)
    s.stand(300)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 3 && lists.trips.count == 2)
    let resumed = s.fixes[0].time + .seconds(915 + 14_400)
    #expect(abs(seconds(resumed, lists.visits[1].departure) + 25) <= 15)
  }

  @Test func whatIsCarriedAwayInSilenceIsAnHonestGap() throws {
    var s = drive(stop: 400)
    s.silence(36_000, east: 140_000)
    s.stand(240)
    s.go(east: 2000, north: 0, at: 10)
    s.stand(300)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 4 && lists.trips.count == 2)
    #expect(lists.visits[1].departure.map { $0 < s.fixes[0].time + .seconds(1400) } ?? false)
    #expect(Geodesy.distance(lists.visits[1].centre, s.plane.coordinate(Point(east: 3000, north: 0))) < 15)
    #expect(lists.events.contains { $0.kind == .gap && ($0.distance ?? 0) > 130_000 })
    #expect(lists.trips.allSatisfy { $0.distance < 3100 && $0.bridgedDistance == 0 })
  }

  @Test func aTunnelIsBridgedAndASilenceOverHalfAnHourEndsTheTrip() throws {
    for (silence, trips) in [(90.0, 1), (1_200, 1), (2_400, 2)] {
      var s = Scenario()
      s.stand(600)
      s.go(east: 3000, north: 0, at: 20)
      s.silence(silence, east: 20 * silence)
      s.go(east: 3000, north: 0, at: 20)
      s.stand(600)
      let lists = try detect(s.fixes)
      #expect(lists.faults == [])
      #expect(lists.visits.count == 2)
      #expect(lists.trips.count == trips)
      #expect(abs(lists.trips.map(\.distance).reduce(0, +) - 6000) < 80)
      if trips == 1 { #expect(abs((lists.trips.first?.bridgedDistance ?? 0) - 20 * silence) < 60) }
    }
  }

  @Test func thereAndBackInFourMinutesIsATrip() throws {
    var s = Scenario()
    s.stand(400)
    s.go(east: 900, north: 0, at: 9)
    s.go(east: -900, north: 0, at: 9)
    s.stand(400)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
    #expect(abs((lists.trips.first?.distance ?? 0) - 1800) < 60)
  }

  @Test func twoStaysSixtyMetresApartAreTwo() throws {
    var s = Scenario()
    s.sigma = 1.5
    s.stand(600)
    s.go(east: 60, north: 0, at: 1.3)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
  }

  @Test func aDepartureThatWasNoneIsTakenBack() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 70, north: 0, at: 1.3)
    s.go(east: -70, north: 0, at: 1.3)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 1 && lists.trips == [])
    let kinds = lists.events.map(\.kind)
    if kinds.contains(.departure) {
      #expect(kinds.contains(.departureWithdrawn) && kinds.contains(.tripWithdrawn))
    }
    #expect(lists.events.allSatisfy { $0.noticed >= $0.time })
  }

  /// However many fixes come to lie in a bin.
  @Test(arguments: [1.0, 2, 3, 4, 5, 6, 7, 8, 10]) func topSpeedIsThatOfTheWayByPositionsAlone(interval: Double) throws
  {
    var s = Scenario()
    (s.interval, s.sigma, s.hasSpeed, s.hasError) = (interval, 0.3, false, false)
    s.stand(600)
    s.go(east: 20_000, north: 0, at: 25)
    s.stand(600)
    let trip = try #require(try detect(s.fixes).trips.first)
    #expect(abs((trip.maxSpeed ?? 0) - 25) < 1)
    #expect(abs(trip.distance - 20_000) < 200)
  }

  @Test func multipathSpikesAreNoTripAndNoTopSpeed() throws {
    var s = Scenario()
    s.stand(300)
    for _ in 0..<20 {
      s.spike(east: 150, north: 80)
      s.stand(60)
    }
    s.go(east: 1000, north: 0, at: 10)
    s.spike(east: 70, north: 0)
    s.go(east: 1000, north: 0, at: 10)
    s.stand(300)
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
    #expect((lists.trips.first?.maxSpeed ?? 99) < 11)
    #expect(abs((lists.trips.first?.distance ?? 0) - 2000) < 60)
  }

  @Test func heartbeatsOfANightAreOneVisit() throws {
    var s = drive(stop: 60)
    s.interval = 900
    s.stand(36_000)
    s.interval = 1
    s.go(east: 0, north: 2000, at: 10)
    s.stand(300)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 3 && lists.trips.count == 2)
    #expect(lists.visits.dropFirst().first?.inferred == true)
  }

  @Test(arguments: [0.1, 1, 5, 10, 30])
  func anyRateFindsTheDrive(interval: Double) throws {
    let s = drive {
      $0.interval = interval
    }
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
    #expect(abs((lists.trips.first?.distance ?? 0) - 3000) < 30 + 10 * interval)
  }

  @Test(arguments: [(true, false), (false, true), (false, false)])
  func withoutSpeedOrErrorTheDriveIsFound(hasSpeed: Bool, hasError: Bool) throws {
    let s = drive {
      $0.hasSpeed = hasSpeed
      $0.hasError = hasError
    }
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
    #expect(abs((lists.trips.first?.distance ?? 0) - 3000) < 60)
    #expect(abs((lists.trips.first?.maxSpeed ?? 0) - 10) < 2)
  }

  @Test(arguments: [0.5, 2, 3])
  func anErrorOnAnotherScaleCostsNothingInTheOpen(scale: Double) throws {
    let s = drive { $0.errorScale = scale }
    let lists = try detect(s.fixes)
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
  }

  @Test(arguments: [
    Coordinate(latitude: -16.8, longitude: 179.99), Coordinate(latitude: 78.2, longitude: 15.6),
    Coordinate(latitude: 89.99, longitude: 0), Coordinate(latitude: 0, longitude: 0.001),
  ])
  func noPlaceOnEarthIsSpecial(origin: Coordinate) throws {
    var s = Scenario(at: origin)
    s.stand(600)
    s.go(east: 4000, north: 1000, at: 10)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
    #expect(abs((lists.trips.first?.distance ?? 0) - 4123) < 41)
  }

  @Test func whatIsOpenWhenInputEndsStaysOpen() throws {
    var s = Scenario()
    s.stand(600)
    s.go(east: 3000, north: 0, at: 10)
    let lists = try detect(s.fixes)
    let trip = try #require(lists.trips.first)
    #expect(trip.end == nil && trip.last == s.fixes.last?.time)
    #expect(abs(trip.distance - 3000) < 40)
    #expect(lists.visits.count == 1 && lists.visits[0].departure == trip.start)
  }

  @Test func aWayWithNoStayIsATripFromTheFirstFix() throws {
    var s = Scenario()
    s.go(east: 2000, north: 0, at: 10)
    let lists = try detect(s.fixes)
    #expect(lists.visits == [])
    #expect(lists.trips.first?.start == s.fixes[0].time)
    #expect(abs((lists.trips.first?.distance ?? 0) - 2000) < 60)
  }

  @Test func tripsCrossingTheAntimeridianHaveASmallBox() throws {
    var s = Scenario(at: Coordinate(latitude: 10, longitude: 179.99))
    s.stand(300)
    s.go(east: 3000, north: 0, at: 10)
    s.stand(300)
    let box = try #require(try detect(s.fixes).trips.first?.bounds)
    #expect(box.west > 179.9 && box.east < -179.9)
  }
}
