/// A stay of at least the minimum duration (3 minutes) at one place.
public struct Visit: Equatable, Sendable {
  public typealias ID = Int64

  public var id: ID
  public var arrival: Instant
  /// nil while there; `last` then says when it was last seen there.
  public var departure: Instant?
  public var last: Instant
  public var centre: Coordinate
  /// How well the centre is known, in metres.
  public var accuracy: Double
  public var fixes: Int
  /// Its minimum duration was not seen but concluded from a silence between two fixes at one place.
  public var inferred: Bool

  public init(
    id: ID, arrival: Instant, departure: Instant?, last: Instant, centre: Coordinate, accuracy: Double, fixes: Int,
    inferred: Bool
  ) {
    self.id = id
    self.arrival = arrival
    self.departure = departure
    self.last = last
    self.centre = centre
    self.accuracy = accuracy
    self.fixes = fixes
    self.inferred = inferred
  }
}
