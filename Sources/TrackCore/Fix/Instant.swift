/// An instant in UTC, in milliseconds since 1970-01-01T00:00:00Z (POSIX time: no leap seconds).
public struct Instant: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Seconds since 1970, for arithmetic that needs a number.
  public var seconds: Double { Double(milliseconds) / 1000 }

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
  public static func - (a: Instant, b: Instant) -> Interval {
    Interval(milliseconds: a.milliseconds &- b.milliseconds)
  }
  public static func + (a: Instant, b: Interval) -> Instant { Instant(milliseconds: a.milliseconds &+ b.milliseconds) }
  public static func - (a: Instant, b: Interval) -> Instant { Instant(milliseconds: a.milliseconds &- b.milliseconds) }
}

/// A length of time, in milliseconds; negative where it runs backwards.
public struct Interval: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static let zero = Interval(milliseconds: 0)
  /// To the nearest millisecond; `s` must be finite and within ±9e15.
  public static func seconds(_ s: Double) -> Interval { Interval(milliseconds: Int64((s * 1000).rounded())) }

  /// Constants of whole seconds and minutes take these, and need no initialisation when the program runs.
  public static func seconds(_ s: Int) -> Interval { Interval(milliseconds: Int64(s) * 1000) }
  public static func minutes(_ m: Int) -> Interval { Interval(milliseconds: Int64(m) * 60_000) }

  public static func minutes(_ m: Double) -> Interval { seconds(m * 60) }

  public var seconds: Double { Double(milliseconds) / 1000 }

  public static func < (a: Interval, b: Interval) -> Bool { a.milliseconds < b.milliseconds }
  public static func + (a: Interval, b: Interval) -> Interval {
    Interval(milliseconds: a.milliseconds &+ b.milliseconds)
  }
  public static func - (a: Interval, b: Interval) -> Interval {
    Interval(milliseconds: a.milliseconds &- b.milliseconds)
  }
  public static func * (a: Interval, k: Int64) -> Interval { Interval(milliseconds: a.milliseconds &* k) }
}

/// When a line arrived, in milliseconds of a clock of the receiving host. Live it is CLOCK_BOOTTIME, which never steps; in a
/// replay it is the line's prefix, some host's wall clock, which may. Never to be compared with an `Instant` as it stands.
public struct Arrival: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (a: Arrival, b: Arrival) -> Bool { a.milliseconds < b.milliseconds }
  public static func - (a: Arrival, b: Arrival) -> Interval {
    Interval(milliseconds: a.milliseconds &- b.milliseconds)
  }
  public static func + (a: Arrival, b: Interval) -> Arrival { Arrival(milliseconds: a.milliseconds &+ b.milliseconds) }
}
