import Testing

@testable import TrackCore

@Suite("Filter: jumps and frozen positions")
struct FilterJumpTests {
  @Test(arguments: [
    // metres off, the receiver's own speed
    (4_308_000.0, 14.0), (1112, 14), (74, 14), (-80, 14),
  ])
  func oneSpikeIsRejectedAndNothingElse(metres: Double, speed: Double) {
    var scene = FilterScene()
    scene.drive(0...19)
    scene.judge(FilterScene.epoch(20, north: 280, east: metres, speed: speed))
    scene.drive(21...40)
    scene.finish()
    #expect(scene.rejected == [.impossibleJump: 1])
    #expect(scene.seconds == Array(0...19) + Array(21...40))
    #expect(scene.run.notices.isEmpty)
  }

  @Test func aStepWhileStandingIsRejected() {
    var scene = FilterScene()
    for second in 0..<30 {
      let off = second == 15 ? 1112.0 : 0
      scene.judge(FilterScene.epoch(Double(second), north: off + Double(second % 3) * 0.4, speed: 0.04))
    }
    scene.finish()
    #expect(scene.rejected == [.impossibleJump: 1])
  }

  @Test(arguments: [1.0, 5, 10, 25])
  func aPlausibleDriveLosesNothingAtAnyRate(hertz: Double) {
    var scene = FilterScene()
    for k in 0..<300 {
      let second = Double(k) / hertz
      // Braking from 40 m/s to a stand in 5 s and back, with jitter of metres.
      let speed = 20 + 20 * (second / 5).remainder(dividingBy: 2).magnitude
      scene.judge(FilterScene.epoch(second, north: second * 30, east: Double(k % 5) * 2, speed: speed))
    }
    scene.finish()
    #expect(scene.rejected.isEmpty)
    #expect(scene.counts.accepted == 300)
  }

  @Test func fourThatAgreeAreRejectedFiveAreBelieved() {
    for count in 1...6 {
      var scene = FilterScene()
      scene.drive(0...19)
      for k in 0..<count {
        scene.judge(FilterScene.epoch(20 + Double(k), north: 50_000 + Double(k) * 14, east: Double(k), speed: 14))
      }
      scene.drive((20 + count)...59)
      scene.finish()
      #expect(scene.counts[.impossibleJump] == (count < 5 ? count : 0), "\(count)")
      #expect(scene.counts.accepted == (count < 5 ? 60 - count : 60), "\(count)")
    }
  }

  @Test func aSilenceIsNoJump() {
    // An hour without a fix, 60 km: 17 m/s.
    var scene = FilterScene()
    scene.drive(0...19)
    for second in 3600..<3640 {
      scene.judge(FilterScene.epoch(Double(second), north: 60_000 + Double(second - 3600) * 14, speed: 14))
    }
    scene.finish()
    #expect(scene.rejected.isEmpty)
    #expect(scene.counts.accepted == 60)
    #expect(scene.run.notices.isEmpty)
  }

  @Test func aFlightIsBridgedAndNothingIsLost() {
    // 8781 km in 35,518 s, nothing recorded on board.
    var scene = FilterScene()
    scene.drive(0...19)
    for k in 0..<10 {
      let second = 35_518 + Double(k)
      scene.judge(FilterScene.epoch(second) { $0.tpv.longitude = 140 + Double(k) * 1e-6 })
    }
    scene.finish()
    #expect(scene.counts.accepted == 30)
    #expect(scene.run.notices == [.reanchored(at: FilterScene.start + .seconds(35_518))])
  }

  @Test func theAntimeridianAndThePoleAreNoJumps() {
    var scene = FilterScene()
    for k in 0..<20 {
      scene.judge(FilterScene.epoch(Double(k)) { $0.tpv.longitude = k < 10 ? 179.9999 : -179.9999 })
    }
    scene.finish()
    #expect(scene.rejected.isEmpty)
    var pole = FilterScene()
    for k in 0..<20 {
      pole.judge(
        FilterScene.epoch(Double(k)) { ($0.tpv.latitude, $0.tpv.longitude) = (89.999_99, -180 + Double(k) * 18) })
    }
    pole.finish()
    #expect(pole.rejected.isEmpty)
  }

  /// Metres north, on the way at 14 m/s: the position passed at the fifth second, to the digit.
  private static func old(_ second: Double, speed: Double) -> Epoch {
    FilterScene.epoch(second, north: 70, east: 1.5, speed: speed)
  }

  @Test(arguments: [14.0, 0.02])
  func anOldPositionThatComesBackIsFrozen(speed: Double) {
    var scene = FilterScene()
    scene.drive(0...60)
    scene.judge(Self.old(61, speed: speed), Self.old(62, speed: speed), Self.old(63, speed: speed))
    scene.drive(64...90)
    scene.judge(Self.old(91, speed: speed))
    scene.drive(92...110)
    scene.finish()
    #expect(scene.rejected == [.frozen: 4])
    #expect(scene.counts.accepted == 107)
  }

