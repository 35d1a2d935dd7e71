/// Under way: is this bin part of a stay?
extension TrackDetector {
  /// Metres within which, or as many errors as a departure that was none, a receiver settles when it wakes.
  static let warmUp: Float = 60
  /// Metres from where it began beyond which motion is shown even if no single half minute did.
  static let shownWay: Float = 200

  mutating func underWay(_ k: Int, into changes: inout [TrackChange]) {
    // What the silence before the last bin was may show only now.
    if wakes(k - 1) {
      comeBack(k - 1, into: &changes)
      if stay != nil { return standing(k, into: &changes) }
    }
    showMotion(k, into: &changes)
    if wakes(k) { comeBack(k, into: &changes) } else { seek(k, into: &changes) }
  }

  private mutating func seek(_ k: Int, into changes: inout [TrackChange]) {
    note(k)
    let bin = history[k]
    let silence = history.silence(before: k)
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

  /// Bin `k` is away from the stay that was left, which is let go of when it can no longer turn out that it was not.
  mutating func note(_ k: Int) {
    guard departed != nil else { return }
    departed?.note(history[k])
    let start = max(history.first, search.start ?? k)
    let earliest = min(
      history[start].start - .seconds(Double(StayEdges.lookBack)), history[max(history.first, start - 1)].end)
    if departed?.isOpen(at: earliest) == false { departed = nil }
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
    guard let stood, case let time = lasted(stood), time >= Self.standstill, time < settings.visit.minDuration else {
      return nil
    }
    return FoundArrival(time: history[stood.lowerBound].start, bin: stood.lowerBound, centre: found.centre)
  }
}
