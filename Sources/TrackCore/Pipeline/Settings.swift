/// Every number that the owner may set, with the defaults of design and field. What is measured, not chosen, stands as a
/// constant in the stage that uses it.
public struct Settings: Equatable, Sendable {
  /// What carries the receiver: sets the numbers that depend on it.
  public enum Profile: String, CaseIterable, Sendable {
    case automotive, cycling, fitness, marine, airborne, `default`
  }

  public var filter = FilterSettings()
  public var visit = VisitSettings()
  public var trip = TripSettings()
  public var places = PlaceSettings()
  /// The receiver to follow, as gpsd names it; nil: the better one.
  public var device: String?
  /// How often, in time of fixes, the newest state of what is under way is written.
  public var commitInterval = Interval.seconds(10)

  public init() {}
}

public struct FilterSettings: Equatable, Sendable {
  /// Horizontal error in metres beyond which a fix is `inaccurate`.
  public var maxError = 100.0
  /// Age on arrival beyond which a fix is `stale`.
  public var maxAge = Interval.seconds(15)
  /// Metres per second beyond which a speed is impossible.
  public var maxSpeed = 80.0
  /// Metres moved before another fix is recorded.
  public var distance = 10.0
  /// Live, a fix dated before this is `wrongDate`.
  public var earliestDate: Instant?
  /// Accept what a receiver marks as simulated (status 8).
  public var acceptsSimulated = false

  public init() {}
}

public struct VisitSettings: Equatable, Sendable {
  /// The shortest stay that is a visit.
  public var minDuration = Interval.minutes(3)
  /// Metres: visits whose centres lie closer than this are to one place.
  public var radius = 50.0

  public init() {}
}

public struct TripSettings: Equatable, Sendable {
  /// A silence longer than this ends a trip.
  public var maxGap = Interval.minutes(30)

  public init() {}
}
