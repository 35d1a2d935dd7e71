/// What becomes of visits and trips, and how it is told. The lists agree after each: a trip begins where a visit ends, and
/// ends where the next begins.
extension TrackDetector {
  func visit(_ stay: Stay, departure: Instant?) -> Visit {
    Visit(
      id: stay.id, arrival: stay.arrival, departure: departure, last: departure ?? stay.last,
      centre: plane.coordinate(stay.centre), accuracy: Double(stay.accuracy), fixes: stay.fixes,
      inferred: stay.seen < settings.visit.minDuration)
  }

  /// A stay has begun; or the last one never ended.
  mutating func open(
    _ found: FoundArrival, members: ClosedRange<Int>, coasting: Point = .zero, into changes: inout [TrackChange]
  ) {
    let error = history.medianError(of: members.lowerBound..<members.upperBound + 1)
    if let departed, departed.isContinued(by: found.centre, error: error, from: found.time, way: way?.length ?? 0) {
      takeBack(departed, with: members, into: &changes)
      return
    }
    let place = plane.coordinate(found.centre)
    finishWay(at: found.time, to: place, with: found.bin, into: &changes)
    var stay = Stay(id: journal.newVisit(), arrival: found.time, at: found.centre)
    for k in members where history[k].isMember {
      var bin = history[k]
      bin.position = bin.position + coasting
      stay.add(bin, isSilent: k > members.lowerBound && history.silence(before: k) > cadence.silence)
    }
    self.stay = stay
    search.restart(in: &history)
    let told = visit(stay, departure: nil)
    changes.append(.visit(told))
    tell(.arrival, at: found.time, told.centre, visit: stay.id, into: &changes)
    tellStanding(since: found.time, at: found.centre, into: &changes)
  }

  /// A visit has ended.
  mutating func close(
    _ stay: Stay, at time: Instant, with last: Int, isDoubtful: Bool, into changes: inout [TrackChange]
  ) {
    let told = visit(stay, departure: time)
    changes.append(.visit(told))
    departed = Departed(
      stay: stay, departure: time, isDoubtful: isDoubtful, isDoppler: history[history.last].velocity != nil)
    for k in last + 1..<max(history.end, last + 1) { departed?.note(history[k]) }
    tell(.departure, at: time, told.centre, visit: stay.id, into: &changes)
  }

  /// The way from a stay that has ended is a trip.
  mutating func beginTrip(after stay: Stay, at time: Instant, with last: Int, into changes: inout [TrackChange]) {
    way = Way(start: time, from: plane.coordinate(stay.centre), first: last + 1)
    way?.advance(through: odometer.next - 1, in: history, plane: plane)
    showTrip(into: &changes)
  }

  /// What seemed a stay was too short: the way before it goes on.
  mutating func withdraw(_ stay: Stay, through k: Int, into changes: inout [TrackChange]) {
    changes.append(.visitWithdrawn(stay.id))
    tell(.arrivalWithdrawn, at: stay.arrival, plane.coordinate(stay.centre), visit: stay.id, into: &changes)
    if way == nil { way = Way(start: stay.arrival, from: plane.coordinate(stay.centre), first: history.first) }
    way?.resume(through: odometer.next - 1, in: history, plane: plane)
    enter(.moving)
    tell(.moving, at: stay.last, plane.coordinate(stay.centre), into: &changes)
    if way?.id == nil { showTrip(into: &changes) } else if let trip = openTrip { changes.append(.trip(trip)) }
  }

  /// A departure that was none.
  private mutating func takeBack(
    _ departed: Departed, with members: ClosedRange<Int>, into changes: inout [TrackChange]
  ) {
    var stay = departed.stay
    for k in members where history[k].isMember && history[k].end > stay.last {
      stay.add(history[k], isSilent: history.silence(before: k) > cadence.silence)
    }
    withdrawTrip(into: &changes)
    self.departed = nil
    self.stay = stay
    search.restart(in: &history)
    let told = visit(stay, departure: nil)
    changes.append(.visit(told))
    tell(.departureWithdrawn, at: departed.departure, told.centre, visit: stay.id, into: &changes)
    tellStanding(since: departed.departure, at: stay.centre, into: &changes)
  }

