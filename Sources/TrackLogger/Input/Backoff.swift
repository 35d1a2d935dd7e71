import TrackCore

/// How long to wait before trying again: a second, then twice as long each time, 30 seconds at most.
struct Backoff: Equatable {
  static let first = Interval.seconds(1)
  static let longest = Interval.seconds(30)

  private var upcoming = Self.first

  /// Whether waits no longer grow.
  var isAtLongest: Bool { upcoming >= Self.longest }

  /// The wait after one more failure.
  mutating func next() -> Interval {
    defer { upcoming = min(upcoming * 2, Self.longest) }
    return upcoming
  }
}
