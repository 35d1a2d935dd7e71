import TrackCore

/// Where trips and visits begin and end, and that it stood between, as fixes to be put among the recorded ones. Of a stay the database keeps
/// no fixes but an hourly sign of life; without these a capture would not tell how long it was.
struct CaptureMarks {
  private enum Row {
    case trip(Trip)
    case visit(Visit)

    var start: Instant {
      switch self {
      case .trip(let trip): trip.start
      case .visit(let visit): visit.arrival
      }
    }
  }

  /// By their start; where a trip and a visit meet, the trip comes first: its end was a fix, the visit's centre is none.
  private let rows: [Row]
  private var nextRow = 0
  /// Of the rows that have begun, in order of time.
  private var marks: [Fix] = []
  private var lastTaken: Instant?

  init(trips: [Trip], visits: [Visit]) {
    let all = trips.map(Row.trip) + visits.map(Row.visit)
    rows = all.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }

  /// Calls `body` with those up to `time`; one of that very time was recorded itself.
  mutating func take(before time: Instant, device: DeviceID, _ body: (Fix) throws -> Void) rethrows {
    while nextRow < rows.count, rows[nextRow].start <= time {
      let fresh = CaptureMarks.marks(of: rows[nextRow])
      marks = (marks + fresh).enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }.map(\.element)
      nextRow += 1
    }
    let due = marks.prefix { $0.time <= time }
    marks.removeFirst(due.count)
    for var mark in due {
      defer { lastTaken = mark.time }
      if mark.time == time || lastTaken == mark.time { continue }
      mark.device = device
      try body(mark)
    }
  }

  private static func marks(of row: Row) -> [Fix] {
    switch row {
    case .trip(let trip): [mark(trip.start, trip.from), mark(trip.end ?? trip.last, trip.to)]
    case .visit(let visit): times(of: visit).map { mark($0, visit.centre, standing: visit.accuracy) }
    }
  }

  private static func mark(_ time: Instant, _ at: Coordinate, standing accuracy: Double? = nil) -> Fix {
    let speed: Double? = accuracy == nil ? nil : 0
    return Fix(time: time, coordinate: at, mode: .twoDimensional, speed: speed, course: speed, eph: accuracy)
  }

  private static let edge = Interval.minutes(5)
  private static let dense = Interval.seconds(10)
  private static let sparse = Interval.minutes(2)

  /// What was concluded from a silence stays one. Of what was seen the edges are told as densely as it takes to find them again.
  private static func times(of visit: Visit) -> [Instant] {
    let until = visit.departure ?? visit.last
    if visit.inferred { return [visit.arrival, until] }
    var times: [Instant] = []
    var time = visit.arrival
    while time < until {
      times.append(time)
      let isAtEdge = time - visit.arrival < edge || until - time <= edge
      // Never beyond where the dense part before the departure begins.
      time = isAtEdge ? time + dense : min(time + sparse, until - edge)
    }
    return times + [until]
  }
}
