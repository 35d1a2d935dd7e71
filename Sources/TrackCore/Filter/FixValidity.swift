/// Is there a position with a time at all? Looks at the one epoch, at nothing before it.
enum FixValidity {
  /// The first reason that speaks against the epoch, `noFix` to `simulated`; nil where none does.
  static func reason(against tpv: TPV, acceptsSimulated: Bool) -> Rejection? {
    // gpsd sends mode 3 without a position, too.
    guard tpv.mode >= 2, let latitude = tpv.latitude, let longitude = tpv.longitude else { return .noFix }
    guard latitude.isFinite, longitude.isFinite else { return .notFinite }
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return .outOfRange }
    if latitude == 0, longitude == 0 { return .nullIsland }
    if tpv.time == nil { return .noTime }
    if tpv.status == 8, !acceptsSimulated { return .simulated }
    return nil
  }
}

extension Fix {
  /// What of an epoch is within its range; what is not is absent. nil where there is no position.
  init?(_ epoch: Epoch, time: Instant) {
    let tpv = epoch.tpv
    guard let latitude = tpv.latitude, let longitude = tpv.longitude else { return nil }
    self.init(
      time: time, coordinate: Coordinate(latitude: latitude, longitude: longitude),
      mode: tpv.mode >= 3 ? .threeDimensional : .twoDimensional, device: tpv.device,
      altitude: Self.within(-100_000...100_000, tpv.altMSL ?? tpv.alt),
      speed: Self.notNegative(tpv.speed), course: Self.course(tpv.track), eph: Self.horizontalError(tpv),
      epv: Self.notNegative(tpv.epv), eps: Self.notNegative(tpv.eps), epd: Self.notNegative(tpv.epd),
      hdop: Self.notNegative(epoch.hdop), satellitesUsed: epoch.satellitesUsed.flatMap { $0 >= 0 ? $0 : nil })
  }

  private static func within(_ range: ClosedRange<Double>, _ value: Double?) -> Double? {
    guard let value, range.contains(value) else { return nil }
    return value
  }

  private static func notNegative(_ value: Double?) -> Double? {
    guard let value, value >= 0, value.isFinite else { return nil }
    return value
  }

  private static func course(_ track: Double?) -> Double? {
    guard let track, track >= 0, track <= 360 else { return nil }
    return track == 360 ? 0 : track
  }

  /// gpsd's own figure, else that of its two components: receivers that send GST alone have only these.
  private static func horizontalError(_ tpv: TPV) -> Double? {
    if let eph = notNegative(tpv.eph) { return eph }
    guard let epx = notNegative(tpv.epx), let epy = notNegative(tpv.epy) else { return nil }
    return (epx * epx + epy * epy).squareRoot()
  }
}
