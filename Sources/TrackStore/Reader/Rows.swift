import TrackCore

/// A place by its number and the name that its owner gave it.
public struct PlaceReference: Hashable, Sendable {
  public var id: Int64
  public var name: String?

  public init(id: Int64, name: String?) {
    self.id = id
    self.name = name
  }
}

/// A trip, with the places of the visits between which it lies.
public struct TripRow: Equatable, Sendable {
  public var trip: Trip
  public var fromPlace: PlaceReference?
  public var toPlace: PlaceReference?
  /// What a server or the gazetteer calls its ends.
  public var fromName: PlaceName?
  public var toName: PlaceName?
}

public struct VisitRow: Equatable, Sendable {
  public var visit: Visit
  public var place: PlaceReference?
  /// What a server or the gazetteer calls it.
  public var name: PlaceName?
}

public struct PlaceRow: Equatable, Sendable {
  public var id: Int64
  /// Given by its owner.
  public var name: String?
  /// What a server or the gazetteer calls it.
  public var address: PlaceName?
  public var centre: Coordinate
  public var visits: Int
  /// When the first visit began and the last was seen; nil without visits.
  public var firstArrival: Instant?
  public var lastSeen: Instant?
  /// Spent there in all visits.
  public var duration: Interval
}

public struct EventRow: Equatable, Sendable {
  public var id: Int64
  public var event: TrackEvent
}

/// What is in the database, in numbers of rows.
public struct RowCounts: Equatable, Sendable {
  public var fixes: Int64
  public var trips: Int64
  public var visits: Int64
  public var places: Int64
  public var events: Int64
}

public struct DatabaseInfo: Equatable, Sendable {
  public var uuid: String
  /// Names the machine that made it.
  public var box: String
  public var schema: Int
  /// Of the file and its WAL.
  public var bytes: Int64
  /// The newest number of the sequence of changes.
  public var lastChange: Int64
}

/// One number of the sequence of changes, and what it stands for.
public struct ChangeRow: Equatable, Sendable {
  public enum Subject: Equatable, Sendable {
    /// Fixes from one id to another; some in between may be older than the number says.
    case fixes(first: Int64, last: Int64)
    case trip(Trip.ID)
    case visit(Visit.ID)
    case place(Int64)
    case event(Int64)
    case tripDeleted(Trip.ID)
    case visitDeleted(Visit.ID)
    case placeDeleted(Int64)
    /// Written by a newer program.
    case unknown
  }
  public var number: Int64
  public var subject: Subject
}

/// The half-open time from `since` to `until`; nil where it has no end on that side.
public struct TimeRange: Equatable, Sendable {
  public var since: Instant?
  public var until: Instant?

  public init(since: Instant? = nil, until: Instant? = nil) {
    self.since = since
    self.until = until
  }

  public static let all = TimeRange()

  /// Bounds that SQL can compare with.
  var lower: Int64 { since?.milliseconds ?? .min }
  var upper: Int64 { until?.milliseconds ?? .max }
}
