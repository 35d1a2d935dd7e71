import Testing

@testable import TrackCore

@Suite("Filter: dates")
struct FilterDateTests {
  /// 1024 weeks.
  static let weeks = 619_315_200.0

  @Test(arguments: [-1.0, 1, -2])
  func aDateOffByMultiplesOf1024WeeksIsCorrectedByItsNeighbours(multiple: Double) {
    var scene = FilterScene()
    scene.drive(0...19)
    for second in 20...79 {
      let shift = second % 2 == 0 ? Self.weeks * multiple : 0
      scene.judge(FilterScene.epoch(Double(second) + shift, north: Double(second) * 14, speed: 14))
    }
    scene.finish()
    #expect(scene.rejected.isEmpty)
    #expect(scene.seconds == Array(0...79))
    #expect(scene.run.notices == [.corrected(.seconds(-Self.weeks * multiple))])
  }

  @Test(arguments: [0, 1])
  func beforeAnythingIsAcceptedTheLaterDateIsRight(first: Int) {
    var scene = FilterScene()
    for second in 0...40 {
      let shift = second % 2 == first ? -Self.weeks : 0
      scene.judge(FilterScene.epoch(Double(second) + shift, north: Double(second) * 14, speed: 14))
    }
    scene.finish()
    #expect(scene.seconds == Array(0...40))
  }

  @Test func aReplayMovesNothingUnasked() {
    var scene = FilterScene()
    for second in 0...20 {
      scene.judge(FilterScene.epoch(Double(second) - Self.weeks, arrival: Double(second) + 1_780_300_800))
    }
    scene.finish()
    #expect(scene.run.fixes.first?.time == FilterScene.start - .seconds(Self.weeks))
    #expect(scene.counts.accepted == 21)
  }

  @Test func prefixesCorrectWhereAsked() {
    var scene = FilterScene(correctsDates: true)
    for second in 0...20 {
      scene.judge(FilterScene.epoch(Double(second) - Self.weeks, arrival: Double(second) + 1_780_300_800.2))
    }
    scene.finish()
    #expect(scene.seconds == Array(0...20))
    #expect(scene.run.notices == [.corrected(.seconds(Self.weeks))])
  }

  @Test func aWrongPrefixCorrectsNothing() {
    var scene = FilterScene(correctsDates: true)
    scene.drive(0...20) { Double($0) + 41 }
    scene.finish()
    #expect(scene.seconds == Array(0...20))
  }

  @Test func liveTheFloorRefusesAndCorrects() {
    var scene = FilterScene()
    scene.run.filter.take(.floor(FilterScene.start - .seconds(30 * 86_400)))
    // 1980: nothing puts that right.
    scene.judge(FilterScene.epoch(-1_464_400_000))
    #expect(scene.rejected == [.wrongDate: 1])
    for second in 0...20 { scene.judge(FilterScene.epoch(Double(second) - Self.weeks)) }
    scene.finish()
    #expect(scene.seconds == Array(0...20))
  }

  @Test func liveTheClockCorrectsAndOutweighsTheFloor() {
    var scene = FilterScene()
    scene.run.filter.take(.clock(FilterScene.start, at: Arrival(milliseconds: 5000)))
    for second in 0...20 { scene.judge(FilterScene.epoch(Double(second) + Self.weeks, arrival: Double(second) + 5)) }
    scene.finish()
    #expect(scene.seconds == Array(0...20))
  }

  @Test func aClockBeforeTheFloorIsNoEvidence() {
    var scene = FilterScene()
    scene.run.filter.take(.floor(FilterScene.start - .seconds(86_400)))
    scene.run.filter.take(.clock(FilterScene.start - .seconds(Self.weeks), at: Arrival(milliseconds: 0)))
    scene.drive(0...20) { Double($0) }
    scene.finish()
    #expect(scene.seconds == Array(0...20))
  }

  @Test func aDateBeforeGPSIsWrong() {
    var scene = FilterScene()
    scene.drive(0...9)
    scene.judge(FilterScene.epoch(-1_778_000_000, north: 140, speed: 14))
    scene.drive(10...19)
    scene.finish()
    #expect(scene.rejected == [.wrongDate: 1])
    #expect(scene.counts.accepted == 20)
  }

  @Test func aReceiverThatLearnsTheDateIsBelievedInTheEnd() {
    var scene = FilterScene()
    for second in 0...600 {
      let shift = second < 100 ? -Self.weeks : 0
      scene.judge(FilterScene.epoch(Double(second) + shift, north: Double(second) * 14, speed: 14))
    }
    scene.finish()
    #expect(scene.counts.accepted == 601)
    #expect(scene.seconds.last == 600)
  }

  @Test func shiftedIsByWholeMultiples() {
    let time = FilterScene.start
    #expect(DateRule.shifted(time, toWithin: .seconds(10), of: time + .seconds(Self.weeks * 2 + 9)) != nil)
    #expect(DateRule.shifted(time, toWithin: .seconds(10), of: time + .seconds(Self.weeks * 2 + 11)) == nil)
    #expect(
      DateRule.shifted(time, toWithin: .seconds(10), of: time - .seconds(Self.weeks)) == time - .seconds(Self.weeks))
    let extreme = Instant(milliseconds: .max)
    #expect(DateRule.shifted(extreme, toWithin: .seconds(10), of: Instant(milliseconds: .min)) != time)
  }
}
