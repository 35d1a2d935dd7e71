/// Under way: is this bin part of a stay?
extension TrackDetector {
  /// A silence of at least the minimum duration whose ends lie nearer than a very slow walk reaches is a stay: the vehicle
  /// was off, or the walker indoors. Metres per second, and metres at most: of who had come to stand, as a cold receiver
  /// takes a minute to see that the vehicle has left; of who came on foot; and of who drove into a garage.
  static let hiddenStaySpeed: Float = 0.45
  static let hiddenWayStanding: Float = 1_000
  static let hiddenWayOnFoot: Float = 300
  static let hiddenWayDriving: Float = 500
  /// Metres within which, or as many errors as a departure that was none, a receiver settles when it wakes.
  static let warmUp: Float = 60
  /// Metres from where it began beyond which motion is shown even if no single half minute did.
  static let shownWay: Float = 200

  mutating func underWay(_ k: Int, into changes: inout [TrackChange]) {
    let bin = history[k]
    departed?.note(bin)
    showMotion(k, into: &changes)
    let silence = history.silence(before: k)
    if silence >= Float(settings.visit.minDuration.seconds), search.start != nil, k > history.first {
      return comeBack(k, after: silence, into: &changes)
    }
    if silence > cadence.hole, search.start != nil {
      let way = bin.position.distance(to: history[k - 1].position)
      let gate = Reach.gate(error: max(bin.error, history[k - 1].error))
      if way > gate, way / silence > Self.hiddenStaySpeed { return search.restart(at: k, in: &history) }
    }
    search.follow(k, in: &history, cadence: cadence)
    watchStandstill(k, into: &changes)
    guard let start = search.start, bin.end - history[start].start >= settings.visit.minDuration else { return }
    let found = arrival(of: start, through: k)
    guard bin.end - found.time >= settings.visit.minDuration,
      !Creep.isShown(from: found.bin, through: k, in: history)
    else { return }
    open(cameOnFoot(to: found) ?? found, members: start...k, into: &changes)
  }

  /// Fixes come again after a silence that is long enough for a stay.
  private mutating func comeBack(_ k: Int, after silence: Float, into changes: inout [TrackChange]) {
    let bin = history[k]
    let before = history[k - 1]
    var distance = bin.position.distance(to: before.position)
    if let centre = search.centre(through: k - 1, in: history) {
      distance = min(distance, bin.position.distance(to: centre))
    }
    let isNear = distance <= Reach.gate(error: max(bin.error, before.error))
    let limit = silence > Float(settings.trip.maxGap.seconds) ? Self.hiddenWayStanding : hiddenWay(before: k)
    let isSlow = distance / silence < Self.hiddenStaySpeed
    if isNear || distance < limit && (isSlow || hasStopped(before: k, for: distance)) {
      var start = k - 1
      while let first = search.start, start > max(first, history.first), history[start - 1].isMember { start -= 1 }
      for j in start..<k {
        history[j].isMember = history[j].position.distance(to: before.position) <= Reach.gate(error: history[j].error)
      }
      open(arrival(of: start, through: k - 1), members: start...k - 1, coasting: coast(from: k - 1), into: &changes)
      return standing(k, into: &changes)
    }
    tellGap(before: k, into: &changes)
    if silence > Float(settings.trip.maxGap.seconds) {
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
    guard history[k].velocity != nil, k - 2 >= history.first,
      !(k - 2..<k).contains(where: { history[$0].speed > StayEdges.walkingSpeed })
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

  /// Nothing is known of what was before bin `k`.
  mutating func begin(at k: Int) {
    way = Way(start: history[k].start, from: plane.coordinate(history[k].position), first: k, isFromNowhere: true)
    departed = nil
    search.restart(at: k, in: &history)
    enter(.unknown)
  }

  /// Where nothing was known before, motion makes the way a trip.
  private mutating func showMotion(_ k: Int, into changes: inout [TrackChange]) {
    guard let way, way.id == nil else { return }
    let gone = history[k].position.distance(to: plane.point(way.from))
    if gone > max(Self.shownWay, 4 * history[k].error)
      || SustainedMotion.isShown(at: k, in: history, cadence: cadence)
    {
      showTrip(into: &changes)
    }
  }

  struct FoundArrival {
    var time: Instant
    var bin: Int
    var centre: Point
  }

  /// What seemed a way from nowhere to `centre` was a cold receiver that came nearer to where it stood.
  private func isWarmUp(_ way: Way, at centre: Point) -> Bool {
    guard way.isFromNowhere, history[history.first].start <= way.start else { return false }
    for k in history.first..<history.end where history[k].start >= way.start {
      let distance = history[k].position.distance(to: centre)
      if distance > max(Self.warmUp, Departed.errors * history[k].error) { return false }
    }
    return true
  }

  /// When the stay that a candidate shows began.
  func arrival(of start: Int, through last: Int) -> FoundArrival {
    let centre =
      history.centre(of: start..<last + 1, limit: 128) { $0.isMember } ?? history[last].position
    let spread = median(count: last - start + 1) { history[start + $0].position.distance(to: centre) }
    guard let way, way.id != nil, !isWarmUp(way, at: centre) else {
      return FoundArrival(time: way?.start ?? history[start].start, bin: history.first, centre: centre)
    }
    let edges = StayEdges(history: history, cadence: cadence, centre: centre, spread: spread)
    var middle = start
    let latest = history[start].start + .seconds(Double(StayEdges.settled))
    while middle < last, middle - start < (last - start) / 2, history[middle].start < latest { middle += 1 }
    var low = max(history.first, min(start - 1, history.index(StayEdges.lookBack, before: start)))
    while low < middle, history[low].start < way.start { low += 1 }
    let first = edges.arrival(in: low...middle)
    var time = history[first].start
    // It came while nothing was seen: as soon as it can have.
    if first > low { time = edges.came(before: first) }
    return FoundArrival(time: max(time, way.start), bin: first, centre: centre)
  }

  /// Who stood for two minutes and walked the rest, no farther than a place reaches, had arrived where he stood: the bicycle
  /// was locked, the boat made fast. A stand that lasts as long as a stay is none of another one.
  private func cameOnFoot(to found: FoundArrival) -> FoundArrival? {
    guard let way, cadence.usual <= StayEdges.neighbourly else { return nil }
    let edges = StayEdges(history: history, cadence: cadence, centre: found.centre, spread: 0)
    let lasted = { (bins: ClosedRange<Int>) in history[bins.upperBound].end - history[bins.lowerBound].start }
    let door = history[found.bin].position
    var stood: ClosedRange<Int>?
    for k in (history.first..<found.bin).reversed() {
      guard history[k].start >= way.start, history.silence(before: k + 1) <= cadence.hole,
        history[k].position.distance(to: door) <= Reach.farthest,
        let speed = edges.speed(at: k), speed <= StaySearch.leavingSpeed
      else { break }
      if speed <= StayEdges.walkingSpeed {
        stood = k...(stood?.upperBound ?? k)
      } else if let bins = stood {
        if lasted(bins) >= Self.standstill { break }
        stood = nil
      }
    }
    guard let stood, lasted(stood) >= Self.standstill, lasted(stood) < settings.visit.minDuration else { return nil }
    return FoundArrival(time: history[stood.lowerBound].start, bin: stood.lowerBound, centre: found.centre)
  }
}
