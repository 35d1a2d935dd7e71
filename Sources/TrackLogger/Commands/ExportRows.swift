import TrackCore
import TrackStore

/// What is to be exported.
struct ExportRows {
  var visits: [VisitRow] = []
  var trips: [TripRow] = []
  /// The fixes of all this time as well, where the format is one of fixes alone.
  var range: TimeRange?

  /// The times that rows and range take, in order and apart.
  var spans: [TimeRange] {
    var spans = visits.map { Self.span($0.visit.arrival, $0.visit.departure ?? $0.visit.last) }
    spans += trips.map { Self.span($0.trip.start, $0.trip.end ?? $0.trip.last) }
    if let range {
      let (first, last) = (Instant(milliseconds: .min), Instant(milliseconds: .max))
      spans.append((range.since ?? first)..<(range.until ?? last))
    }
    var apart: [Range<Instant>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = apart.last, last.upperBound >= span.lowerBound {
        apart[apart.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        apart.append(span)
      }
    }
    return apart.map { TimeRange(since: $0.lowerBound, until: $0.upperBound) }
  }

  private static func span(_ first: Instant, _ last: Instant) -> Range<Instant> {
    first..<(max(first, last) + Interval(milliseconds: 1))
  }
}
