import Testing

@testable import TrackCore

/// Days of random stays, ways and silences: the lists agree with themselves, whatever happens and whenever it is restarted.
@Suite struct DetectionPropertyTests {
  private func day(seed: UInt64) -> Scenario {
    var dice = SeededGenerator(seed: seed)
    var s = Scenario(
      at: Coordinate(
        latitude: .random(in: -89...89, using: &dice), longitude: .random(in: -180...180, using: &dice)), seed: seed)
    s.sigma = .random(in: 1...12, using: &dice)
    s.hasSpeed = .random(using: &dice)
    s.hasError = .random(using: &dice)
    for _ in 0..<12 {
      s.interval = [0.2, 1, 1, 1, 5, 10, 30].randomElement(using: &dice) ?? 1
      switch Int.random(in: 0..<6, using: &dice) {
      case 0, 1: s.stand(.random(in: 20...900, using: &dice))
      case 2, 3:
        s.go(
          east: .random(in: -3000...3000, using: &dice), north: .random(in: -3000...3000, using: &dice),
          at: .random(in: 1...30, using: &dice))
      case 4:
        let far = Double.random(in: 0..<1, using: &dice) < 0.3 ? 30_000.0 : 300
        s.silence(
          .random(in: 10...5000, using: &dice), east: .random(in: -far...far, using: &dice),
          north: .random(in: -far...far, using: &dice))
      default:
        s.spike(east: .random(in: -400...400, using: &dice), north: .random(in: -400...400, using: &dice))
      }
    }
    s.stand(1)
    return s
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func theListsAgreeWithThemselves(seed: UInt64) throws {
    let lists = detect(day(seed: seed).fixes, Settings())
    #expect(lists.faults == [], "seed \(seed)")
  }

  @Test(arguments: 61...68 as ClosedRange<UInt64>)
  func aRestartAtEveryFixChangesNothing(seed: UInt64) throws {
    let fixes = day(seed: seed).fixes
    let plain = try changes(of: fixes)
    let restarted = try changes(of: fixes, restarts: true)
    #expect(plain == restarted, "seed \(seed)")
  }

  /// Fixes that are all believed bad are heard after a while, and the while does not begin anew.
  @Test func aRestartAmongBadFixesChangesNothing() throws {
    var s = Scenario()
    s.errorScale = 15
    s.stand(400)
    #expect(try changes(of: s.fixes) == changes(of: s.fixes, restarts: true))
  }

  /// The longest `[visit] min_duration` that the configuration takes.
  @Test func theLongestMinimumIsFoundWithinWhatIsRemembered() throws {
    var settings = Settings()
    settings.visit.minDuration = .minutes(20)
    var s = Scenario()
    s.stand(3600)
    s.go(east: 3000, north: 0, at: 12)
    s.stand(900)
    s.go(east: 3000, north: 0, at: 12)
    s.stand(3600)
    #expect(detect(s.fixes, settings).visits.count == 2)
  }

  /// From the shortest `[visit] min_duration` that the configuration takes.
  @Test(arguments: [10, 60, 119, 600], 1...10 as ClosedRange<UInt64>)
  func anyMinimumDurationHolds(seconds: Double, seed: UInt64) {
    var settings = Settings()
    settings.visit.minDuration = .seconds(seconds)
    for visit in detect(day(seed: seed).fixes, settings).visits {
      #expect((visit.departure ?? .init(milliseconds: .max)) - visit.arrival >= settings.visit.minDuration)
    }
  }

  /// A stand, and steps to the door, where a stay needs less time than a standstill.
  @Test func theLastStepsMatterNotWhereAStayIsShort() {
    var settings = Settings()
    settings.visit.minDuration = .seconds(60)
    var s = Scenario()
    s.stand(600)
    s.go(east: 3000, north: 0, at: 4)
    s.silence(50, east: 200)
    s.stand(40)
    s.go(east: 100, north: 0, at: 1.4)
    s.stand(900)
    #expect(detect(s.fixes, settings).visits.count == 2)
  }

  private func detect(_ fixes: [Fix], _ settings: Settings) -> TrackLists {
    var detector = TrackDetector(settings: settings, nextTrip: 1, nextVisit: 1)
    var changes: [TrackChange] = []
    for fix in fixes { detector.ingest(fix, into: &changes) }
    detector.finish(into: &changes)
    return TrackLists(changes)
  }

  @Test(arguments: 73...76 as ClosedRange<UInt64>)
  func theCheckpointStaysSmallAndDamageIsNoticed(seed: UInt64) throws {
    var detector = TrackDetector(settings: Settings(), nextTrip: 1, nextVisit: 1)
    var changes: [TrackChange] = []
    var dice = SeededGenerator(seed: seed)
    for (k, fix) in day(seed: seed).fixes.enumerated() {
      detector.ingest(fix, into: &changes)
      guard k % 50 == 0 else { continue }
      var writer = CheckpointWriter()
      detector.write(to: &writer)
      #expect(writer.bytes.count < 16_384)
      let cut = Array(writer.bytes.prefix(Int.random(in: 0..<writer.bytes.count, using: &dice)))
      #expect(throws: CheckpointError.self, "seed \(seed)") {
        var reader = CheckpointReader(cut)
        var other = TrackDetector(settings: Settings(), nextTrip: 1, nextVisit: 1)
        try other.read(from: &reader)
      }
    }
  }
}
