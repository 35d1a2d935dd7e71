/// A time zone as the zone files describe it: when local time was ahead of UTC by how much, and the rule for all time after.
///
/// Times here are seconds since 1970-01-01, of UTC or, where a name says `local`, of the clock on the wall.
public struct TimeZoneData: Equatable, Sendable {
  /// UTC of each change, ascending.
  var transitions: [Int64]
  /// Seconds east of UTC from each change on.
  var offsets: [Int32]
  /// Seconds east of UTC before the first change.
  var initial: Int32
  /// What holds after the last change; nil: its offset stays.
  var rule: PosixRule?

  init(transitions: [Int64] = [], offsets: [Int32] = [], initial: Int32, rule: PosixRule? = nil) {
    self.transitions = transitions
    self.offsets = offsets
    self.initial = initial
    self.rule = rule
  }

  public static let utc = TimeZoneData(initial: 0)

  /// A zone that a rule alone describes, as POSIX has it in TZ: `CET-1CEST,M3.5.0,M10.5.0/3`. nil where `text` is none.
  public init?(rule text: String) {
    guard let rule = PosixRule(Array(text.utf8.prefix(256))) else { return nil }
    self.init(initial: rule.standard, rule: rule)
  }

  /// Seconds that local time is ahead of UTC, -89,999...93,599 (RFC 9636). O(log n) in the changes of the zone.
  ///
  /// Worked: Asia/Kathmandu at 2026-01-01T00:00:00Z is 20,700, five hours and 45 minutes.
  public func offset(at instant: Instant) -> Int {
    Int(offset(atSeconds: floorDivide(instant.milliseconds, 1000).quotient))
  }

  func offset(atSeconds t: Int64) -> Int32 {
    let known = firstIndex(after: t)
    if known == transitions.count, let rule { return rule.offset(at: t) }
    return known == 0 ? initial : offsets[known - 1]
  }

  /// The next change after `t`; nil where there is none.
  func nextTransition(after t: Int64) -> Int64? {
    let known = firstIndex(after: t)
    return known < transitions.count ? transitions[known] : rule?.nextTransition(after: t)
  }

  /// The index of the first change later than `t`.
  private func firstIndex(after t: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= t { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Division that rounds down, so that the remainder is never negative; `divisor` must be positive.
func floorDivide(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (q, r) = number.quotientAndRemainder(dividingBy: divisor)
  return r < 0 ? (q - 1, r + divisor) : (q, r)
}
