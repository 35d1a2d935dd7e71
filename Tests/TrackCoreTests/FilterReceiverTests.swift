import Testing

@testable import TrackCore

@Suite("Filter: receivers")
struct FilterReceiverTests {
  private var selector = ReceiverSelector()
  /// Devices whose epochs were followed.
  private var followed: [UInt8] = []

  private mutating func hear(
    _ device: UInt8, _ second: Double, mode: Int = 3, eph: Double? = 7, arrival: Double? = nil
  ) {
    let epoch = FilterScene.epoch(second, eph: eph, arrival: arrival) {
      ($0.tpv.device, $0.tpv.mode) = (DeviceID(index: device), mode)
    }
    if selector.follows(epoch) { followed.append(device) }
  }

  @Test mutating func oneOfTwoIsFollowed() {
    for second in 0..<300 {
      hear(1, Double(second), eph: 7)
      hear(2, Double(second) + 0.4, eph: 5)
    }
    #expect(followed == Array(repeating: 1, count: 300))
  }

  @Test(arguments: [true, false])
  mutating func theOtherTakesOverAfterTenSeconds(hasArrivals: Bool) {
    for second in 0..<100 {
      let arrival = hasArrivals ? Double(second) : nil
      if second < 30 { hear(1, Double(second), arrival: arrival) }
      hear(2, Double(second) + 0.4, arrival: arrival.map { $0 + 0.4 })
    }
    #expect(followed.prefix(30).allSatisfy { $0 == 1 })
    #expect(followed.dropFirst(30).allSatisfy { $0 == 2 })
    #expect((60...62).contains(followed.count - 30))
  }

  @Test mutating func aSilenceIsOneOfGoodFixes() {
    for second in 0..<100 {
      hear(1, Double(second), mode: second < 30 ? 3 : 1)
      hear(2, Double(second) + 0.4)
    }
    #expect(followed.last == 2)
    #expect(followed.filter { $0 == 1 }.count < 45)
  }

  @Test mutating func aSlowReceiverIsNotSilentBetweenItsFixes() {
    for second in 0..<1200 {
      if second % 60 == 0 { hear(1, Double(second)) }
      if second > 600 { hear(2, Double(second) + 0.4) }
    }
    #expect(followed.allSatisfy { $0 == 1 })
  }

  @Test mutating func whoTookOverStays() {
    for second in 0..<100 {
      if !(30..<50).contains(second) { hear(1, Double(second)) }
      hear(2, Double(second) + 0.4)
    }
    #expect(followed.last == 2)
    #expect(zip(followed, followed.dropFirst()).filter { $0 != $1 }.count == 1)
  }

  @Test mutating func aClearlyBetterOneIsFollowedAfterAWhile() {
    for second in 0..<200 {
      hear(1, Double(second), mode: 2, eph: 30)
      hear(2, Double(second) + 0.4, eph: 4)
    }
    #expect(followed.first == 1)
    #expect(followed.last == 2)
    #expect(zip(followed, followed.dropFirst()).filter { $0 != $1 }.count == 1)
  }

  @Test mutating func theConfiguredOneIsFollowedWheneverItGivesFixes() {
    selector.prefer(DeviceID(index: 2))
    for second in 0..<100 {
      hear(1, Double(second), eph: 2)
      if second > 20, !(40..<70).contains(second) { hear(2, Double(second) + 0.4, eph: 50) }
    }
    #expect(followed.prefix(21).allSatisfy { $0 == 1 })
    #expect(followed.last == 2)
    #expect(followed.filter { $0 == 1 }.count <= 22 + 22)
  }

  @Test mutating func theOneWithoutAFixGivesWayAtOnce() {
    for second in 0..<10 {
      hear(1, Double(second), mode: 1)
      hear(2, Double(second) + 0.4)
    }
    #expect(followed == [1] + Array(repeating: 2, count: 10))
  }

  @Test mutating func manyReceiversCostNoMoreThanTheTable() {
    for round in 0..<50 {
      for device in 0..<60 { hear(UInt8(device), Double(round)) }
    }
    #expect(followed.first == 0)
    #expect(!followed.isEmpty)
  }
}
