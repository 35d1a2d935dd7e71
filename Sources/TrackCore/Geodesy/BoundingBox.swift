import Glibc

extension BoundingBox {
  /// Degrees from its western to its eastern edge, 0...360.
  private var width: Double {
    let width = east - west
    return width < 0 ? width + 360 : width
  }

  /// Degrees east of its western edge, 0..<360.
  private func offset(_ longitude: Double) -> Double {
    let offset = longitude - west
    return offset < 0 ? offset + 360 : offset >= 360 ? offset - 360 : offset
  }

  /// Its edges belong to it.
  public func contains(_ position: Coordinate) -> Bool {
    position.latitude >= south && position.latitude <= north && offset(position.longitude) <= width
  }

  /// False only where nothing in the box is within so many metres of the position.
  public func isNear(_ position: Coordinate, within metres: Double) -> Bool {
    // A degree of latitude has 110.57 km at least (WGS 84, at the equator).
    let margin = metres / 110_000
    let (low, high) = (south - margin, north + margin)
    guard position.latitude >= low, position.latitude <= high else { return false }
    // Of a degree of longitude what is left at the farthest from the equator; near a pole nothing is.
    let shrink = cos(min(90, max(abs(low), abs(high))) * .pi / 180)
    guard shrink > 0.001, margin / shrink < 180 else { return true }
    return offset(position.longitude) <= width + margin / shrink || offset(position.longitude) >= 360 - margin / shrink
  }

  /// Whether the two have anything in common.
  public func overlaps(_ other: BoundingBox) -> Bool {
    guard south <= other.north, other.south <= north else { return false }
    return offset(other.west) <= width || other.offset(west) <= other.width
  }

  /// Whether the leg from one position to another, straight in degrees and the shorter way around, passes through it.
  public func isCrossed(from a: Coordinate, to b: Coordinate) -> Bool {
    var step = b.longitude - a.longitude
    if step > 180 { step -= 360 } else if step < -180 { step += 360 }
    let begin = offset(a.longitude)
    return [-360.0, 0, 360].contains { turn in
      var (enter, leave) = (0.0, 1.0)
      return BoundingBox.clip(begin - turn, step, 0, width, &enter, &leave)
        && BoundingBox.clip(a.latitude, b.latitude - a.latitude, south, north, &enter, &leave)
    }
  }

  /// Narrows the part of a leg, from 0 to 1, to that between two limits (Liang and Barsky, 1984); false where nothing is left.
  private static func clip(
    _ begin: Double, _ step: Double, _ low: Double, _ high: Double, _ enter: inout Double, _ leave: inout Double
  ) -> Bool {
    if step == 0 { return begin >= low && begin <= high }
    let (s, t) = ((low - begin) / step, (high - begin) / step)
    enter = max(enter, min(s, t))
    leave = min(leave, max(s, t))
    return enter <= leave
  }
}