  @Test func anOldPositionNearByIsFrozenWhileTheVehicleMoves() {
    var scene = FilterScene()
    scene.drive(0...10)
    // 14 m behind, where it was a second ago: no jump, but it cannot be there.
    scene.judge(FilterScene.epoch(11, north: 126, east: 0.6, speed: 14))
    scene.drive(12...20)
    scene.finish()
    #expect(scene.rejected == [.frozen: 1])
  }

  @Test func aReceiverThatHoldsItsPositionIsNotFrozen() {
    var scene = FilterScene()
    scene.drive(0...20)
    for second in 21...620 { scene.judge(FilterScene.epoch(Double(second), north: 281, east: 0.9, speed: 0)) }
    for second in 621...640 {
      scene.judge(FilterScene.epoch(Double(second), north: 281 + Double(second - 620) * 14, speed: 14))
    }
    scene.finish()
    #expect(scene.rejected.isEmpty)
    #expect(scene.counts.accepted == 641)
  }

  @Test func returningToAPlaceIsNotFrozen() {
    // Twice to the very coordinate where it began, at walking speed and parked.
    var scene = FilterScene()
    for second in 0...300 {
      let metres = 1.4 * Double(min(second % 100, 100 - second % 100))
      scene.judge(FilterScene.epoch(Double(second), north: metres, speed: 1.4))
    }
    scene.finish()
    #expect(scene.rejected.isEmpty)
  }

  @Test func whereTheReceiverWillNotSayItsSpeedTheProfilesLimitHolds() {
    var scene = FilterScene()
    for second in 0...40 {
      let spike = second == 20 ? 200.0 : 0
      scene.judge(FilterScene.epoch(Double(second), north: Double(second) * 20, east: spike))
    }
    scene.finish()
    #expect(scene.rejected == [.impossibleJump: 1])
  }
}

extension FilterJumpTests {
  @Test func thePositionThatIsSentAgainAndAgainIsOneWitness() {
    var scene = FilterScene()
    scene.drive(0...19)
    for second in 20...29 { scene.judge(FilterScene.epoch(Double(second), north: 90_000, speed: 0)) }
    scene.drive(30...60)
    scene.finish()
    #expect(scene.rejected == [.impossibleJump: 10])
  }

  @Test func aStepThatStaysLosesNothing() {
    // Reflections come and go: 30 m, more than the first two seconds explain.
    var scene = FilterScene()
    for second in 0..<40 {
      let metres = Double(second % 3) * 0.2 + (second < 20 ? 0 : 30)
      scene.judge(FilterScene.epoch(Double(second), north: metres, speed: 0.01, eph: 3))
      #expect(scene.counts.accepted >= second - 3)
    }
    scene.finish()
    #expect(scene.rejected.isEmpty)
    #expect(scene.counts.accepted == 40)
  }

  @Test(arguments: [2, 3, 4])
  func threeThatAgreeAreBelievedAtTheEnd(count: Int) {
    var scene = FilterScene()
    scene.drive(0...19)
    for k in 0..<count {
      scene.judge(FilterScene.epoch(20 + Double(k), north: 50_000 + Double(k) * 14, east: Double(k), speed: 14))
    }
    scene.finish()
    #expect(scene.counts.accepted == (count < 3 ? 20 : 20 + count))
  }

  @Test func theLastPositionBeforeAJumpIsRememberedForLong() {
    var scene = FilterScene()
    scene.drive(0...19)
    let last = FilterScene.epoch(19, north: 266, east: 1.5, speed: 0.02)
    for second in 20...299 {
      scene.judge(FilterScene.epoch(Double(second), north: 90_000 + Double(second) * 14, speed: 14))
    }
    var frozen = last
    frozen.tpv.time = FilterScene.start + .seconds(300)
    scene.judge(frozen)
    scene.judge(FilterScene.epoch(301, north: 90_000 + 301 * 14, speed: 14))
    scene.finish()
    #expect(scene.rejected == [.frozen: 1])
  }

  @Test func aPositionThatCameBackOnceIsRememberedForLong() {
    var scene = FilterScene()
    scene.drive(0...60)
    for second in stride(from: 61, through: 461, by: 100) {
      scene.judge(Self.old(Double(second), speed: 14))
      scene.drive((second + 1)...(second + 99))
    }
    scene.finish()
    #expect(scene.rejected == [.frozen: 5])
  }

  @Test func aLegAcrossTheAntimeridianIsShort() {
    var rule = JumpRule(maxSpeed: 80)
    let west = FilterScene.epoch(0) { ($0.tpv.latitude, $0.tpv.longitude) = (0, 179.9999) }
    let from = Sighting(west, at: Coordinate(latitude: 0, longitude: 179.9999), time: FilterScene.start)
    var to = from
    (to.time, to.coordinate.longitude) = (from.time + .seconds(1), -179.9999)
    let leg = rule.leg(from: from, to: to)
    #expect(leg.isPlausible)
    #expect((22.2...22.3).contains(leg.east))
    let back = rule.leg(from: to, to: Sighting(west, at: from.coordinate, time: to.time + .seconds(1)))
    #expect((-22.3 ... -22.2).contains(back.east))
  }
}
