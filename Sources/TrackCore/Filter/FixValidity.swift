/// Is there a position with a time at all? Looks at the one epoch, at nothing before it.
enum FixValidity {
  /// The first reason that speaks against the epoch, `noFix` to `simulated`; nil where none does.
  @inline(__always) static func reason(against epoch: Epoch, acceptsSimulated: Bool) -> Rejection? {
    // gpsd sends mode 3 without a position, too.
    guard epoch.tpv.mode >= 2, let latitude = epoch.tpv.latitude, let longitude = epoch.tpv.longitude else {
      return .noFix
    }
    guard latitude.isFinite, longitude.isFinite else { return .notFinite }
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return .outOfRange }
    if latitude == 0, longitude == 0 { return .nullIsland }
    if epoch.tpv.time == nil { return .noTime }
    if epoch.tpv.status == 8, !acceptsSimulated { return .simulated }
    return nil
  }
}

extension Fix {
  /// What of an epoch is within its range; what is not is absent.
  @inline(__always) init(_ epoch: Epoch, as sighting: Sighting) {
    self.init(
      time: sighting.time, coordinate: sighting.coordinate,
      mode: epoch.tpv.mode >= 3 ? .threeDimensional : .twoDimensional, device: epoch.tpv.device,
      altitude: Self.altitude(epoch.tpv.altMSL ?? epoch.tpv.alt), speed: sighting.speed,
      course: Self.course(epoch.tpv.track), eph: Self.horizontalError(epoch.tpv), epv: Self.notNegative(epoch.tpv.epv),
      hdop: Self.notNegative(epoch.hdop),
      satellitesUsed: Self.count(epoch.satellitesUsed))
  }

  @inline(__always) static func notNegative(_ value: Double?) -> Double? {
    guard let value, value >= 0, value.isFinite else { return nil }
    return value
  }

  /// gpsd's own figure, else that of its two components: receivers that send GST alone have only these.
  @inline(__always) static func horizontalError(_ tpv: TPV) -> Double? {
    if let eph = notNegative(tpv.eph) { return eph }
    guard let epx = notNegative(tpv.epx), let epy = notNegative(tpv.epy) else { return nil }
    return (epx * epx + epy * epy).squareRoot()
  }

  /// Up to 100 km either way: there is no air above, and no rock dug below, that carries a receiver.
  private static func altitude(_ value: Double?) -> Double? {
    guard let value, abs(value) <= 100_000 else { return nil }
    return value
  }

  private static func course(_ track: Double?) -> Double? {
    guard let track, track >= 0, track <= 360 else { return nil }
    return track == 360 ? 0 : track
  }

  private static func count(_ satellites: Int?) -> Int? {
    guard let satellites, satellites >= 0 else { return nil }
    return satellites
  }
}
