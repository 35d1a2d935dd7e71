/// Standing: is this bin still there, or on the way out?
extension TrackDetector {
  mutating func standing(_ k: Int, into changes: inout [TrackChange]) {
    guard var stay else { return }
    let bin = history[k]
    let deviation = bin.position.distance(to: stay.centre)
    if deviation <= stay.gate(error: bin.error) {
      if excursion != nil { excursion?.inside += 1 }
      if let excursion, excursion.inside < Excursion.returned { return }
      excursion = nil
      let isMoving = StayEdges(history: history, cadence: cadence, centre: stay.centre, spread: stay.spread).isMoving(k)
      stay.add(bin, isSilent: history.silence(before: k) > cadence.silence, isMoving: isMoving)
      self.stay = stay
      if let departed, departed.isDoubtful || !departed.isDoppler, stay.last - stay.arrival < Departed.reunion {
        if stay.hasSettled,
          departed.isContinued(by: stay.centre, error: bin.error, from: stay.arrival, way: way?.length ?? 0)
        {
          rejoin(departed, into: &changes)
        }
      } else {
        departed = nil
      }
      if !isMoving { scale.note(deviation: deviation, believed: bin.error) }
      return
    }
    var outside = excursion ?? Excursion(first: k)
    outside.inside = 0
    let verdict = outside.verdict(at: k, of: stay, in: history, cadence: cadence)
    excursion = outside
    switch verdict {
    case .undecided: break
    case .drift: take(from: outside.first, through: k, into: stay)
    case .left: leave(k, isDoubtful: false, into: &changes)
    case .leftUnseen:
      // More was seen of the other place: this one was the outlier.
      if stay.bins < k - outside.first + 1,
        stay.last - stay.arrival < Interval.seconds(Double(k - outside.first + 1) * 5),
        outside.isOnePlace(through: k, within: stay.gate(error: bin.error), in: history)
      {
        stay.resample()
        take(from: outside.first, through: k, into: stay)
      } else {
        leave(k, isDoubtful: true, into: &changes)
      }
    }
  }

  private mutating func take(from first: Int, through last: Int, into stay: Stay) {
    var stay = stay
    for j in max(first, history.first)...last {
      stay.add(history[j], isSilent: history.silence(before: j) > cadence.silence)
    }
    self.stay = stay
    excursion = nil
  }

  /// The stay is over: since when?
  private mutating func leave(_ k: Int, isDoubtful: Bool, into changes: inout [TrackChange]) {
    guard let stay, let excursion else { return }
    let edges = StayEdges(history: history, cadence: cadence, centre: stay.centre, spread: stay.spread)
    let first = min(max(excursion.first, history.first), k)
    var low = max(history.first, min(first - 1, history.index(StayEdges.lookBack, before: first)))
    while low < first, history[low].end < stay.arrival { low += 1 }
    let last = min(edges.departure(in: low...k), k - 1)
    var time = history[last].end
    var isHonestGap = false
    let silence = history.silence(before: last + 1)
    if silence <= cadence.hole {
      time = edges.left(after: last)
    } else {
      // It left while nothing was seen: as late as it can have, or nobody knows.
      let next = history[last + 1]
      let distance = next.position.distance(to: stay.centre)
      let travel = distance / edges.fastest(from: last + 1, through: k)
      if travel <= StayEdges.longestHiddenTravel, distance <= StayEdges.longestHiddenWay {
        time = max(time, next.start - .seconds(Double(travel)))
      } else {
        tellGap(before: last + 1, into: &changes)
        isHonestGap = silence > Float(settings.trip.maxGap.seconds)
      }
    }
    time = max(time, stay.arrival)
    self.stay = nil
    self.excursion = nil
    if time - stay.arrival < settings.visit.minDuration {
      withdraw(stay, through: k, into: &changes)
      if isHonestGap { finishWay(at: time, to: plane.coordinate(stay.centre), with: last, into: &changes) }
    } else {
      close(stay, at: time, with: last, isDoubtful: isDoubtful, into: &changes)
      if !isHonestGap { beginTrip(after: stay, at: time, with: last, into: &changes) }
    }
    if isHonestGap {
      begin(at: last + 1)
      for j in last + 2..<max(k + 1, last + 2) { search.follow(j, in: &history, cadence: cadence) }
    } else {
      search.begin(with: min(max(first, last + 1), k)...k, in: &history)
    }
  }
}
