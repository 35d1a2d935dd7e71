import Testing

@testable import TrackCore

@Suite struct RefreshPolicyTests {
  let home = Commute.start
  let t0 = Instant(milliseconds: 1_750_000_000_000)

  @Test func aCommuteAsks34Times() {
    var policy = RefreshPolicy()
    let asks = Commute.fixes.filter { policy.asks(at: $0.coordinate, time: $0.time) }
    #expect(asks.count == 34)
  }

  @Test func theFirstFixAsks() {
    var policy = RefreshPolicy()
    let isAsked = policy.asks(at: home, time: t0)
    #expect(isAsked)
  }

  /// 0.003601° of longitude are 250.05 m at the start, 0.0036° 249.98 m.
  @Test(arguments: [
    (0.003601, 59.999, false), (0.003601, 60, true), (0.0036, 3600, false), (0.01, 59.999, false), (0.01, 60, true),
  ])
  func bothDistanceAndTimeMustHavePassed(east: Double, seconds: Double, asks: Bool) {
    var policy = RefreshPolicy()
    _ = policy.asks(at: home, time: t0)
    let there = Coordinate(latitude: home.latitude, longitude: home.longitude + east)
    let isAsked = policy.asks(at: there, time: t0 + .seconds(seconds))
    #expect(isAsked == asks)
  }

  @Test func aRefusedFixIsNotTheLastAsk() {
    var policy = RefreshPolicy(minDistance: 100)
    var asks = 0
    for second in 0..<600 {
      let there = Coordinate(latitude: home.latitude + Double(second) * 1e-5, longitude: home.longitude)
      if policy.asks(at: there, time: t0 + .seconds(Double(second))) { asks += 1 }
    }
    // 1.11 m a second, 100 m after 90 s.
    #expect(asks == 7)
  }

  @Test func anAskOfATripEndCounts() {
    var policy = RefreshPolicy()
    policy.noteAsk(at: home, time: t0)
    let isAsked = policy.asks(at: home, time: t0 + .minutes(60))
    #expect(!isAsked)
  }

  @Test func anAskDatedYearsAheadDoesNotSilenceThePolicy() {
    var policy = RefreshPolicy()
    policy.noteAsk(at: home, time: t0 + .minutes(60 * 24 * 7 * 1024))
    let there = Coordinate(latitude: home.latitude + 0.01, longitude: home.longitude)
    let isAsked = policy.asks(at: there, time: t0)
    #expect(isAsked)
  }

  @Test func theDateLineIsNoDistance() {
    var policy = RefreshPolicy()
    policy.noteAsk(at: Coordinate(latitude: 0, longitude: 179.999_9), time: t0)
    let isAsked = policy.asks(at: Coordinate(latitude: 0, longitude: -179.999_9), time: t0 + .minutes(5))
    #expect(!isAsked)
  }

  @Test func goesOnFromACheckpointAtEveryFix() throws {
    var policy = RefreshPolicy()
    var asks = 0
    for fix in Commute.fixes {
      var writer = CheckpointWriter()
      policy.write(to: &writer)
      var restored = RefreshPolicy()
      var reader = CheckpointReader(writer.bytes)
      try restored.read(from: &reader)
      #expect(reader.isAtEnd)
      #expect(restored == policy)
      policy = restored
      if policy.asks(at: fix.coordinate, time: fix.time) { asks += 1 }
    }
    #expect(asks == 34)
  }

  @Test func aDamagedCheckpointIsRefused() throws {
    var policy = RefreshPolicy()
    policy.noteAsk(at: home, time: t0)
    var writer = CheckpointWriter()
    policy.write(to: &writer)
    for length in 0..<writer.bytes.count {
      #expect(throws: CheckpointError.damaged) {
        var reader = CheckpointReader(Array(writer.bytes.prefix(length)))
        try policy.read(from: &reader)
      }
    }
    for coordinate in [Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: 181)] {
      policy.noteAsk(at: coordinate, time: t0)
      var writer = CheckpointWriter()
      policy.write(to: &writer)
      #expect(throws: CheckpointError.damaged) {
        var reader = CheckpointReader(writer.bytes)
        try policy.read(from: &reader)
      }
    }
  }
}
