/// Under way, and heard again after a silence that is long enough for a stay: did it stand meanwhile?
extension TrackDetector {
  /// A silence of at least the minimum duration whose ends lie nearer than a very slow walk reaches is a stay: the vehicle
  /// was off, or the walker indoors. Metres per second, and metres at most: of who had come to stand, as a cold receiver
  /// takes a minute to see that the vehicle has left; of who came on foot; and of who drove into a garage.
  static let hiddenStaySpeed: Float = 0.45
  static let hiddenWayStanding: Float = 1_000
  static let hiddenWayOnFoot: Float = 300
  static let hiddenWayDriving: Float = 500

  /// Bin `k` is the first after a silence that is long enough for a stay, which has not been judged.
  func wakes(_ k: Int) -> Bool {
    guard let start = search.start, start < k, k > history.first else { return false }
    return history.silence(before: k) >= Float(settings.visit.minDuration.seconds)
  }

  /// Metres between bin `k` and what was before it: the candidate, or its last bin.
  private func distance(woken k: Int) -> Float {
    let apart = history[k].position.distance(to: history[k - 1].position)
    guard let centre = search.centre(through: k - 1, in: history) else { return apart }
    return min(apart, history[k].position.distance(to: centre))
  }

  private enum Verdict { case stood, wentOn, undecided }

  /// Positions alone tell how fast it goes on after a silence only together with the next bin, and that matters only where it is
  /// neither plain that it stood nor that it went on.
  private func verdict(woken k: Int) -> Verdict {
    let silence = history.silence(before: k)
    let distance = distance(woken: k)
    if distance <= Reach.gate(error: max(history[k].error, history[k - 1].error)) { return .stood }
    let isLong = silence > Float(settings.trip.maxGap.seconds)
    guard distance < (isLong ? Self.hiddenWayStanding : hiddenWay(before: k)) else { return .wentOn }
    if distance / silence < Self.hiddenStaySpeed { return .stood }
    if history[k].velocity == nil, k == history.last, !isLong { return .undecided }
    return hasStopped(before: k, for: distance) ? .stood : .wentOn
  }

  /// Fixes come again after a silence that is long enough for a stay.
  mutating func comeBack(_ k: Int, into changes: inout [TrackChange]) {
    let before = history[k - 1]
    switch verdict(woken: k) {
    case .undecided: return
    case .wentOn: break
    case .stood:
      var start = k - 1
      while let first = search.start, start > max(first, history.first), history[start - 1].isMember { start -= 1 }
      for j in start..<k {
        history[j].isMember = history[j].position.distance(to: before.position) <= Reach.gate(error: history[j].error)
      }
      // All of the way there counts.
      odometer.advance(&history, cadence: cadence, plane: plane, through: k - 1)
      way?.advance(through: odometer.next - 1, in: history, plane: plane)
      open(arrival(of: start, through: k - 1), members: start...k - 1, coasting: coast(from: k - 1), into: &changes)
      return standing(k, into: &changes)
    }
    note(k)
    tellGap(before: k, into: &changes)
    if history.silence(before: k) > Float(settings.trip.maxGap.seconds) {
      finishWay(at: before.end, to: plane.coordinate(before.position), with: k - 1, into: &changes)
      begin(at: k)
    } else {
      search.restart(at: k, in: &history)
    }
  }

  /// It had come to stand before the silence, and what is left of it after the way on, at the speed at which that goes on,
  /// is long enough for a stay.
  private func hasStopped(before k: Int, for distance: Float) -> Bool {
    let edges = StayEdges(history: history, cadence: cadence, centre: history[k - 1].position, spread: 0)
    guard edges.speed(at: k) != nil, k - 2 >= history.first,
      (k - 2..<k).allSatisfy({ edges.ownSpeed(at: $0) ?? .infinity <= StayEdges.walkingSpeed })
    else { return false }
    let travel = distance / edges.fastest(from: k, through: k)
    guard travel <= StayEdges.longestHiddenTravel else { return false }
    return history[k].start - .seconds(Double(travel)) - history[k - 2].start >= settings.visit.minDuration
  }

  /// How far it went on, most likely, after sparse fixes whose last one was still under way: for half an interval.
  private func coast(from k: Int) -> Point {
    guard cadence.usual > StayEdges.neighbourly, let velocity = history[k].velocity,
      history[k].speed > StayEdges.walkingSpeed
    else { return .zero }
    return velocity * (cadence.usual / 2)
  }

  /// Metres that may lie between the ends of a silence in which it stood.
  private func hiddenWay(before k: Int) -> Float {
    let edges = StayEdges(history: history, cadence: cadence, centre: history[k - 1].position, spread: 0)
    // A minute or two at the speed at which it goes on explain so much of the way.
    let since = StayEdges.longestHiddenTravel * (history[k].velocity == nil ? 0 : edges.fastest(from: k, through: k))
    guard let speed = edges.speed(at: k - 1) else { return max(since, Reach.farthest) }
    if speed < StayEdges.walkingSpeed { return Self.hiddenWayStanding }
    let before = speed < StaySearch.leavingSpeed ? Self.hiddenWayOnFoot : Self.hiddenWayDriving
    return min(Self.hiddenWayStanding, max(before, since))
  }
}
