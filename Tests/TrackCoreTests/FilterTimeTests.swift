import Testing

@testable import TrackCore

@Suite("Filter: order and age")
struct FilterTimeTests {
  @Test func aRepeatIsADuplicate() {
    var scene = FilterScene()
    scene.drive(0...9)
    for _ in 0..<600 { scene.drive(9...9) }
    scene.drive(10...19)
    scene.finish()
    #expect(scene.rejected == [.duplicate: 600])
    #expect(scene.counts.accepted == 20)
  }

  @Test func aMinuteOfBacklogIsOutOfOrder() {
    var scene = FilterScene()
    scene.drive(0...99)
    scene.drive(160...189)
    scene.drive(100...159)
    scene.drive(190...220)
    scene.finish()
    #expect(scene.rejected == [.outOfOrder: 60])
    #expect(scene.seconds == Array(0...99) + Array(160...220))
  }

  @Test(arguments: [100.0, 3600, 86_400, 157_766_400])
  func oneFixDatedAheadIsRejectedAndNoOther(ahead: Double) {
    var scene = FilterScene()
    scene.drive(0...19)
    scene.judge(FilterScene.epoch(20 + ahead, north: 280, speed: 14))
    scene.drive(21...60)
    scene.finish()
    #expect(scene.rejected == [.future: 1])
    #expect(scene.counts.accepted == 60)
  }

  @Test(arguments: [1, 2, 3, 4])
  func theFirstFixesMayBeDatedAhead(count: Int) {
    var scene = FilterScene()
    for k in 0..<count { scene.judge(FilterScene.epoch(157_766_400 + Double(k))) }
    scene.drive(count...60)
    scene.finish()
    #expect(scene.rejected == [.future: count])
    #expect(scene.seconds == Array(count...60))
  }

  @Test func howLongASilenceWasNeedNotBeBelievedAtOnce() {
    var scene = FilterScene()
    scene.drive(0...19)
    scene.drive(100...103)
    #expect(scene.counts.accepted == 20)
    scene.drive(104...104)
    #expect(scene.counts.accepted == 25)
  }

  @Test func whereArrivalsAgreeASilenceIsBelievedAtOnce() {
    var scene = FilterScene()
    scene.drive(0...19) { Double($0) }
    scene.drive(1000...1000) { Double($0) }
    #expect(scene.counts.accepted == 21)
  }

  @Test func whatComesLateIsStale() {
    var scene = FilterScene()
    scene.drive(0...19) { Double($0) }
    // Twenty-five seconds arrive together.
    scene.drive(20...44) { _ in 44 }
    scene.drive(45...60) { Double($0) }
    scene.finish()
    #expect(scene.rejected == [.stale: 9])
    #expect(scene.seconds == Array(0...19) + Array(29...60))
  }

  @Test(arguments: [1.767e9, 3600, 20, -20, -3600, -1.767e9])
  func whenTheClockStepsForAllLaterLinesNothingIsStale(step: Double) {
    var scene = FilterScene()
    scene.drive(0...19) { Double($0) }
    scene.drive(20...60) { Double($0) + step }
    scene.finish()
    #expect(scene.rejected.isEmpty)
    #expect(scene.seconds == Array(0...60))
  }

  @Test func oneLineWithAWrongPrefixCostsAtMostItself() {
    for wrong in [-1e9, -100, 100, 1e9] {
      var scene = FilterScene()
      scene.drive(0...60) { $0 == 30 ? Double($0) + wrong : Double($0) }
      scene.finish()
      #expect(scene.counts.accepted >= 60, "\(wrong): \(scene.rejected)")
    }
  }

  @Test func anAheadOfArrivalIsFuture() {
    var scene = FilterScene()
    scene.drive(0...19) { Double($0) }
    scene.judge(FilterScene.epoch(500, north: 280, speed: 14, arrival: 20))
    scene.drive(21...60) { Double($0) }
    scene.finish()
    #expect(scene.rejected == [.future: 1])
  }

  @Test func sparseCapturesLoseNothing() {
    for interval in [30.0, 120, 900, 86_400] {
      var scene = FilterScene()
      for k in 0..<40 { scene.judge(FilterScene.epoch(Double(k) * interval, north: Double(k % 5))) }
      scene.finish()
      #expect(scene.counts.accepted == 40, "\(interval): \(scene.rejected)")
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func aShortCaptureLosesNothing(count: Int) {
    var scene = FilterScene()
    scene.drive(1...count)
    #expect(scene.counts.accepted == 0)
    scene.finish()
    #expect(scene.seconds == Array(1...count))
  }

  @Test func whatIsHeldAtTheEndIsDecided() {
    // The night's last heartbeat, and a year ahead.
    var night = FilterScene()
    night.drive(0...19)
    night.judge(FilterScene.epoch(30_000, north: 280))
    night.finish()
    #expect(night.counts.accepted == 21)
    var ahead = FilterScene()
    ahead.drive(0...19)
    ahead.judge(FilterScene.epoch(31_557_600, north: 280))
    ahead.finish()
    #expect(ahead.rejected == [.future: 1])
  }
}

extension FilterTimeTests {
  @Test func aHostThatStartsAgainLosesNothing() {
    for before in [3, 20] {
      var scene = FilterScene()
      scene.run.filter.take(.clock(FilterScene.start, at: Arrival(milliseconds: 900_000_000)))
      scene.drive(0...before) { Double($0) + 900_000 }
      scene.run.filter.forgetArrivals()
      scene.drive((before + 60)...(before + 100)) { Double($0) - Double(before) - 40 }
      scene.finish()
      #expect(scene.rejected.isEmpty)
    }
  }
}

extension FilterTimeTests {
  @Test func aBurstFromYesterdayIsNoClock() {
    var scene = FilterScene()
    scene.drive(0...19) { Double($0) }
    for k in 0..<50 { scene.judge(FilterScene.epoch(Double(k) - 86_400, arrival: 20 + Double(k) / 100)) }
    scene.drive(21...60) { Double($0) }
    scene.finish()
    #expect(scene.rejected == [.outOfOrder: 50])
    #expect(scene.run.notices.isEmpty)
  }

  @Test func aBacklogIsNoWitnessForAFixDatedAhead() {
    var scene = FilterScene()
    scene.drive(0...99)
    scene.drive(120...149)
    scene.drive(100...119)
    scene.judge(FilterScene.epoch(86_400, north: 1680, speed: 14))
    scene.drive(150...180)
    scene.finish()
    #expect(scene.rejected == [.outOfOrder: 20, .future: 1])
    #expect(scene.seconds.last == 180)
  }

  @Test func aClockThatRunsFastHoldsNothingUp() {
    // 50 ppm over 30 days: 130 s.
    var scene = FilterScene()
    for k in 0..<4320 {
      let second = Double(k) * 600
      scene.judge(FilterScene.epoch(second, arrival: second * 1.000_05))
      if k >= 2 { #expect(scene.counts.accepted == k + 1) }
    }
  }
}
