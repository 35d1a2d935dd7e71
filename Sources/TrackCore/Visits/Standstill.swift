/// Standing under way, before it is known whether it becomes a stay: `stationary` is told sooner than an arrival.
extension TrackDetector {
  /// Longer than one waits at most lights, and short enough to be of use to who acts on it.
  static let standstill = Interval.minutes(2)

  /// A candidate that has lasted so long stands, until another one takes its place.
  mutating func watchStandstill(_ k: Int, into changes: inout [TrackChange]) {
    guard let start = search.start else { return }
    let lasted = history[k].end - history[max(start, history.first)].start
    if motion != .stationary, lasted >= Self.standstill {
      let found = arrival(of: start, through: k)
      guard history[k].end - found.time >= Self.standstill, !Creep.isShown(from: start, through: k, in: history) else {
        return
      }
      tellStanding(since: found.time, at: found.centre, into: &changes)
    } else if motion == .stationary, lasted < Self.standstill, way?.id != nil {
      tellMoving(since: history[max(history.first, start - 1)].end, into: &changes)
    }
  }
}
