/// In which units people read lengths and speeds.
enum LengthUnits: String, CaseIterable {
  case km, mi

  /// The international mile and foot of 1959.
  private static let mile = 1609.344
  private static let foot = 0.3048

  /// From `--units`, else kilometres.
  static func chosen(_ invocation: Invocation) throws(Failure) -> LengthUnits {
    guard let name = invocation[.units] else { return .km }
    guard let units = LengthUnits(rawValue: name) else { throw .usage("--units takes km or mi, not '\(name)'") }
    return units
  }

  /// `850 m`, `18.3 km`; `850 ft`, `11.4 mi`
  func distance(_ metres: Double) -> String {
    switch self {
    case .km: metres < 999.5 ? Shown.number(metres, 0) + " m" : Shown.number(metres / 1000, 1) + " km"
    case .mi:
      metres < Self.mile / 10
        ? Shown.number(metres / Self.foot, 0) + " ft" : Shown.number(metres / Self.mile, 1) + " mi"
    }
  }

  /// `48 km/h`, `30 mph`
  func speed(_ metresPerSecond: Double) -> String {
    switch self {
    case .km: Shown.number(metresPerSecond * 3.6, 0) + " km/h"
    case .mi: Shown.number(metresPerSecond * 3600 / Self.mile, 0) + " mph"
    }
  }
}
