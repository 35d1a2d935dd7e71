import Testing

@testable import TrackCore

/// Each way in which a filter of this kind has shut itself off from what is right.
@Suite("Filter: no lock-out")
struct FilterLockoutTests {
  @Test(arguments: [1, 2, 4])
  func wrongFirstPositionsDoNotStay(count: Int) {
    var scene = FilterScene()
    for k in 0..<count { scene.judge(FilterScene.epoch(Double(k), north: 500_000, east: Double(k))) }
    scene.drive(count...60)
    scene.finish()
    #expect(scene.rejected == [.impossibleJump: count])
    #expect(scene.seconds == Array(count...60))
  }

  @Test func aWrongAnchorOfMinutesDoesNotStay() {
    var scene = FilterScene()
    for k in 0..<300 { scene.judge(FilterScene.epoch(Double(k), north: 500_000, east: Double(k))) }
    scene.drive(300...400)
    scene.finish()
    #expect(scene.counts.accepted == 401)
    #expect(scene.run.notices == [.reanchored(at: FilterScene.start + .seconds(300))])
  }

  @Test(arguments: [5, 50, 500])
  func aClockThatWasYearsAheadDoesNotStay(count: Int) {
    var scene = FilterScene()
    for k in 0..<count { scene.judge(FilterScene.epoch(157_766_400 + Double(k), north: Double(k))) }
    scene.drive(count...(count + 60))
    scene.finish()
    #expect(scene.rejected.isEmpty)
    #expect(scene.run.notices == [.restarted(at: FilterScene.start + .seconds(Double(count)))])
    #expect(scene.seconds.suffix(61) == Array(count...(count + 60)))
  }

  @Test func aClockThatWasAnHourAheadDoesNotStayForAnHour() {
    var scene = FilterScene()
    for k in 0..<20 { scene.judge(FilterScene.epoch(3600 + Double(k))) }
    scene.drive(20...3000)
    scene.finish()
    #expect(scene.seconds.last == 3000)
    #expect(scene.counts.accepted > 1000)
  }

  @Test func aReceiverWhoseSpeedIsStuckLosesNothing() {
    for stuck in [0.0, 3, 70] {
      var scene = FilterScene()
      for k in 0..<200 { scene.judge(FilterScene.epoch(Double(k), north: Double(k) * 30, speed: stuck, eph: 2)) }
      scene.finish()
      #expect(scene.counts.accepted == 200, "\(stuck): \(scene.rejected)")
    }
  }

  @Test func aFrozenReceiverDoesNotKeepTheLiveOneOut() {
    // After a flight, one in four is the last position before it, and arrivals say that all of them are new.
    var scene = FilterScene()
    scene.drive(0...19) { Double($0) }
    let last = scene.run.fixes.last
    for second in 40_000..<40_200 {
      scene.judge(
        FilterScene.epoch(Double(second), speed: 0.02, arrival: Double(second)) {
          if second % 4 == 1 {
            ($0.tpv.latitude, $0.tpv.longitude) = (last?.coordinate.latitude, last?.coordinate.longitude)
          } else {
            ($0.tpv.latitude, $0.tpv.longitude) = (10, 100 + Double(second) * 1e-7)
          }
        })
    }
    scene.finish()
    let live = scene.run.fixes.filter { $0.coordinate.latitude == 10 }.count
    #expect(live >= 140)
    #expect(scene.counts[.frozen] >= 40)
  }

  @Test func aReceiverThatStandsElsewhereIsBelieved() {
    // Carried while off, and its position does not change by a digit any more.
    var scene = FilterScene()
    scene.drive(0...19)
    for second in 40...340 { scene.judge(FilterScene.epoch(Double(second), north: 90_000, speed: 0)) }
    scene.finish()
    #expect(scene.run.fixes.last?.time == FilterScene.start + .seconds(340))
    #expect(scene.counts[.impossibleJump] <= 60)
  }

  @Test func whatIsInaccurateForHoursKeepsNothingElseOut() {
    var scene = FilterScene()
    for k in 0..<600 { scene.judge(FilterScene.epoch(Double(k), north: 30_000, eph: 400)) }
    scene.drive(600...660)
    scene.finish()
    #expect(scene.rejected == [.inaccurate: 600])
    #expect(scene.counts.accepted == 61)
  }

  @Test func nullIslandAgreesWithItselfInVain() {
    var scene = FilterScene()
    scene.drive(0...19)
    for second in 20...59 {
      scene.judge(FilterScene.epoch(Double(second)) { ($0.tpv.latitude, $0.tpv.longitude) = (0, 0) })
    }
    scene.drive(60...80)
    scene.finish()
    #expect(scene.rejected == [.nullIsland: 40])
  }

  @Test func aReplayOfAnEarlierCaptureInOneFileGoesOn() {
    // A recorder that was restarted with a clock a year back.
    var scene = FilterScene()
    scene.drive(0...60)
    for second in 0...60 { scene.judge(FilterScene.epoch(Double(second) - 31_000_000, north: Double(second) * 14)) }
    scene.finish()
    #expect(scene.counts.accepted == 122)
  }
}
