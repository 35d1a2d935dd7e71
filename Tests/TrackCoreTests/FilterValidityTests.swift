import Testing

@testable import TrackCore

@Suite("Filter: validity")
struct FilterValidityTests {
  @Test(arguments: [
    (2.0, 9.0, Rejection?.none), (.nan, 9.0, .noFix), (-.infinity, 9.0, .notFinite), (2.0, .infinity, .notFinite),
    (90, 180, nil),
    (-90, -180, nil), (90.000_001, 9.0, .outOfRange), (-91.5, 9.0, .outOfRange), (2.0, 180.000_001, .outOfRange),
    (2.0, 500, .outOfRange), (0, 0, .nullIsland), (-0.0, 0, .nullIsland), (0, 9.0, nil), (2.0, 0, nil),
  ])
  func positionIsFiniteInRangeAndNotNullIsland(latitude: Double, longitude: Double, reason: Rejection?) {
    let epoch = FilterScene.epoch(0) { ($0.tpv.latitude, $0.tpv.longitude) = (latitude, longitude) }
    #expect(FixValidity.reason(against: epoch, acceptsSimulated: false) == reason)
  }

  @Test func withoutModeOrPositionThereIsNoFix() {
    for mode in [-1, 0, 1] {
      let epoch = FilterScene.epoch(0) { $0.tpv.mode = mode }
      #expect(FixValidity.reason(against: epoch, acceptsSimulated: false) == .noFix)
    }
    let noLatitude = FilterScene.epoch(0) { $0.tpv.latitude = nil }
    #expect(FixValidity.reason(against: noLatitude, acceptsSimulated: false) == .noFix)
    let noLongitude = FilterScene.epoch(0) { $0.tpv.longitude = nil }
    #expect(FixValidity.reason(against: noLongitude, acceptsSimulated: false) == .noFix)
  }

  @Test func reasonsAreTriedInTheirOrder() {
    let allWrong = FilterScene.epoch(0) {
      ($0.tpv.mode, $0.tpv.latitude, $0.tpv.longitude, $0.tpv.time, $0.tpv.status) = (1, 0, 0, nil, 8)
    }
    #expect(FixValidity.reason(against: allWrong, acceptsSimulated: false) == .noFix)
    var epoch = allWrong
    epoch.tpv.mode = 3
    #expect(FixValidity.reason(against: epoch, acceptsSimulated: false) == .nullIsland)
    epoch.tpv.latitude = 1
    #expect(FixValidity.reason(against: epoch, acceptsSimulated: false) == .noTime)
    epoch.tpv.time = FilterScene.start
    #expect(FixValidity.reason(against: epoch, acceptsSimulated: false) == .simulated)
    #expect(FixValidity.reason(against: epoch, acceptsSimulated: true) == nil)
  }

  @Test(arguments: [5, 6])
  func deadReckoningIsAFixLikeAnyOther(status: Int) {
    let epoch = FilterScene.epoch(0) { $0.tpv.status = status }
    #expect(FixValidity.reason(against: epoch, acceptsSimulated: false) == nil)
  }

  @Test func valuesOutOfRangeAreAbsent() {
    let epoch = FilterScene.epoch(0) {
      ($0.tpv.speed, $0.tpv.track, $0.tpv.epv) = (-4, 400, -1)
      ($0.tpv.eph, $0.tpv.altMSL, $0.hdop, $0.satellitesUsed) = (-2, 1e9, -1, -3)
    }
    let fix = Fix(epoch, as: Sighting(epoch, at: FilterScene.origin, time: FilterScene.start))
    #expect(fix == Fix(time: FilterScene.start, coordinate: FilterScene.origin))
  }

  @Test func horizontalErrorIsThatOfItsComponentsWhereGpsdGivesNone() {
    let epoch = FilterScene.epoch(0, eph: nil) { ($0.tpv.epx, $0.tpv.epy) = (3, 4) }
    let fix = Fix(epoch, as: Sighting(epoch, at: FilterScene.origin, time: FilterScene.start))
    #expect(fix.eph == 5)
  }

  @Test func northIsNoDegreesAndOldGpsdsAltitudeCounts() {
    let epoch = FilterScene.epoch(0) { ($0.tpv.track, $0.tpv.alt) = (360, 431) }
    let fix = Fix(epoch, as: Sighting(epoch, at: FilterScene.origin, time: FilterScene.start))
    #expect(fix.course == 0)
    #expect(fix.altitude == 431)
  }
}

@Suite("Filter: quality")
struct FilterQualityTests {
  @Test(
    arguments: [
      // eph, HDOP, satellites
      (100.0, nil, nil, Rejection?.none), (100.1, nil, nil, .inaccurate), (400, 0.8, 12, .inaccurate),
      (nil, nil, nil, nil), (nil, 10.25, 7, nil), (nil, 7.18, 4, .inaccurate), (nil, 7.18, 5, nil), (nil, 4.9, 4, nil),
      (nil, 1.2, 3, nil), (nil, 25, 9, .inaccurate), (nil, 99.99, nil, .inaccurate), (nil, 7.18, nil, nil),
      (8, 7.18, 4, nil), (nil, nil, 3, nil),
    ] as [(Double?, Double?, Int?, Rejection?)])
  func errorOrElseGeometryDecides(eph: Double?, hdop: Double?, satellites: Int?, reason: Rejection?) {
    let epoch = FilterScene.epoch(0, eph: eph) { ($0.hdop, $0.satellitesUsed) = (hdop, satellites) }
    #expect(QualityRule(maxError: 100, maxSpeed: 80).reason(against: epoch) == reason)
  }

  @Test func ownSpeedOverTheProfilesIsImpossible() {
    let rule = QualityRule(maxError: 100, maxSpeed: 80)
    #expect(rule.reason(against: FilterScene.epoch(0, speed: 80)) == nil)
    #expect(rule.reason(against: FilterScene.epoch(0, speed: 412)) == .impossibleSpeed)
    #expect(rule.reason(against: FilterScene.epoch(0, speed: 1e308)) == .impossibleSpeed)
  }

  @Test func poorFixesAreNotComparedAgainst() {
    var scene = FilterScene()
    scene.drive(0...9)
    for second in 10...17 {
      scene.judge(
        FilterScene.epoch(Double(second), north: 10_000, eph: nil) { ($0.hdop, $0.satellitesUsed) = (7.18, 4) })
    }
    scene.drive(18...27)
    scene.finish()
    #expect(scene.rejected == [.inaccurate: 8])
    #expect(scene.counts.accepted == 20)
  }

  @Test(arguments: Settings.Profile.allCases)
  func profilesHaveNumbersThatMakeSense(_ profile: Settings.Profile) {
    let settings = FilterSettings(profile: profile)
    #expect((10...600).contains(settings.maxSpeed))
    #expect((30...100).contains(settings.maxError))
    #expect((5...100).contains(settings.distance))
    #expect(settings.maxAge == .seconds(15))
    if profile == .default || profile == .automotive { #expect(settings == FilterSettings()) }
  }
}
