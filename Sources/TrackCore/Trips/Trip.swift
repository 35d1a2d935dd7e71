/// The smallest box of latitudes and longitudes around a way. `west > east` where it crosses the antimeridian.
public struct BoundingBox: Equatable, Sendable {
  public var south: Double
  public var north: Double
  public var west: Double
  public var east: Double

  public init(south: Double, north: Double, west: Double, east: Double) {
    self.south = south
    self.north = north
    self.west = west
    self.east = east
  }
}

/// From the last stationary fix before to the first stationary fix after.
public struct Trip: Equatable, Sendable {
  public typealias ID = Int64

  public var id: ID
  public var start: Instant
  /// nil while under way; `last` then says how far it has come.
  public var end: Instant?
  /// The newest fix that counts to the trip: `end` once it is over.
  public var last: Instant
  public var from: Coordinate
  public var to: Coordinate
  /// Metres measured over accepted fixes.
  public var distance: Double
  /// Metres of straight lines over silences, apart from `distance`.
  public var bridgedDistance: Double
  public var movingTime: Interval
  /// Metres per second; nil where neither the receiver nor the positions tell.
  public var maxSpeed: Double?
  public var fixes: Int
  public var bounds: BoundingBox

  public init(
    id: ID, start: Instant, end: Instant?, last: Instant, from: Coordinate, to: Coordinate, distance: Double,
    bridgedDistance: Double, movingTime: Interval, maxSpeed: Double?, fixes: Int, bounds: BoundingBox
  ) {
    self.id = id
    self.start = start
    self.end = end
    self.last = last
    self.from = from
    self.to = to
    self.distance = distance
    self.bridgedDistance = bridgedDistance
    self.movingTime = movingTime
    self.maxSpeed = maxSpeed
    self.fixes = fixes
    self.bounds = bounds
  }
}
