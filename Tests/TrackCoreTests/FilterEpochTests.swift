import Testing

@testable import TrackCore

@Suite("Filter: epochs")
struct FilterEpochTests {
  private var assembler = EpochAssembler()
  private var epochs: [Epoch] = []

  private static func tpv(_ second: Double?, device: UInt8 = 1, change: (inout TPV) -> Void = { _ in }) -> TPV {
    var tpv = TPV()
    tpv.device = DeviceID(index: device)
    tpv.time = second.map { FilterScene.start + .seconds($0) }
    tpv.mode = 3
    (tpv.latitude, tpv.longitude) = (48, 13)
    change(&tpv)
    return tpv
  }

  private static func sky(_ hdop: Double?, used: Int? = nil, device: UInt8 = 1, second: Double? = nil) -> SKY {
    var sky = SKY()
    sky.device = DeviceID(index: device)
    (sky.hdop, sky.satellitesUsed) = (hdop, used)
    sky.time = second.map { FilterScene.start + .seconds($0) }
    return sky
  }

  private mutating func ingest(_ tpvs: TPV..., arrival: Int64? = nil) {
    for tpv in tpvs {
      assembler.ingest(tpv, arrival: arrival.map { Arrival(milliseconds: $0) }, into: &epochs)
    }
  }

  private mutating func advance(_ milliseconds: Int64) {
    assembler.advance(to: Arrival(milliseconds: milliseconds), into: &epochs)
  }

  private mutating func finish() { assembler.finish(into: &epochs) }

  @Test mutating func reportsWithOneTimeAreOneEpoch() {
    ingest(
      Self.tpv(0) { ($0.mode, $0.altMSL) = (2, nil) },
      Self.tpv(0) { ($0.altMSL, $0.speed) = (430, 5) },
      Self.tpv(0) { ($0.mode, $0.eph, $0.speed, $0.latitude, $0.longitude) = (1, 7.6, 6, nil, nil) })
    #expect(epochs.isEmpty)
    ingest(Self.tpv(1))
    let tpv = epochs.first?.tpv
    #expect(epochs.count == 1)
    #expect(tpv?.mode == 3)
    #expect(tpv?.altMSL == 430)
    #expect(tpv?.speed == 6)
    #expect(tpv?.eph == 7.6)
    #expect(tpv?.latitude == 48)
    finish()
    #expect(epochs.count == 2)
  }

  @Test mutating func halfAPositionChangesNone() {
    ingest(Self.tpv(0), Self.tpv(0) { ($0.latitude, $0.longitude) = (50, nil) })
    finish()
    #expect(epochs.first?.tpv.latitude == 48)
  }

  @Test mutating func devicesInterleave() {
    ingest(Self.tpv(0), Self.tpv(0.4, device: 2), Self.tpv(0), Self.tpv(1), Self.tpv(0.4, device: 2))
    #expect(epochs.map(\.tpv.device.index) == [1])
    finish()
    #expect(epochs.map(\.tpv.device.index) == [1, 1, 2])
  }

  @Test mutating func withoutATimeEachIsItsOwn() {
    ingest(Self.tpv(nil), Self.tpv(0), Self.tpv(nil), Self.tpv(nil))
    #expect(epochs.map { $0.tpv.time == nil } == [true, false, true, true])
    finish()
    #expect(epochs.count == 4)
  }

  @Test mutating func silenceReleases() {
    ingest(Self.tpv(0), arrival: 1001)
    advance(1400)
    #expect(epochs.isEmpty)
    ingest(Self.tpv(0), arrival: 1100)
    advance(1499)
    #expect(epochs.isEmpty)
    advance(1500)
    #expect(epochs.count == 1)
    #expect(epochs.first?.arrival == Arrival(milliseconds: 1001))
    advance(9999)
    finish()
    #expect(epochs.count == 1)
  }

  @Test mutating func stampsOfWholeSecondsTellNoShortSilence() {
    ingest(Self.tpv(0), arrival: 1000)
    advance(2000)
    ingest(Self.tpv(0), arrival: 2000)
    #expect(epochs.isEmpty)
    advance(4000)
    #expect(epochs.count == 1)
  }

  @Test mutating func withoutStampsOnlyTheNextReleases() {
    ingest(Self.tpv(0))
    advance(1_000_000)
    #expect(epochs.isEmpty)
  }

  @Test mutating func manyDevicesCostNoMoreThanTheTable() {
    for round in 0..<3 {
      for device in 0..<40 { ingest(Self.tpv(Double(round), device: UInt8(device))) }
    }
    for device in 0..<40 { assembler.ingest(Self.sky(1, device: UInt8(device))) }
    finish()
    #expect(epochs.count == 120)
  }

  @Test mutating func skyBeforeThePositionBelongsToIt() {
    for second in 0..<4 {
      assembler.ingest(Self.sky(Double(second) + 1, used: second + 5))
      ingest(Self.tpv(Double(second)))
    }
    finish()
    #expect(epochs.map(\.hdop) == [1, 2, 3, 4])
    #expect(epochs.map(\.satellitesUsed) == [5, 6, 7, 8])
  }

  @Test mutating func skyAfterThePositionBelongsToItWhereItsTimeSaysSo() {
    for second in 0..<4 {
      ingest(Self.tpv(Double(second)))
      assembler.ingest(Self.sky(Double(second) + 1, second: Double(second)))
    }
    finish()
    #expect(epochs.map(\.hdop) == [1, 2, 3, 4])
  }

  @Test mutating func skyIsOfItsDeviceAlone() {
    assembler.ingest(Self.sky(1, device: 2))
    ingest(Self.tpv(0))
    finish()
    #expect(epochs.map(\.hdop) == [nil])
  }

  @Test mutating func skyGrowsOldWithinTenSeconds() {
    ingest(Self.tpv(0))
    assembler.ingest(Self.sky(1, used: 9))
    for second in 1...15 {
      ingest(Self.tpv(Double(second)))
      // A report without the values keeps the earlier ones.
      assembler.ingest(Self.sky(nil))
    }
    finish()
    #expect(epochs.map { $0.hdop == nil ? "-" : "1" }.joined() == "11111111111-----")
  }

  @Test mutating func skyGrowsOldWithinTenEpochsWithoutTime() {
    assembler.ingest(Self.sky(1))
    for _ in 0..<12 { ingest(Self.tpv(nil)) }
    #expect(epochs.map { $0.hdop == nil ? "-" : "1" }.joined() == "1111111111--")
  }

  @Test mutating func skyBetweenSparsePositionsIsFresh() {
    for second in [0.0, 900, 1800] {
      assembler.ingest(Self.sky(1))
      ingest(Self.tpv(second))
    }
    finish()
    #expect(epochs.map(\.hdop) == [1, 1, 1])
  }
}
