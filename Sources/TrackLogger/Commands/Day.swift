import TrackCore

/// What one day saw of trips and visits.
struct Day: Equatable {
  var date: CivilDate
  /// Tenths of a metre, so that the days of a trip add up to what the trip says.
  var decimetres: Int64 = 0
  var bridgedDecimetres: Int64 = 0
  var movingTime = Interval.zero
  var trips = 0
  var visits = 0

  init(_ date: CivilDate) { self.date = date }
}

/// Shares trips and visits out over the days of a time zone.
///
/// A trip's distances and moving time go to its days in proportion to the time spent in each; what rounding leaves over goes to a neighbour, never
/// away: the sum over all days is the trip's own figure. Each is counted on every day that it touches.
struct Days {
  private let zone: TimeZoneData
  private var days: [Int: Day] = [:]
  /// Days since 1970 are counted from here on, where time ran on for more than a century at a stretch.
  private static let longest = 36_600

  init(zone: TimeZoneData) { self.zone = zone }

  /// In order of their dates.
  var all: [Day] { days.values.sorted { $0.date.daysSince1970 < $1.date.daysSince1970 } }

  mutating func add(_ trip: Trip) {
    let end = max(trip.start, trip.end ?? trip.last)
    var before = Share(of: trip, part: 0)
    for (date, until) in touched(from: trip.start, to: end) {
      let whole = (end - trip.start).seconds
      let share =
        until >= end || whole <= 0
        ? Share(of: trip, part: 1) : Share(of: trip, part: (until - trip.start).seconds / whole)
      change(date) {
        $0.trips += 1
        $0.decimetres += share.decimetres - before.decimetres
        $0.bridgedDecimetres += share.bridgedDecimetres - before.bridgedDecimetres
        $0.movingTime = $0.movingTime + (share.movingTime - before.movingTime)
      }
      before = share
    }
  }

  mutating func add(_ visit: Visit) {
    for (date, _) in touched(from: visit.arrival, to: max(visit.arrival, visit.departure ?? visit.last)) {
      change(date) { $0.visits += 1 }
    }
  }

  /// What lies behind a trip when a part of its time is over.
  private struct Share {
    var decimetres: Int64
    var bridgedDecimetres: Int64
    var movingTime: Interval

    init(of trip: Trip, part: Double) {
      decimetres = Share.rounded(Share.rounded(trip.distance * 10), part)
      bridgedDecimetres = Share.rounded(Share.rounded(trip.bridgedDistance * 10), part)
      movingTime = Interval(milliseconds: Share.rounded(trip.movingTime.milliseconds, part))
    }

    private static func rounded(_ number: Int64, _ part: Double) -> Int64 {
      part >= 1 ? number : rounded(Double(number) * part)
    }

    private static func rounded(_ number: Double) -> Int64 { Int64(exactly: number.rounded()) ?? 0 }
  }

  private mutating func change(_ date: CivilDate, _ change: (inout Day) -> Void) {
    change(&days[date.daysSince1970, default: Day(date)])
  }

  /// Each day that the time from `start` to `end` touches, and when that day is over. What ends at midnight does not touch the day that
  /// begins then.
  private func touched(from start: Instant, to end: Instant) -> [(CivilDate, Instant)] {
    var found: [(CivilDate, Instant)] = []
    var date = zone.day(of: start)
    while found.count < Days.longest {
      let next = CivilDate(daysSince1970: date.daysSince1970 + 1)
      let until = zone.start(of: next)
      // A day that the zone left out has no time to touch.
      if until > zone.start(of: date) { found.append((date, until)) }
      if until >= end { break }
      date = next
    }
    return found
  }
}
