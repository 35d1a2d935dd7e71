import Testing

@testable import TrackCore

private let start = Instant(milliseconds: 1_780_000_000_000)

private func fix(_ seconds: Double, north: Double = 0, speed: Double? = nil, course: Double? = nil) -> Fix {
  Fix(
    time: start + .seconds(seconds), coordinate: Coordinate(latitude: 47 + north / 111_200, longitude: 9.5),
    speed: speed, course: course)
}

private func kinds(_ changes: [TrackChange]) -> [TrackEvent.Kind] {
  changes.compactMap { if case .event(let event) = $0 { event.kind } else { nil } }
}

private func fixes(_ changes: [TrackChange]) -> [Double] {
  changes.compactMap { if case .fix(let fix) = $0 { (fix.time - start).seconds } else { nil } }
}

private func roundTrip<S: Checkpointed>(_ stage: S, into fresh: S) throws -> S {
  var writer = CheckpointWriter()
  stage.write(to: &writer)
  var reader = CheckpointReader(writer.bytes)
  var copy = fresh
  try copy.read(from: &reader)
  #expect(reader.isAtEnd)
  return copy
}

@Suite struct SilenceMonitorTests {
  @Test func aOneHertzReceiverIsLostAfterTenSecondsOfClock() {
    var monitor = SilenceMonitor()
    var changes: [TrackChange] = []
    for s in 0..<20 {
      monitor.ingest(fix(Double(s)), arrival: Arrival(milliseconds: Int64(s) * 1000), into: &changes)
    }
    monitor.advance(to: Arrival(milliseconds: 29_000), into: &changes)
    #expect(changes.isEmpty)
    monitor.advance(to: Arrival(milliseconds: 29_001), into: &changes)
    monitor.advance(to: Arrival(milliseconds: 60_000), into: &changes)
    #expect(kinds(changes) == [.fixLost])
    guard case .event(let event) = changes.first else { return }
    #expect(event.time == start + .seconds(19))
    #expect(event.noticed == start + .seconds(29.001))
  }

  @Test func withoutAClockTheNextFixTellsOfTheSilence() {
    var monitor = SilenceMonitor()
    var changes: [TrackChange] = []
    for s in [0.0, 1, 2, 3, 4, 24] { monitor.ingest(fix(s), arrival: nil, into: &changes) }
    #expect(kinds(changes) == [.fixLost, .fixFound])
  }

  @Test func aReceiverThatSendsEveryQuarterOfAnHourIsNotLostBetweenTwoFixes() {
    var monitor = SilenceMonitor()
    var changes: [TrackChange] = []
    for k in 0..<20 { monitor.ingest(fix(Double(k) * 900), arrival: nil, into: &changes) }
    #expect(kinds(changes.suffix(2)).count <= 2)
    changes.removeAll()
    for k in 20..<40 { monitor.ingest(fix(Double(k) * 900), arrival: nil, into: &changes) }
    #expect(changes.isEmpty)
    #expect(monitor.patience == .seconds(4500))
  }

  @Test func anotherBootIsNoSilence() {
    var monitor = SilenceMonitor()
    var changes: [TrackChange] = []
    monitor.ingest(fix(0), arrival: Arrival(milliseconds: 5_000), into: &changes)
    monitor.forgetArrival()
    monitor.advance(to: Arrival(milliseconds: 90_000_000), into: &changes)
    #expect(changes.isEmpty)
  }

  @Test func aRestartInASilenceChangesNothing() throws {
    for cut in 0..<30 {
      var whole = SilenceMonitor()
      var restarted = SilenceMonitor()
      var expected: [TrackChange] = []
      var found: [TrackChange] = []
      for s in 0..<30 {
        // A silence of a minute in the middle.
        let second = s < 15 ? s : s + 60
        let next = fix(Double(second))
        let arrival = Arrival(milliseconds: Int64(second) * 1000)
        whole.ingest(next, arrival: arrival, into: &expected)
        restarted.ingest(next, arrival: arrival, into: &found)
        if s == cut { restarted = try roundTrip(restarted, into: SilenceMonitor()) }
      }
      whole.advance(to: Arrival(milliseconds: 400_000), into: &expected)
      restarted.advance(to: Arrival(milliseconds: 400_000), into: &found)
      #expect(kinds(expected) == [.fixLost, .fixFound, .fixLost])
      #expect(found == expected)
    }
  }
}

