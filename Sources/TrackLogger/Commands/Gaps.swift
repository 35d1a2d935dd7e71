import TrackCore
import TrackStore

/// A part of a trip's way of which nothing is known.
struct Gap: Equatable {
  /// The last fix before.
  var start: Instant
  /// The first one after; of a silence that was only told when it was over, when that was.
  var end: Instant
  /// Metres of the straight line across; nil where an end is not known.
  var distance: Double?

  /// A shorter silence is no gap: its leg is measured, not bridged (design: 30 s).
  private static let shortest = Interval.seconds(30)

  /// From what was told of a trip: lost and found fixes, and gaps that no lost fix explains.
  static func all(in events: [TrackEvent]) -> [Gap] {
    var gaps: [Gap] = []
    var lost: TrackEvent?
    for event in events.sorted(by: { $0.time < $1.time }) {
      if event.kind == .fixLost {
        lost = lost ?? event
      } else if event.kind == .fixFound, let before = lost {
        lost = nil
        if event.time - before.time > shortest { gaps.append(Gap(from: before, to: event)) }
      }
    }
    for event in events
    where event.kind == .gap && !gaps.contains(where: { $0.start <= event.time && event.time < $0.end }) {
      gaps.append(Gap(start: event.time, end: event.noticed, distance: event.distance))
    }
    return gaps.sorted { $0.start < $1.start }
  }

  private init(from lost: TrackEvent, to found: TrackEvent) {
    start = lost.time
    end = found.time
    if let a = lost.coordinate, let b = found.coordinate { distance = Geodesy.distance(a, b) }
  }

  private init(start: Instant, end: Instant, distance: Double?) {
    self.start = start
    self.end = end
    self.distance = distance
  }
}

extension TrackReader {
  func gaps(of trip: Trip) throws(StoreError) -> [Gap] {
    let until = (trip.end ?? trip.last) + Interval(milliseconds: 1)
    return Gap.all(in: try events(in: TimeRange(since: trip.start, until: until)).map(\.event))
  }

  /// The recorded fixes of a time, some thousands at once: while they are written to whoever reads slowly, no statement is open that
  /// would keep the recorder's log from being reused.
  func pages(in range: TimeRange, size: Int = 4096, _ body: ([Fix]) throws -> Void) throws {
    var rest = range
    var page: [Fix] = []
    while true {
      page.removeAll(keepingCapacity: true)
      var next: Instant?
      try fixes(in: rest) { fix in
        // Fixes of one time stay together, so that the next page can begin at a time.
        if page.count >= size, let last = page.last, fix.time > last.time {
          next = fix.time
          return false
        }
        page.append(fix)
        return true
      }
      try body(page)
      guard let next else { return }
      rest.since = next
    }
  }
}
