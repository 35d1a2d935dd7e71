/// The position passed by a place whose name is worth knowing.
public struct PlaceRequest: Equatable, Sendable {
  public var coordinate: Coordinate
  public var time: Instant

  public init(coordinate: Coordinate, time: Instant) {
    self.coordinate = coordinate
    self.time = time
  }
}
