import TrackCore

/// What was done between two instants.
public struct DaySum: Equatable, Sendable {
  /// Metres; those of a trip that runs over a boundary are shared out, so that days add up to trips.
  public var distance = 0.0
  public var bridgedDistance = 0.0
  public var movingTime = Interval.zero
  /// Counted on each day that they touch.
  public var trips = 0
  public var visits = 0
}

/// From when to when something is known.
public struct RecordedSpan: Equatable, Sendable {
  public var first: Instant
  public var last: Instant
  /// Who came last has not left.
  public var isStaying: Bool
}

extension TrackReader {
  /// The time that the trips and visits take which overlap a range; nil where there are none.
  public func span(in range: TimeRange) throws(StoreError) -> RecordedSpan? {
    database.operation = "list days"
    var span: RecordedSpan?
    func add(_ first: Instant, _ last: Instant) {
      span = RecordedSpan(
        first: min(span?.first ?? first, first), last: max(span?.last ?? last, last),
        isStaying: span?.isStaying ?? false)
    }
    try eachTrip(in: range) { add($0.start, $0.end ?? $0.last) }
    var newest: Visit.ID?
    try eachStay(in: range) { (id, arrival, until) in
      newest = id
      add(arrival, until)
    }
    if let newest { span?.isStaying = try visit(newest)?.visit.departure == nil }
    return span
  }

  /// Sums of the days between boundaries, in rising order: one less than there are boundaries. Where days begin in a
  /// time zone is the caller's to say.
  public func days(boundaries: [Instant]) throws(StoreError) -> [DaySum] {
    guard let first = boundaries.first, let last = boundaries.last, boundaries.count > 1 else { return [] }
    let range = TimeRange(since: first, until: last)
    return try snapshot { () throws(StoreError) in
      var sums = [Sum](repeating: Sum(), count: boundaries.count - 1)
      try eachTrip(in: range) { (trip) throws(StoreError) in try add(trip, to: &sums, boundaries) }
      let current = try currentVisit()
      try eachStay(in: range) { (id, arrival, until) in
        let end = id == current ? Instant(milliseconds: .max) : until
        for day in Self.days(touched: arrival, end, boundaries) { sums[day].visits += 1 }
      }
      return sums.map(\.day)
    }
  }

  /// In the database's whole units, so that shares add up exactly.
  private struct Sum {
    var distance: Int64 = 0
    var bridged: Int64 = 0
    var moving: Int64 = 0
    var trips = 0
    var visits = 0

    var day: DaySum {
      DaySum(
        distance: Units.whole(distance), bridgedDistance: Units.whole(bridged),
        movingTime: Interval(milliseconds: moving),
        trips: trips, visits: visits)
    }
  }

  private func add(_ trip: Trip, to sums: inout [Sum], _ boundaries: [Instant]) throws(StoreError) {
    let end = trip.end ?? trip.last
    let touched = Self.days(touched: trip.start, end, boundaries)
    for day in touched { sums[day].trips += 1 }
    // Before the first boundary and after the last is time as well, which takes its share.
    let inside =
      boundaries.firstIndex(
        after: trip.start)..<max(
        boundaries.firstIndex(after: trip.start), boundaries.firstIndex(notBefore: end))
    let cuts = Array(boundaries[inside])
    var shares = TripShares(start: trip.start, end: end, cuts: cuts)
    if !cuts.isEmpty {
      try fixes(of: trip) { fix in
        shares.add(fix)
        return true
      }
    }
    let distance = shares.split(Units.hundredths(trip.distance), by: \.measured)
    let bridged = shares.split(Units.hundredths(trip.bridgedDistance), by: \.bridged)
    let moving = shares.split(trip.movingTime.milliseconds, by: \.moving)
    var day = inside.lowerBound - 1
    for part in distance.indices {
      if sums.indices.contains(day) {
        sums[day].distance &+= distance[part]
        sums[day].bridged &+= bridged[part]
        sums[day].moving &+= moving[part]
      }
      day += 1
    }
  }

  /// The days that a time from `start` to `end` overlaps; an instant belongs to the day that it lies in.
  private static func days(touched start: Instant, _ end: Instant, _ boundaries: [Instant]) -> Range<Int> {
    let first = max(0, boundaries.firstIndex(after: start) - 1)
    let beyond = max(boundaries.firstIndex(after: start), boundaries.firstIndex(notBefore: end))
    return first..<max(first, min(beyond, boundaries.count - 1))
  }
}

extension [Instant] {
  // Both of instants in rising order; `endIndex` where there is none. O(log n).

  fileprivate func firstIndex(after instant: Instant) -> Int { firstIndex { $0 > instant } }
  fileprivate func firstIndex(notBefore instant: Instant) -> Int { firstIndex { $0 >= instant } }

  private func firstIndex(_ isBeyond: (Instant) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
