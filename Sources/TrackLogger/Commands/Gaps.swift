import TrackCore
import TrackStore

extension TrackReader {
  /// Where nothing is known of a trip's way, in order of time: from the event's `time`, the last fix before, to `noticed`.
  func gaps(of trip: Trip) throws(StoreError) -> [TrackEvent] {
    let until = (trip.end ?? trip.last) + Interval(milliseconds: 1)
    return try events(in: TimeRange(since: trip.start, until: until)).map(\.event).filter { $0.kind == .gap }
      .sorted { $0.time < $1.time }
  }

  /// The trip's recorded fixes, some thousands at a time: while they are written to whoever reads slowly, no statement is open that
  /// would keep the recorder's log from being reused.
  func pages(of trip: Trip, size: Int = 4096, _ body: ([Fix]) throws -> Void) throws {
    let until = (trip.end ?? trip.last) + Interval(milliseconds: 1)
    var since = trip.start
    while since < until {
      var page: [Fix] = []
      var next: Instant?
      try fixes(in: TimeRange(since: since, until: until)) { fix in
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
      since = next
    }
  }
}