  /// The stay has turned out to be where the last one was: that was never left.
  mutating func rejoin(_ departed: Departed, into changes: inout [TrackChange]) {
    guard let fragment = stay else { return }
    var stay = departed.stay
    stay.absorb(fragment)
    withdrawTrip(into: &changes)
    changes.append(.visitWithdrawn(fragment.id))
    let place = plane.coordinate(fragment.centre)
    tell(.arrivalWithdrawn, at: fragment.arrival, place, visit: fragment.id, into: &changes)
    self.departed = nil
    self.stay = stay
    let told = visit(stay, departure: nil)
    changes.append(.visit(told))
    tell(.departureWithdrawn, at: departed.departure, told.centre, visit: stay.id, into: &changes)
  }

  /// Motion has been shown: the way is a trip.
  mutating func showTrip(into changes: inout [TrackChange]) {
    guard var way, way.id == nil else { return }
    way.id = journal.newTrip()
    self.way = way
    if motion != .moving {
      enter(.moving)
      tell(.moving, at: way.start, way.from, trip: way.id, into: &changes)
    }
    if let trip = openTrip { changes.append(.trip(trip)) }
    tell(.tripStart, at: way.start, way.from, trip: way.id, into: &changes)
  }

  /// The trip, if there is one, has ended.
  mutating func finishWay(
    at time: Instant, to place: Coordinate, with last: Int, into changes: inout [TrackChange]
  ) {
    guard var way else { return }
    if time <= way.start, way.id != nil { return withdrawTrip(into: &changes) }
    odometer.advance(&history, cadence: cadence, plane: plane, through: last)
    way.finish(at: time, to: place, with: last, in: history, plane: plane)
    self.way = way
    guard let trip = way.trip(last: time, at: place) else { return }
    changes.append(.trip(trip))
    tell(.tripEnd, at: time, place, trip: trip.id, into: &changes)
  }

  private mutating func withdrawTrip(into changes: inout [TrackChange]) {
    if let way, let id = way.id {
      changes.append(.tripWithdrawn(id))
      tell(.tripWithdrawn, at: way.start, way.from, trip: id, into: &changes)
    }
    way = nil
  }

  /// Nobody knows what was between bin `k` and the one before.
  func tellGap(before k: Int, into changes: inout [TrackChange]) {
    guard k > history.first else { return }
    let a = plane.coordinate(history[k - 1].position)
    let b = plane.coordinate(history[k].position)
    changes.append(
      .event(
        TrackEvent(
          .gap, time: history[k - 1].end, noticed: now, coordinate: a, trip: way?.id, visit: stay?.id,
          distance: Geodesy.distance(a, b))))
  }

  /// It stands, if that has not been told.
  mutating func tellStanding(since time: Instant, at place: Point, into changes: inout [TrackChange]) {
    guard motion != .stationary else { return }
    enter(.stationary)
    tell(.stationary, at: time, plane.coordinate(place), visit: stay?.id, into: &changes)
  }

  /// It stands no more, under way.
  mutating func tellMoving(since time: Instant, into changes: inout [TrackChange]) {
    enter(.moving)
    tell(.moving, at: time, plane.coordinate(history[history.last].position), trip: way?.id, into: &changes)
  }

  private func tell(
    _ kind: TrackEvent.Kind, at time: Instant, _ place: Coordinate, trip: Trip.ID? = nil, visit: Visit.ID? = nil,
    into changes: inout [TrackChange]
  ) {
    changes.append(
      .event(TrackEvent(kind, time: time, noticed: max(now, time), coordinate: place, trip: trip, visit: visit)))
  }
}
