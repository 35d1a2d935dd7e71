/// What later stages should know of a fix beside the fix itself.
public enum FilterNotice: Equatable, Sendable {
  /// Dates are moved by this much from here on: a multiple of 1024 weeks.
  case corrected(Interval)
  /// The fix of this time is where the fixes go on at a place that cannot be reached from the one before: the way to it
  /// is bridged, not measured.
  case reanchored(at: Instant)
  /// The fix of this time, and those that follow, are earlier than fixes released before, which were dated ahead.
  case restarted(at: Instant)
}
