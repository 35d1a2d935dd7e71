import TrackCore

/// Where trips and visits begin and end, as fixes to be put among the recorded ones. Of a stay the database keeps no fixes but an hourly sign
/// of life; without these a capture would not tell how long it was.
struct CaptureMarks {
  private var marks: [Fix] = []
  private var next = 0

  init(_ rows: ExportRows) {
    for trip in rows.trips.map(\.trip) {
      add(trip.start, trip.from)
      add(trip.end ?? trip.last, trip.to)
    }
    for visit in rows.visits.map(\.visit) {
      add(visit.arrival, visit.centre, eph: visit.accuracy)
      add(visit.departure ?? visit.last, visit.centre, eph: visit.accuracy)
    }
    // Where a trip and a visit meet, the trip's end was a fix; the visit's centre is none.
    marks = marks.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private mutating func add(_ time: Instant, _ at: Coordinate, eph: Double? = nil) {
    marks.append(Fix(time: time, coordinate: at, mode: .twoDimensional, eph: eph))
  }

  /// Calls `body` with those before `time`; one of that very time was recorded itself.
  mutating func take(before time: Instant, device: DeviceID, _ body: (Fix) throws -> Void) rethrows {
    while next < marks.count, marks[next].time <= time {
      var mark = marks[next]
      next += 1
      if mark.time == time || next > 1 && marks[next - 2].time == mark.time { continue }
      mark.device = device
      try body(mark)
    }
  }
}
