import Testing

@testable import TrackCore

/// Silences, and what is made of the ends of them.
@Suite struct DetectionWakingTests {
  /// Engine off for five minutes, and the receiver wakes on the way: metres on, and how fast.
  @Test(arguments: [true, false], [("near", 150.0, 11.0, true), ("far", 900, 11, true), ("on foot", 215, 1.4, false)])
  func aStopWithTheEngineOffIsReckonedFromTheWayOn(
    hasSpeed: Bool, way: (name: String, onward: Double, speed: Double, isStay: Bool)
  ) throws {
    var s = Scenario()
    s.hasSpeed = hasSpeed
    s.stand(600)
    s.go(east: 3000, north: 0, at: 12)
    let arrival = s.time
    s.stand(25)
    s.silence(310, east: way.onward)
    let departure = s.time - .seconds(way.onward / way.speed)
    s.go(east: 3000, north: 0, at: way.speed)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == (way.isStay ? 3 : 2))
    if way.isStay {
      let visit = lists.visits[1]
      #expect(abs((visit.arrival - arrival).seconds) < 10)
      #expect(abs(((visit.departure ?? visit.arrival) - departure).seconds) < 15)
    }
  }

  /// Off again before it could be told how fast it went on, and on far away.
  @Test func aSilenceAfterASilenceLosesNoStay() throws {
    var s = Scenario()
    s.hasSpeed = false
    s.go(east: 3000, north: 0, at: 12)
    s.stand(25)
    s.silence(400, east: 70)
    s.stand(4)
    s.silence(400, east: 20_000)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 2)
    #expect(abs((lists.visits[0].arrival - s.fixes[0].time).seconds - 255) < 10)
  }

  /// What came after the silence says nothing of the way before it.
  @Test func aLoopBeforeASilenceIsAWayThereAndBack() throws {
    var s = Scenario()
    s.stand(1200)
    s.go(east: 400, north: 0, at: 8)
    s.stand(60)
    s.go(east: -400, north: 0, at: 8)
    s.stand(25)
    s.silence(310, east: 800)
    s.go(east: 3000, north: 0, at: 12)
    s.stand(600)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 3 && lists.trips.count == 2)
  }

  /// Fixes are so sparse that the last leg of the drive is measured only when the silence is over.
  @Test func theLastLegHomeCounts() throws {
    var s = Scenario()
    s.interval = 30
    s.stand(1200)
    s.go(east: 1200, north: 0, at: 10)
    s.stand(30)
    s.go(east: -1200, north: 0, at: 10)
    s.stand(30)
    s.silence(600)
    s.stand(1200)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 2 && lists.trips.count == 1)
  }

  /// Where it is plain what a silence was, nothing waits for a second bin, which may not come.
  @Test func inputThatEndsAfterASilenceIsJudged() throws {
    var s = Scenario()
    s.hasSpeed = false
    s.go(east: 3000, north: 0, at: 12)
    let before = s.fixes[s.fixes.count - 1].time
    s.silence(36_000, east: 20_000)
    s.stand(3)
    let far = try detect(s.fixes)
    #expect(far.faults == [])
    #expect(abs(((far.trips.first?.end ?? s.time) - before).seconds) < 6)
    #expect(far.events.contains { $0.kind == .gap })

    var t = Scenario()
    t.hasSpeed = false
    t.stand(60)
    t.silence(400, east: 150)
    t.go(east: 2000, north: 0, at: 12)
    let near = try detect(t.fixes)
    #expect(near.faults == [] && near.visits.count == 1)
    #expect(!near.events.contains { $0.kind == .tripWithdrawn })
  }

  /// The logger woke late and was fast: it left unseen, which is no reason to forget where it went.
  @Test func aDriveIsNotTakenBackHoweverItWasLeft() throws {
    var s = Scenario()
    s.hasSpeed = false
    s.stand(1200)
    s.go(east: 2000, north: 0, at: 12)
    s.stand(60)
    s.silence(14_000, east: 400)
    s.go(east: 2700, north: 0, at: 20)
    s.go(east: -3100, north: 0, at: 20)
    s.stand(300)
    let lists = try detect(s.fixes)
    #expect(lists.faults == [])
    #expect(lists.visits.count == 3 && lists.trips.count == 2)
  }
}
