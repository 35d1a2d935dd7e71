import Testing

@testable import TrackCore

@Suite struct TokenBucketTests {
  /// Asks every `step` milliseconds from `start` on; how many were granted.
  private func grants(
    _ bucket: inout TokenBucket, from start: Int64, for length: Int64, every step: Int64, boot: String = "a"
  ) -> Int {
    stride(from: start, to: start + length, by: Int64.Stride(step))
      .filter { bucket.take(at: Arrival(milliseconds: $0), boot: boot) }.count
  }

  private func isGranted(_ bucket: inout TokenBucket, at milliseconds: Int64, boot: String) -> Bool {
    bucket.take(at: Arrival(milliseconds: milliseconds), boot: boot)
  }

  @Test func tenAndHalfASecondAskedTenTimesASecondForAMinuteGrants39() {
    var bucket = TokenBucket(capacity: 10, rate: 0.5)
    #expect(grants(&bucket, from: 5_000, for: 60_000, every: 100) == 39)
  }

  /// Over any stretch at most the capacity and what is refilled in it, however the asks fall.
  @Test func nothingExceedsIt() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var bucket = TokenBucket()
      var now: Int64 = 0
      var granted: [Int64] = []
      for _ in 0..<2_000 {
        now +=
          Bool.random(using: &random) ? .random(in: 0...50, using: &random) : .random(in: 0...20_000, using: &random)
        if bucket.take(at: Arrival(milliseconds: now), boot: "a") { granted.append(now) }
      }
      for (first, last) in zip(granted, granted.dropFirst(10)) {
        // The eleventh after any first needs a token that was not there then: 2 s for each.
        #expect(last - first >= 2_000, "seed \(seed)")
      }
      #expect(granted.count > 500, "seed \(seed)")
    }
  }

  @Test func aLongRestFillsItAndNoMore() {
    var bucket = TokenBucket()
    #expect(grants(&bucket, from: 0, for: 100, every: 1) == 10)
    #expect(grants(&bucket, from: 1_000_000_000, for: 100, every: 1) == 10)
  }

  @Test func aRestartBuysNothing() {
    var bucket = TokenBucket()
    #expect(grants(&bucket, from: 1_000, for: 10, every: 1) == 10)
    for restart in 0..<10 {
      bucket = TokenBucket(level: bucket.level)
      #expect(!isGranted(&bucket, at: 1_010 + Int64(restart), boot: "a"))
    }
  }

  @Test func anotherBootRefillsNothingAndWaitsASecond() {
    var bucket = TokenBucket()
    #expect(grants(&bucket, from: 1_000, for: 8, every: 1) == 8)
    bucket = TokenBucket(level: bucket.level)
    // A boot later than the last one: its clock says 10 minutes, and yet only two tokens are left.
    #expect(!isGranted(&bucket, at: 600_000, boot: "b"))
    #expect(!isGranted(&bucket, at: 600_999, boot: "b"))
    #expect(grants(&bucket, from: 601_000, for: 10, every: 1, boot: "b") == 2)
  }

  @Test func bootAfterBootBuysNothing() {
    var bucket = TokenBucket()
    #expect(grants(&bucket, from: 1_000, for: 10, every: 1) == 10)
    var granted = 0
    for boot in 0..<100 {
      bucket = TokenBucket(level: bucket.level)
      // Half a minute from boot to the first ask, the last one 1,490 ms later.
      granted += grants(&bucket, from: 30_000, for: 1_500, every: 10, boot: "boot \(boot)")
    }
    // Of each boot only the 490 ms after its first second count: 49 s in all.
    #expect(granted == 24)
  }

  @Test func waitSaysWhenTheNextTokenIsThere() {
    var bucket = TokenBucket()
    let start = Arrival(milliseconds: 7_000)
    #expect(bucket.wait(at: start, boot: "a") == .zero)
    #expect(grants(&bucket, from: 7_000, for: 10, every: 1) == 10)
    for ask in 0..<20 {
      let now = Arrival(milliseconds: 7_010 + Int64(ask) * 2_100)
      let wait = bucket.wait(at: now, boot: "a")
      if wait > .zero {
        var early = bucket
        #expect(!isGranted(&early, at: now.milliseconds + wait.milliseconds - 1, boot: "a"))
      }
      #expect(isGranted(&bucket, at: (now + wait).milliseconds, boot: "a"))
    }
    #expect(bucket.wait(at: start, boot: "b") >= .seconds(1))
  }

  @Test func aClockThatRanBackwardsLocksNothingOut() {
    var bucket = TokenBucket(level: .init(microtokens: 3_000_000, time: Arrival(milliseconds: .max), boot: "a"))
    #expect(!isGranted(&bucket, at: 5_000, boot: "a"))
    #expect(isGranted(&bucket, at: 6_000, boot: "a"))
  }

  @Test(arguments: [Int64.min, -1, .max])
  func aDamagedLevelGrantsAtMostTheCapacity(microtokens: Int64) {
    let level = TokenBucket.Level(microtokens: microtokens, time: Arrival(milliseconds: 1_000), boot: "a")
    var bucket = TokenBucket(level: level)
    #expect(grants(&bucket, from: 1_000, for: 10, every: 1) == (microtokens > 0 ? 10 : 0))
  }

  @Test(arguments: [(Int.min, -Double.infinity), (0, .nan), (.max, .infinity), (10, 0), (10, 1e300)])
  func settingsOutOfRangeStillMakeABucket(capacity: Int, rate: Double) {
    var bucket = TokenBucket(capacity: capacity, rate: rate)
    #expect(isGranted(&bucket, at: 0, boot: "a"))
    _ = grants(&bucket, from: 0, for: 1_000, every: 100)
    #expect(bucket.wait(at: Arrival(milliseconds: 1_000), boot: "a") >= .zero)
  }
}

@Suite struct GeocodeBucketTests {
  private func at(_ milliseconds: Int64) -> Arrival { Arrival(milliseconds: milliseconds) }

  @Test func whatPassesDuringARequestRefillsNothing() {
    var bucket = TokenBucket(capacity: 1, rate: 0.5)
    let first = bucket.take(at: at(1000), boot: "b")
    bucket.settle(at: at(11_000), boot: "b")
    let second = bucket.take(at: at(12_999), boot: "b")
    let third = bucket.take(at: at(13_000), boot: "b")
    #expect(first)
    #expect(!second)
    #expect(third)
  }

  @Test func anotherBootsEndSettlesNothing() {
    var bucket = TokenBucket(capacity: 1, rate: 0.5)
    _ = bucket.take(at: at(1000), boot: "a")
    let before = bucket.level
    bucket.settle(at: at(9000), boot: "b")
    #expect(bucket.level == before)
  }

  @Test func aReserveStaysForOthers() {
    var bucket = TokenBucket(capacity: 10, rate: 0.5)
    var granted = 0
    while bucket.take(at: at(0), boot: "b", reserve: 5) { granted += 1 }
    #expect(granted == 5)
    #expect(bucket.wait(at: at(0), boot: "b", reserve: 5) == .seconds(2))
    #expect(bucket.wait(at: at(0), boot: "b") == .zero)
    // One that asks for more than there can be is served by a full bucket.
    #expect(TokenBucket(capacity: 2).wait(at: at(0), boot: "b", reserve: 1_000_000) == .zero)
  }
}
