import Glibc

/// Distances and directions on the WGS 84 ellipsoid.
public enum Geodesy {
  /// WGS 84: equatorial radius in metres and first eccentricity squared (NGA.STND.0036).
  static let a = 6_378_137.0
  static let e2 = 0.00669437999014132

  /// Metres between two positions along the ellipsoid.
  ///
  /// Below 50 km: the chord in the meridian and prime-vertical radii of the middle latitude, within 0.01 % of the geodesic;
  /// beyond (or within 1° of a pole): haversine on the mean sphere of 6,371,008.8 m, within 0.6 %. Antimeridian and poles need no care.
  /// Worked: (51.5007, -0.1246) to (51.5007, -0.1146) is 694.5 m.
  public static func distance(_ p: Coordinate, _ q: Coordinate) -> Double {
    let deg = Double.pi / 180
    var dLon = q.longitude - p.longitude
    if dLon > 180 { dLon -= 360 } else if dLon < -180 { dLon += 360 }
    let dLat = q.latitude - p.latitude
    let middle = (p.latitude + q.latitude) / 2 * deg
    if abs(dLat) < 0.45, abs(dLon) < 0.7, abs(p.latitude) < 89 {
      let s = sin(middle)
      let w2 = 1 - e2 * s * s
      let n = a / w2.squareRoot()
      let north = n * (1 - e2) / w2 * dLat * deg
      let east = n * (1 - s * s).squareRoot() * dLon * deg
      return (north * north + east * east).squareRoot()
    }
    let u = sin(dLat * deg / 2)
    let v = sin(dLon * deg / 2)
    let h = u * u + cos(p.latitude * deg) * cos(q.latitude * deg) * v * v
    return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
  }
}
