/// When a stay began, and when it ended: the instant that best parts bins that look like standing there from bins that look
/// like moving.
///
/// Each bin gives evidence between -2.5 (moving, far away) and +1.75 (standing, there). An arrival is where the sum from it
/// on is largest, a departure where the sum up to it is: single spikes, waits nearby and steps inside are outvoted.
struct StayEdges {
  /// Metres per second: about here evidence turns from standing to moving; a stroll inside is slower, a walk faster.
  static let walkingSpeed: Float = 0.8
  static let speedSoftness: Float = 0.5
  /// Seconds that a speed speaks for: of sparser bins it says less of what was between them.
  static let speedValidity: Float = 15
  /// Weight of where a bin is, against how fast.
  static let positionWeight: Float = 0.75
  /// Beyond so many metres it stands elsewhere, if it stands.
  static let elsewhere: Float = 250
  static let elsewhereWeight: Float = 1.5
  /// Metres: the smallest circle that holds a stay.
  static let leastRadius: Float = 10
  /// Seconds: the usual interval up to which bins share their Doppler velocities with their neighbours.
  static let neighbourly: Float = 7
  /// Seconds over which positions alone give a speed.
  static let positionWindow: Float = 10

  /// Seconds before a candidate, or before the first bin outside, that an edge is looked for in.
  static let lookBack: Float = 160
  /// Seconds after which a candidate stands, whatever its first bins looked like.
  static let settled: Float = 120
  /// Metres per second of who comes or goes unseen, at least: a walk.
  static let hiddenSpeed: Float = 1.2
  /// Seconds and metres that one can have gone unseen and still be said to have left just before.
  static let longestHiddenTravel: Float = 120
  static let longestHiddenWay: Float = 1_000

  /// From standing at a steady rise of speed the way takes twice what it takes at the last speed; less, once that is reached.
  static let rolling: Float = 1.5
  /// Seconds within a standing bin that it may still roll, or roll already.
  static let slack: Float = 2.5

  let history: History
  let cadence: Cadence
  let centre: Point
  let radius: Float

  init(history: History, cadence: Cadence, centre: Point, spread: Float) {
    self.history = history
    self.cadence = cadence
    self.centre = centre
    radius = min(60, max(Self.leastRadius, 1.3 * spread + 6))
  }

  /// The bin of `range` with which standing begins.
  func arrival(in range: ClosedRange<Int>) -> Int { edge(of: range.reversed(), from: range.upperBound) }

  /// The bin of `range` with which standing ends.
  func departure(in range: ClosedRange<Int>) -> Int { edge(of: range, from: range.lowerBound) }

  /// The last of `bins`, which lead from the stay outward, that belongs to it.
  private func edge(of bins: some Sequence<Int>, from first: Int) -> Int {
    var best = first
    var sum: Float = 0
    var largest: Float = -.infinity
    var drove = false
    for k in bins {
      let isThere = isThere(k)
      let says = evidence(k)
      sum += drove && !isThere ? min(0, says) : says
      if !isThere, history[k].velocity != nil, history[k].speed > StaySearch.leavingSpeed { drove = true }
      if sum >= largest {
        largest = sum
        best = k
      }
    }
    return best
  }

  func isMoving(_ k: Int) -> Bool { (speed(at: k) ?? 0) > Self.walkingSpeed }

  private func isThere(_ k: Int) -> Bool { history[k].position.distance(to: centre) <= radius }

  func evidence(_ k: Int) -> Float {
    let isThere = isThere(k)
    let isElsewhere = !isThere && history[k].position.distance(to: centre) > Self.elsewhere
    let place = isThere ? Self.positionWeight : isElsewhere ? -Self.elsewhereWeight : -Self.positionWeight
    guard let speed = speed(at: k) else { return place }
    let weight = min(1, Self.speedValidity / cadence.usual)
    return weight * min(1, max(-1, (Self.walkingSpeed - speed) / Self.speedSoftness)) + place
  }

  /// When who stands from bin `k` on came there, from the bin before at its speed.
  func came(before k: Int) -> Instant {
    let before = history[k - 1]
    guard history.silence(before: k) > Self.neighbourly else {
      guard let travel = rollingTime(k - 2) else { return history[k].start }
      let stopped = Self.wholeSecond(history[k - 2].middle + travel)
      return min(max(stopped, history[k - 1].start), history[k].start + .seconds(Double(Self.slack)))
    }
    let travel = before.position.distance(to: centre) / fastest(from: k - 1, through: k - 1)
    return min(history[k].start, Self.wholeSecond(before.end + .seconds(Double(travel))))
  }

  /// When who stands up to bin `k` left, for the bin after it at its speed.
  func left(after k: Int) -> Instant {
    let after = history[k + 1]
    guard history.silence(before: k + 1) > Self.neighbourly else {
      guard let travel = rollingTime(k + 2) else { return history[k].end }
      let started = Self.wholeSecond(history[k + 2].middle - travel)
      return max(min(started, history[k + 1].end), history[k].end - .seconds(Double(Self.slack)))
    }
    let travel = after.position.distance(to: centre) / fastest(from: k + 1, through: k + 1)
    return max(history[k].end, Self.wholeSecond(after.start - .seconds(Double(travel))))
  }

  /// What is estimated has no milliseconds.
  private static func wholeSecond(_ time: Instant) -> Instant {
    Instant(milliseconds: (time.milliseconds + 500) / 1000 * 1000)
  }

  /// What a vehicle in bin `k` takes from the centre or to it, with its speed rising or falling; nil where it is none.
  private func rollingTime(_ k: Int) -> Interval? {
    guard k >= history.first, k <= history.last, history[k].velocity != nil, history[k].speed > Pace.vehicle else {
      return nil
    }
    return .seconds(Double(Self.rolling * history[k].position.distance(to: centre) / history[k].speed))
  }

  /// The speed at which it can have come or gone unseen, from what bins `first` through `last` show; at least a walk.
  func fastest(from first: Int, through last: Int) -> Float {
    (first...last).reduce(Self.hiddenSpeed) { max($0, speed(at: $1) ?? 0) }
  }

  /// The speed of bin `k` alone where Doppler tells it.
  func ownSpeed(at k: Int) -> Float? { history[k].velocity == nil ? speed(at: k) : history[k].speed }

  /// The speed about bin `k`: of the mean Doppler vector of it and its neighbours, else from positions.
  func speed(at k: Int) -> Float? {
    // What is sparser than that tells of other moments.
    let near = cadence.usual > Self.neighbourly ? 0 : cadence.hole
    let low = k > history.first && history.silence(before: k) <= near ? k - 1 : k
    let high = k < history.last && history.silence(before: k + 1) <= near ? k + 1 : k
    if let velocity = history.velocity(of: low...high) { return velocity.length }
    var a = k
    var b = k
    while a > history.first, Float((history[k].start - history[a].start).seconds) < Self.positionWindow,
      history.silence(before: a) <= cadence.hole
    { a -= 1 }
    while b < history.last, Float((history[b].start - history[k].start).seconds) < Self.positionWindow,
      history.silence(before: b + 1) <= cadence.hole
    { b += 1 }
    let seconds = Float((history[b].start - history[a].start).seconds)
    guard seconds > 0 else { return nil }
    return history[a].position.distance(to: history[b].position) / seconds
  }
}
