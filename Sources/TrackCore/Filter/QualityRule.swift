/// Is the position good enough, and the receiver's own speed one that the vehicle can have? Looks at the one fix alone.
struct QualityRule {
  let maxError: Double
  let maxSpeed: Double

  /// Metres of error per unit of HDOP: what a civil receiver's ranges are off by, ionosphere and multipath included.
  /// Only the order of magnitude matters here.
  static let rangeError = 5.0
  /// With four satellites the position follows from just as many ranges: a wrong one goes unnoticed (integrity
  /// monitoring, RAIM, needs five). A poor geometry then tells nothing: HDOP 7.18 with four has been seen 10 km off,
  /// 10.25 with seven within 30 m.
  static let fewSatellites = 4
  /// The usual grading of HDOP: up to 5 good, beyond it moderate and worse.
  static let poorHDOP = 5.0

  @inline(__always) func reason(against epoch: Epoch) -> Rejection? {
    if isInaccurate(epoch) { return .inaccurate }
    if let speed = epoch.tpv.speed, speed > maxSpeed { return .impossibleSpeed }
    return nil
  }

  @inline(__always) private func isInaccurate(_ epoch: Epoch) -> Bool {
    if let eph = Fix.horizontalError(epoch.tpv) { return eph > maxError }
    guard let hdop = Fix.notNegative(epoch.hdop) else { return false }
    if hdop * Self.rangeError > maxError { return true }
    guard let satellites = epoch.satellitesUsed else { return false }
    return satellites <= Self.fewSatellites && hdop > Self.poorHDOP
  }
}
