import TrackCore

/// How much of a trip lies on each side of some instants, by its recorded fixes.
///
/// What was measured is shared out by the chords between fixes, what was bridged by the long silences among them,
/// moving time by the time without those. A chord over an instant is cut in proportion to time. Where the fixes say
/// nothing (pruned, or none recorded) time alone shares.
struct TripShares {
  struct Part {
    var measured = 0.0
    var bridged = 0.0
    var moving = 0.0
    var time = 0.0
  }

  private let cuts: [Instant]
  private var parts: [Part]
  private var previous: Fix?

  /// Seconds between fixes beyond which a leg counts as bridged (design: 30 s).
  private static let silence = 30.0

  /// `cuts` lie between `start` and `end`, in rising order.
  init(start: Instant, end: Instant, cuts: [Instant]) {
    self.cuts = cuts
    parts = [Part](repeating: Part(), count: cuts.count + 1)
    divide(start, end) { $0.time += $1 }
  }

  mutating func add(_ fix: Fix) {
    defer { previous = fix }
    guard let previous, fix.time > previous.time else { return }
    let length = Geodesy.distance(previous.coordinate, fix.coordinate)
    let seconds = (fix.time - previous.time).seconds
    divide(previous.time, fix.time) { part, share in
      if seconds > Self.silence {
        part.bridged += length * share / seconds
      } else {
        part.measured += length * share / seconds
        part.moving += share
      }
    }
  }

  /// Calls `body` with each part and the seconds of the time from `a` to `b` that lie in it.
  private mutating func divide(_ a: Instant, _ b: Instant, _ body: (inout Part, Double) -> Void) {
    var from = a
    for part in parts.indices {
      let to = part < cuts.count ? min(max(cuts[part], a), b) : b
      if to > from { body(&parts[part], (to - from).seconds) }
      from = max(from, to)
    }
  }

  /// Shares out a whole number, so that the shares add up to it.
  func split(_ total: Int64, by weight: KeyPath<Part, Double>) -> [Int64] {
    var weights = parts.map { $0[keyPath: weight] }
    if weights.reduce(0, +) <= 0 { weights = parts.map(\.time) }
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return [total] + [Int64](repeating: 0, count: parts.count - 1) }
    var shares: [Int64] = []
    var seen = 0.0
    var given: Int64 = 0
    for (index, weight) in weights.enumerated() {
      seen += weight
      let part = (Double(total) * min(1, seen / sum)).rounded()
      let upTo = index == weights.count - 1 ? total : Int64(exactly: part) ?? total
      shares.append(upTo &- given)
      given = upTo
    }
    return shares
  }
}
