import TrackCore

/// The whole numbers that the database keeps, and what they stand for.
enum Units {
  /// Degrees to 1e-7 degrees: at most 6 mm of error.
  static func e7(_ degrees: Double) -> Int64 { rounded(degrees * 1e7) }
  static func degrees(_ e7: Int64) -> Double { Double(e7) / 1e7 }

  /// Metres to cm, m/s to cm/s, and other hundredths.
  static func hundredths(_ value: Double) -> Int64 { rounded(value * 100) }
  static func hundredths(_ value: Double?) -> Int64? { value.map { rounded($0 * 100) } }
  static func whole(_ hundredths: Int64) -> Double { Double(hundredths) / 100 }
  static func whole(_ hundredths: Int64?) -> Double? { hundredths.map { Double($0) / 100 } }

  /// 0..<360 degrees to -18000...17999, which takes two bytes of a row instead of three.
  static func course(_ degrees: Double) -> Int64 {
    let c = rounded(degrees * 100)
    return c >= 18000 ? c - 36000 : c
  }
  static func courseDegrees(_ stored: Int64) -> Double { Double(stored < 0 ? stored + 36000 : stored) / 100 }

  /// A fix's identity: its time, then its device (0 to 15). Times beyond what four-digit years reach end at the limit.
  static func fixID(_ time: Instant, device: Int64) -> Int64 { firstFixID(time) | (device & 15) }
  static func firstFixID(_ time: Instant) -> Int64 { max(-timeLimit, min(timeLimit, time.milliseconds)) << 4 }
  static func fixTime(_ id: Int64) -> Instant { Instant(milliseconds: id >> 4) }

  /// 2^58 ms: nine million years, so that the shift by a device's four bits cannot overflow.
  private static let timeLimit: Int64 = 1 << 58

  static func coordinate(_ lat: Int64, _ lon: Int64) -> Coordinate {
    Coordinate(latitude: degrees(lat), longitude: degrees(lon))
  }

  /// To the nearest whole number; what no column could mean ends at ±2^53, and NaN, which no fix holds, at 0.
  @inline(__always) private static func rounded(_ x: Double) -> Int64 {
    guard abs(x) < 0x1p53 else { return x.isNaN ? 0 : x < 0 ? -(1 << 53) : 1 << 53 }
    return Int64(x + (x < 0 ? -0.5 : 0.5))
  }
}