@Suite struct ConnectionMonitorTests {
  @Test func aLossIsDatedByTheLastFix() {
    var monitor = ConnectionMonitor()
    var changes: [TrackChange] = []
    monitor.ingest(fix(0), arrival: Arrival(milliseconds: 1_000), into: &changes)
    monitor.change(to: false, at: Arrival(milliseconds: 4_000), into: &changes)
    monitor.change(to: false, at: Arrival(milliseconds: 5_000), into: &changes)
    monitor.change(to: true, at: Arrival(milliseconds: 9_000), into: &changes)
    #expect(kinds(changes) == [.gpsdLost, .gpsdFound])
    guard case .event(let event) = changes[0] else { return }
    #expect(event.time == start + .seconds(3))
  }

  @Test func aLossBeforeAnyFixIsDatedByTheFirstOne() {
    var monitor = ConnectionMonitor()
    var changes: [TrackChange] = []
    monitor.change(to: false, at: Arrival(milliseconds: 1_000), into: &changes)
    #expect(changes.isEmpty)
    monitor.ingest(fix(60), arrival: Arrival(milliseconds: 21_000), into: &changes)
    guard case .event(let event) = changes.first else {
      Issue.record("no event")
      return
    }
    #expect(event.kind == .gpsdLost)
    #expect(event.time == start + .seconds(40))
    #expect(event.noticed == start + .seconds(60))
  }
}

@Suite struct SignificantChangeTests {
  @Test func itComesEachFiveHundredMetres() {
    var stage = SignificantChange()
    var changes: [TrackChange] = []
    for k in 0...160 { stage.ingest(fix(Double(k), north: Double(k) * 10), into: &changes) }
    #expect(kinds(changes) == [.significantChange, .significantChange, .significantChange])
  }

  @Test func aPositionAcrossTheAntimeridianIsNear() {
    var stage = SignificantChange()
    var changes: [TrackChange] = []
    for longitude in [179.9999, -179.9999, 179.9998] {
      stage.ingest(Fix(time: start, coordinate: Coordinate(latitude: 0, longitude: longitude)), into: &changes)
    }
    #expect(changes.isEmpty)
  }
}

@Suite struct FixThinnerTests {
  private let patience = Interval.seconds(10)

  @Test func whileMovingOneRowEachTenMetres() {
    var thinner = FixThinner(distance: 10)
    var changes: [TrackChange] = []
    for s in 0..<100 {
      thinner.ingest(
        fix(Double(s), north: Double(s) * 3), isStationary: false, departure: nil, patience: patience, into: &changes)
    }
    #expect(fixes(changes).prefix(3) == [0, 4, 8])
    #expect(fixes(changes).count == 25)
    #expect(thinner.recorded == 25)
  }

  @Test func aTurnIsKept() {
    var thinner = FixThinner(distance: 1000)
    var changes: [TrackChange] = []
    for s in 0..<10 {
      thinner.ingest(
        fix(Double(s), north: Double(s), speed: 5, course: s < 5 ? 350 : 20), isStationary: false, departure: nil,
        patience: patience, into: &changes)
    }
    #expect(fixes(changes) == [0, 5])
  }

  /// North at 5 m/s, braking at 2 m/s² to a stop of `pause` seconds, and off again as fast.
  private func stop(_ pause: Double, hasSpeed: Bool = true) -> [Double] {
    var thinner = FixThinner(distance: 10)
    var changes: [TrackChange] = []
    var north = 0.0
    for s in stride(from: 0.0, to: pause + 40, by: 1) {
      let speed = s < 20 ? min(5, (20 - s) * 2) : s < 20 + pause ? 0 : min(5, (s - 20 - pause) * 2)
      north += speed
      thinner.ingest(
        fix(s, north: north, speed: hasSpeed ? speed : nil), isStationary: false, departure: nil, patience: patience,
        into: &changes)
    }
    return fixes(changes)
  }

