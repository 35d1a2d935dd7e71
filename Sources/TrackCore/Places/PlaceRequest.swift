/// The position passed by a place whose name is worth knowing.
public struct PlaceRequest: Equatable, Sendable {
  public var coordinate: Coordinate
  public var time: Instant
  /// Metres from the position that was asked for before; 0 where there is none.
  public var spacing: Double

  public init(coordinate: Coordinate, time: Instant, spacing: Double = 0) {
    self.coordinate = coordinate
    self.time = time
    self.spacing = spacing
  }

  /// Metres within which a name that is known, or asked for already, serves as well: `minDistance`, beyond which another place
  /// begins; and where one is too fast for that, 0.6 of the way since the last ask. Whoever asks every 1200 m has no point of the
  /// way farther than half of that from a name: on the same road on another day, with the asks halfway between the former ones or
  /// on the other lane, none is needed. Never more than 1.5 km.
  public func reach(minDistance: Double) -> Double { max(minDistance, min(0.6 * spacing, 1500)) }
}
