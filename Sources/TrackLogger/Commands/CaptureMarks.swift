import TrackCore

/// Where trips and visits begin and end, and that it stood between, as fixes to be put among the recorded ones. Of a stay the database keeps
/// no fixes but an hourly sign of life; without these a capture would not tell how long it was.
struct CaptureMarks {
  /// What is still to be told of a trip or a visit that has begun.
  private struct Row {
    var next: Instant?
    let end: Instant
    let from: Coordinate
    let to: Coordinate
    /// Of a visit; nil: a trip.
    let accuracy: Double?
    /// Its edges are told as densely as it takes to find them again; else its two ends.
    let isSeen: Bool
    let start: Instant

    init(_ trip: Trip) {
      (start, end, from, to) = (trip.start, trip.end ?? trip.last, trip.from, trip.to)
      (next, accuracy, isSeen) = (start, nil, false)
    }

    init(_ visit: Visit) {
      (start, end) = (visit.arrival, visit.departure ?? visit.last)
      (from, to) = (visit.centre, visit.centre)
      (next, accuracy, isSeen) = (start, visit.accuracy, !visit.inferred)
    }

    /// The mark at `time`, and on to the next one.
    mutating func take(at time: Instant) -> Fix {
      let speed: Double? = accuracy == nil ? nil : 0
      let fix = Fix(
        time: time, coordinate: time < end ? from : to, mode: .twoDimensional, speed: speed, course: speed,
        eph: accuracy)
      next = time >= end ? nil : isSeen ? min(end, after(time)) : end
      return fix
    }

    private func after(_ time: Instant) -> Instant {
      let isAtEdge = time - start < edge || end - time <= edge
      // Never beyond where the dense part before the departure begins.
      return isAtEdge ? time + dense : min(time + sparse, end - edge)
    }
  }

  private static let edge = Interval.minutes(5)
  private static let dense = Interval.seconds(10)
  private static let sparse = Interval.minutes(2)

  /// By their start; where a trip and a visit meet, the trip comes first: its end was a fix, the visit's centre is none.
  private var waiting: ArraySlice<Row>
  private var begun: [Row] = []
  /// The time of the last mark.
  private var told: Instant?

  init(trips: [Trip], visits: [Visit]) {
    let rows = trips.map(Row.init) + visits.map(Row.init)
    waiting =
      rows.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)[...]
  }

  /// Calls `body` with those up to `time`, when the next fix was recorded; one of that very time was recorded itself.
  mutating func take(before time: Instant, device: DeviceID, _ body: (Fix) throws -> Void) rethrows {
    while let row = waiting.first, row.start <= time {
      begun.append(row)
      waiting.removeFirst()
    }
    while let index = begun.indices.min(by: { (begun[$0].next ?? time) < (begun[$1].next ?? time) }),
      let next = begun[index].next, next <= time
    {
      var mark = begun[index].take(at: next)
      if begun[index].next == nil { begun.remove(at: index) }
      defer { told = next }
      if next == time || told == next { continue }
      mark.device = device
      try body(mark)
    }
  }
}