  @Test func aStopAtALightShowsWhenItStoppedAndWentOn() {
    let kept = stop(60)
    #expect(kept.contains(20), "it stands")
    #expect(kept.contains(80), "and does so still, just before it moves")
    #expect(!kept.contains { $0 > 20 && $0 < 80 })
  }

  @Test func inAJamAFixNowAndThenSaysThatItWaits() {
    #expect(stop(400).filter { $0 > 20 && $0 < 420 } == [140, 260, 380])
    #expect(zip(stop(60, hasSpeed: false), stop(60, hasSpeed: false).dropFirst()).allSatisfy { $1 - $0 <= 10 })
  }

  @Test func aDepartureThatIsNoticedLateBringsItsFirstMinuteToo() {
    var thinner = FixThinner(distance: 10)
    var changes: [TrackChange] = []
    for s in 0..<900 {
      thinner.ingest(
        fix(Double(s), north: max(0, Double(s) - 600) * 2), isStationary: true, departure: nil, patience: patience,
        into: &changes)
    }
    changes.removeAll()
    thinner.ingest(
      fix(900, north: 600), isStationary: false, departure: start + .seconds(600), patience: patience, into: &changes)
    let times = fixes(changes)
    #expect(times.first.map { (600...620).contains($0) } == true, "\(times)")
    for (a, b) in zip(times, times.dropFirst()) { #expect(b - a <= 25) }
  }

  @Test func whileStationaryOnlyASignOfLifeAnHour() {
    var thinner = FixThinner(distance: 10)
    var changes: [TrackChange] = []
    for s in stride(from: 0.0, through: 7300, by: 5) {
      thinner.ingest(
        fix(s, north: s.truncatingRemainder(dividingBy: 50)), isStationary: true, departure: nil, patience: patience,
        into: &changes)
    }
    #expect(fixes(changes) == [0, 3600, 7200])
  }

  @Test func aDepartureBringsTheFixesThatLedToIt() {
    var thinner = FixThinner(distance: 10)
    var changes: [TrackChange] = []
    for s in 0..<60 {
      thinner.ingest(fix(Double(s)), isStationary: true, departure: nil, patience: patience, into: &changes)
    }
    for s in 60..<80 {
      thinner.ingest(
        fix(Double(s), north: Double(s - 60) * 10), isStationary: true, departure: nil, patience: patience,
        into: &changes)
    }
    changes.removeAll()
    thinner.ingest(
      fix(80, north: 200), isStationary: false, departure: start + .seconds(60), patience: patience, into: &changes)
    let times = fixes(changes)
    #expect(times.first.map { (58...61).contains($0) } == true)
    #expect(times.count >= 7)
    #expect(times == times.sorted())
    #expect(times.last.map { $0 >= 79 } == true)
  }

  @Test func bothEdgesOfASilenceAreKept() {
    var thinner = FixThinner(distance: 10)
    var changes: [TrackChange] = []
    for s in [0.0, 1, 2, 3, 30, 31] {
      thinner.ingest(fix(s, north: s), isStationary: false, departure: nil, patience: patience, into: &changes)
    }
    #expect(fixes(changes) == [0, 3, 30])
  }

  @Test func itsCheckpointRestoresItWhole() throws {
    var thinner = FixThinner(distance: 10)
    var changes: [TrackChange] = []
    for s in 0..<200 {
      thinner.ingest(
        fix(Double(s), north: Double(s), speed: 1, course: 3), isStationary: s > 50, departure: nil, patience: patience,
        into: &changes)
      #expect(try roundTrip(thinner, into: FixThinner(distance: 10)) == thinner)
    }
  }
}

@Suite struct CommitClockTests {
  @Test func itPassesOncePerIntervalOfFixTime() {
    var clock = CommitClock(interval: .seconds(10))
    let passed = (0..<35).filter { clock.passes(start + .seconds(Double($0))) }
    #expect(passed == [10, 20, 30])
  }
}
