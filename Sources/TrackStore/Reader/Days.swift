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

extension TrackReader {
  /// Sums of the days between boundaries, in rising order: one less than there are boundaries. Where days begin in a
  /// time zone is the caller's to say.
  public func days(boundaries: [Instant]) throws(StoreError) -> [DaySum] {
    guard let first = boundaries.first, let last = boundaries.last, boundaries.count > 1 else { return [] }
    let range = TimeRange(since: first, until: last)
    var sums = [Sum](repeating: Sum(), count: boundaries.count - 1)
    for row in try trips(in: range) { try add(row.trip, to: &sums, boundaries) }
    let current = try currentVisit()
    for row in try visits(in: range) {
      let visit = row.visit
      let end = visit.id == current ? Instant(milliseconds: .max) : visit.departure ?? visit.last
      for day in Self.days(touched: visit.arrival, end, boundaries) { sums[day].visits += 1 }
    }
    return sums.map(\.day)
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
    let cuts = boundaries.filter { $0 > trip.start && $0 < end }
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
    var day = boundaries.lastIndex { $0 <= trip.start } ?? -1
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
    let first = max(0, boundaries.lastIndex { $0 <= start } ?? 0)
    let beyond = boundaries.firstIndex { $0 >= end && $0 > start } ?? boundaries.count - 1
    return first..<max(first, min(beyond, boundaries.count - 1))
  }
}
