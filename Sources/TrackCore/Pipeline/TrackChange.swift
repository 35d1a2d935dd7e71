/// What follows from an input: a row to write. The store does each in order and adds nothing of its own but change numbers.
public enum TrackChange: Equatable, Sendable {
  /// A fix worth keeping.
  case fix(Fix)
  case event(TrackEvent)
  /// A new trip, or the newest state of a known one.
  case trip(Trip)
  /// A new visit, or the newest state of a known one.
  case visit(Visit)
  /// There was no such trip after all.
  case tripWithdrawn(Trip.ID)
  /// There was no such visit after all.
  case visitWithdrawn(Visit.ID)
  /// Where it passes is worth a name. Visits and the ends of trips are by themselves.
  case placeWanted(PlaceRequest)
}

/// Something that happened, as scripts see it in `tracklogger events`.
public struct TrackEvent: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case tripStart = "trip-start"
    case tripEnd = "trip-end"
    case arrival
    case departure
    case stationary
    case moving
    case geofenceEnter = "geofence-enter"
    case geofenceExit = "geofence-exit"
    case geofenceDwell = "geofence-dwell"
    case significantChange = "significant-change"
    case fixLost = "fix-lost"
    case fixFound = "fix-found"
    case gpsdLost = "gpsd-lost"
    case gpsdFound = "gpsd-found"
    case clockCorrected = "clock-corrected"
    case gap
    case tripWithdrawn = "trip-withdrawn"
    case arrivalWithdrawn = "arrival-withdrawn"
    case departureWithdrawn = "departure-withdrawn"
  }

  public var kind: Kind
  /// When it happened.
  public var time: Instant
  /// When that became clear: `time` or later.
  public var noticed: Instant
  public var coordinate: Coordinate?
  public var trip: Trip.ID?
  public var visit: Visit.ID?
  /// Metres: of a gap or a significant change, the straight line across it.
  public var distance: Double?

  public init(
    _ kind: Kind, time: Instant, noticed: Instant, coordinate: Coordinate? = nil, trip: Trip.ID? = nil,
    visit: Visit.ID? = nil, distance: Double? = nil
  ) {
    self.kind = kind
    self.time = time
    self.noticed = noticed
    self.coordinate = coordinate
    self.trip = trip
    self.visit = visit
    self.distance = distance
  }
}
