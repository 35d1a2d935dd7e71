import Testing

@testable import TrackCore

private func feed(_ line: String, to pipeline: inout Pipeline, _ changes: inout [TrackChange]) {
  Array(line.utf8).withUnsafeBytes { pipeline.ingest(.line($0, nil), into: &changes) }
}

/// All that follows from the lines, and how often a commit was due.
private func run(_ lines: [String], settings: Settings = Settings()) -> (changes: [TrackChange], commits: [Int]) {
  var pipeline = Pipeline(settings: settings, source: .capture)
  var changes: [TrackChange] = []
  var commits: [Int] = []
  for line in lines {
    feed(line, to: &pipeline, &changes)
    if pipeline.takeCommitPoint() { commits.append(changes.count) }
  }
  pipeline.ingest(.stop(nil), into: &changes)
  return (changes, commits)
}

/// The newest state of each trip and visit.
private func lists(_ changes: [TrackChange]) -> (trips: [Trip], visits: [Visit]) {
  var trips: [Trip.ID: Trip] = [:]
  var visits: [Visit.ID: Visit] = [:]
  for change in changes {
    switch change {
    case .trip(let trip): trips[trip.id] = trip
    case .visit(let visit): visits[visit.id] = visit
    case .tripWithdrawn(let id): trips[id] = nil
    case .visitWithdrawn(let id): visits[id] = nil
    case .fix, .event, .placeWanted: break
    }
  }
  return (trips.values.sorted { $0.start < $1.start }, visits.values.sorted { $0.arrival < $1.arrival })
}

/// Where two runs part; nil where they are equal.
private func firstDifference(_ a: [TrackChange], _ b: [TrackChange]) -> String? {
  for k in 0..<max(a.count, b.count) where k >= a.count || k >= b.count || a[k] != b[k] {
    return "change \(k): \(k < a.count ? "\(a[k])" : "none") against \(k < b.count ? "\(b[k])" : "none")"
  }
  return nil
}

@Suite struct PipelineTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func aDayIsItsTripsAndVisits(seed: UInt64) {
    let day = SyntheticDrive.day(seed: seed)
    let (trips, visits) = lists(run(day.lines).changes)
    #expect(trips.count == 2)
    #expect(visits.count == 3)
    guard trips.count == 2, visits.count == 3 else { return }
    #expect(visits.map(\.inferred) == [false, true, false])
    #expect(abs(trips[0].distance - (200 * 12 + 220 * 14)) < 100)
    #expect(abs(trips[0].bridgedDistance - 1120) < 40)
    #expect(abs(trips[1].distance - 3300) < 80)
    #expect(trips[0].start == visits[0].departure)
    #expect(trips[0].end == visits[1].arrival)
    #expect(visits[2].departure == nil)
  }

  @Test(arguments: [11, 12] as [UInt64])
  func anyChunkingGivesEqualChanges(seed: UInt64) {
    let bytes = SyntheticDrive.day(seed: seed).bytes
    func changes(cutting cut: (inout SeededGenerator) -> Int) -> [TrackChange] {
      var noise = SeededGenerator(seed: seed)
      var pipeline = Pipeline(settings: Settings(), source: .capture)
      var framer = LineFramer()
      var changes: [TrackChange] = []
      var from = 0
      while from < bytes.count {
        let to = min(bytes.count, from + cut(&noise))
        bytes[from..<to].withUnsafeBytes { chunk in
          framer.append(chunk) { line in pipeline.ingest(.line(line, nil), into: &changes) }
        }
        from = to
      }
      pipeline.ingest(.stop(nil), into: &changes)
      return changes
    }
    let whole = changes { _ in .max }
    #expect(whole.count > 100)
    #expect(firstDifference(changes { _ in 1 }, whole) == nil)
    #expect(firstDifference(changes { Int.random(in: 1...700, using: &$0) }, whole) == nil, "seed \(seed)")
  }

  @Test func aRestartAtAnyCommitPointChangesNothing() throws {
    let lines = SyntheticDrive.day(seed: 5).lines
    let whole = run(lines)
    #expect(whole.commits.count > 50)
    var pipeline = Pipeline(settings: Settings(), source: .capture)
    var changes: [TrackChange] = []
    var largest = 0
    for line in lines {
      feed(line, to: &pipeline, &changes)
      if pipeline.takeCommitPoint() {
        let checkpoint = pipeline.checkpoint()
        largest = max(largest, checkpoint.count)
        pipeline = try Pipeline(restoring: checkpoint, settings: Settings(), source: .capture)
        #expect(pipeline.checkpoint() == checkpoint)
      }
    }
    pipeline.ingest(.stop(nil), into: &changes)
    #expect(firstDifference(changes, whole.changes) == nil)
    #expect(largest <= 16_384)
  }

  @Test func aCheckpointOfOtherSettingsIsForeign() {
    let checkpoint = Pipeline(settings: Settings(), source: .capture).checkpoint()
    var other = Settings()
    other.visit.minDuration = .minutes(5)
    #expect(throws: CheckpointError.foreign) {
      _ = try Pipeline(restoring: checkpoint, settings: other, source: .capture)
    }
    #expect(throws: CheckpointError.foreign) {
      _ = try Pipeline(restoring: checkpoint, settings: Settings(), source: .live)
    }
  }

  @Test func anyChangedByteOfACheckpointIsNoticed() {
    var pipeline = Pipeline(settings: Settings(), source: .capture)
    var changes: [TrackChange] = []
    for line in SyntheticDrive.day(seed: 6).lines.prefix(700) { feed(line, to: &pipeline, &changes) }
    let checkpoint = pipeline.checkpoint()
    for at in checkpoint.indices {
      var damaged = checkpoint
      damaged[at] ^= 0x41
      #expect(throws: CheckpointError.self) {
        _ = try Pipeline(restoring: damaged, settings: Settings(), source: .capture)
      }
    }
    for length in stride(from: 0, to: checkpoint.count, by: 7) {
      #expect(throws: CheckpointError.self) {
        _ = try Pipeline(restoring: Array(checkpoint.prefix(length)), settings: Settings(), source: .capture)
      }
    }
  }
}
