import Testing

@testable import TrackCore

/// What a receiver, or somebody who means harm, may send.
struct RandomReports {
  var generator: SeededGenerator
  private var second = 0.0
  private var north = 0.0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> TPV {
    second += [0, 0.1, 1, 1, 1, 1, 1, 5, 900].randomElement(using: &generator) ?? 1
    north += Double.random(in: -5...20, using: &generator)
    let shifts: [Double] = [-619_315_200, 619_315_200, 1e6, -1e6, 30, -30]
    let shift = oneIn(10) ? shifts.randomElement(using: &generator) ?? 0 : 0
    let offs: [Double] = [5e5, 5e4, 80]
    let off = oneIn(8) ? offs.randomElement(using: &generator) ?? 0 : 0
    var tpv = FilterScene.epoch(second + shift, north: north + off).tpv
    tpv.device = DeviceID(index: UInt8.random(in: 0...3, using: &generator))
    if oneIn(3) { tpv.speed = Double.random(in: -1...90, using: &generator) }
    if oneIn(5) { tpv.eph = Double.random(in: -1...200, using: &generator) }
    if oneIn(20) { tpv.mode = Int.random(in: -1...9, using: &generator) }
    if oneIn(20) { tpv.time = nil }
    if oneIn(20) { tpv.latitude = wild() }
    if oneIn(20) { tpv.longitude = wild() }
    if oneIn(50) { tpv.time = Instant(milliseconds: Int64.random(in: .min...(.max), using: &generator)) }
    if oneIn(50) { (tpv.speed, tpv.eph, tpv.track, tpv.epx) = (wild(), wild(), wild(), wild()) }
    if oneIn(12) { (tpv.latitude, tpv.longitude) = (FilterScene.origin.latitude, FilterScene.origin.longitude) }
    return tpv
  }

  mutating func arrival() -> Arrival? {
    if oneIn(3) { return nil }
    if oneIn(50) { return Arrival(milliseconds: Int64.random(in: .min...(.max), using: &generator)) }
    return Arrival(milliseconds: Int64(second * 1000) + Int64.random(in: 0...20_000, using: &generator))
  }

  mutating func sky() -> SKY? {
    guard oneIn(4) else { return nil }
    var sky = SKY()
    sky.device = DeviceID(index: UInt8.random(in: 0...3, using: &generator))
    if oneIn(2) { sky.hdop = wild() ?? 1 }
    if oneIn(2) { sky.satellitesUsed = Int.random(in: -1...40, using: &generator) }
    return sky
  }

  mutating func oneIn(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &generator) == 0 }

  private mutating func wild() -> Double? {
    [nil, 0, -0.0, 90, -180, 181, 1e308, -1e308, .infinity, .nan, .leastNonzeroMagnitude, 12.5]
      .randomElement(using: &generator) ?? nil
  }
}

@Suite("Filter: whatever comes, and restarts")
struct FilterCheckpointTests {
  private static let seeds = (0..<8).map { _ in UInt64.random(in: 0...UInt64.max) }

  @Test(arguments: seeds)
  func everyEpochIsAcceptedOrRejectedOnceAndInOrder(seed: UInt64) {
    print("seed \(seed)")
    var reports = RandomReports(seed: seed)
    var filter = FixFilter(settings: FilterSettings(), correctsDates: reports.oneIn(2))
    if reports.oneIn(2) { filter.take(.floor(FilterScene.start - .seconds(86_400))) }
    if reports.oneIn(2) { filter.take(.clock(FilterScene.start, at: Arrival(milliseconds: 0))) }
    var fixes: [Fix] = []
    var restarts: Set<Instant> = []
    for _ in 0..<3000 {
      filter.judge(Epoch(tpv: reports.next(), arrival: reports.arrival()), into: &fixes)
      while let notice = filter.takeNotice() { if case .restarted(let time) = notice { restarts.insert(time) } }
    }
    filter.finish(into: &fixes)
    #expect(filter.counts.accepted == fixes.count, "seed \(seed)")
    #expect(filter.counts.accepted + filter.counts.rejectedInAll == 3000, "seed \(seed)")
    for (before, after) in zip(fixes, fixes.dropFirst()) where before.time >= after.time {
      #expect(restarts.contains(after.time), "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func aRestartAnywhereChangesNothing(seed: UInt64) throws {
    print("seed \(seed)")
    var reports = RandomReports(seed: seed)
    var whole = FilterRun()
    var cut = FilterRun()
    var largest = 0
    for _ in 0..<1500 {
      let (tpv, arrival, sky) = (reports.next(), reports.arrival(), reports.sky())
      whole.take(tpv, arrival, sky)
      cut.take(tpv, arrival, sky)
      guard reports.oneIn(3) else { continue }
      let bytes = cut.checkpoint()
      largest = max(largest, bytes.count)
      try cut.restart(from: bytes)
    }
    whole.finish()
    cut.finish()
    #expect(whole.fixes == cut.fixes, "seed \(seed)")
    #expect(whole.counts == cut.counts, "seed \(seed)")
    #expect(largest < 8000)
  }

  @Test func anOrdinaryCheckpointIsSmall() {
    var scene = FilterScene()
    scene.drive(0...500)
    #expect(scene.run.checkpoint().count < 1200)
  }

  @Test(arguments: seeds)
  func damagedBytesAreRefusedOrHarmless(seed: UInt64) {
    print("seed \(seed)")
    var reports = RandomReports(seed: seed)
    var run = FilterRun()
    for _ in 0..<200 { run.take(reports.next(), reports.arrival(), reports.sky()) }
    let bytes = run.checkpoint()
    for _ in 0..<300 {
      var damaged = bytes
      if reports.oneIn(2) { damaged.removeLast(Int.random(in: 1...bytes.count, using: &reports.generator)) }
      if !damaged.isEmpty {
        damaged[Int.random(in: damaged.indices, using: &reports.generator)] = UInt8.random(
          in: 0...255, using: &reports.generator)
      }
      var restarted = FilterRun()
      if damaged.count < bytes.count {
        #expect(throws: CheckpointError.self, "seed \(seed)") { try restarted.restart(from: damaged) }
      } else if (try? restarted.restart(from: damaged)) != nil {
        for _ in 0..<20 { restarted.take(reports.next(), reports.arrival(), reports.sky()) }
        restarted.finish()
      }
    }
  }
}

extension FilterRun {
  mutating func take(_ tpv: TPV, _ arrival: Arrival?, _ sky: SKY?) {
    var epochs: [Epoch] = []
    if let sky { assembler.ingest(sky) }
    assembler.ingest(tpv, arrival: arrival, into: &epochs)
    judge(epochs)
  }

  func checkpoint() -> [UInt8] {
    var writer = CheckpointWriter()
    assembler.write(to: &writer)
    selector.write(to: &writer)
    filter.write(to: &writer)
    return writer.bytes
  }

  /// As a program that was killed and starts again: nothing is kept but the bytes.
  mutating func restart(from bytes: [UInt8]) throws(CheckpointError) {
    var reader = CheckpointReader(bytes)
    assembler = EpochAssembler()
    selector = ReceiverSelector()
    filter = FixFilter(settings: FilterSettings())
    try assembler.read(from: &reader)
    try selector.read(from: &reader)
    try filter.read(from: &reader)
    guard reader.isAtEnd else { throw .damaged }
  }
}
