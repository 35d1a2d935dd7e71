/// A candidate that still gets on: a slow jam, a stroll, a boat that drifts. It is no stay yet.
enum Creep {
  /// Seconds looked at: the whole of a short candidate, the last minutes of a long one.
  static let window: Float = 180
  static let longest: Float = 300
  /// Of the gate: how far first and last third of the window may lie apart.
  static let share: Float = 0.9

  static func isShown(from start: Int, through last: Int, in history: History) -> Bool {
    let isShort = Float((history[last].start - history[start].start).seconds) < longest
    let from = isShort ? start : max(start, history.index(window, before: last))
    let count = (from...last).reduce(0) { $0 + (history[$1].isMember ? 1 : 0) }
    let third = max(1, count / 3)
    guard let end = history.centre(of: from..<last + 1, limit: third, where: { $0.isMember }) else { return false }
    // The first third: up to the bin that completes it.
    var middle = from
    var passed = 0
    while middle <= last {
      if history[middle].isMember { passed += 1 }
      middle += 1
      if passed == third { break }
    }
    guard let begin = history.centre(of: from..<middle, limit: third, where: { $0.isMember }) else { return false }
    return begin.distance(to: end) > share * Reach.gate(error: history.medianError(of: from..<last + 1))
  }
}
