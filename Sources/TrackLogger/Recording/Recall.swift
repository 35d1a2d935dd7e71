import TrackCore
import TrackStore

/// What a run left open in the database, for a pipeline that cannot go on from its checkpoint because settings or the program
/// have changed: the fixes that led to it, as far as they were recorded.
struct Recall {
  private let trip: Trip?
  private let visit: Visit?
  private let fixes: [Fix]

  init(trip: Trip.ID?, visit: Visit.ID?, from reader: TrackReader) throws {
    self.trip = try trip.flatMap { try reader.trip($0)?.trip }
    self.visit = try visit.flatMap { try reader.visit($0)?.visit }
    var fixes: [Fix] = []
    if let begin = self.visit?.arrival ?? self.trip?.start {
      try reader.fixes(in: TimeRange(since: begin)) {
        fixes.append($0)
        return true
      }
    }
    self.fixes = fixes
  }

  /// A pipeline that has found again what was left open, under the same numbers; nil where it has not. Appends what it found.
  func pipeline(
    settings: Settings, nextTrip: Trip.ID, nextVisit: Visit.ID, into changes: inout [TrackChange]
  ) -> Pipeline? {
    var pipeline = Pipeline(
      settings: settings, source: .live, nextTrip: trip?.id ?? nextTrip, nextVisit: visit?.id ?? nextVisit)
    var found: [TrackChange] = []
    var last: Instant?
    for fix in (edges + fixes).sorted(by: { $0.time < $1.time }) where last.map({ fix.time > $0 }) ?? true {
      pipeline.recall(fix, into: &found)
      last = fix.time
    }
    let underWay = pipeline.underWay
    guard visit == nil || underWay.visit?.id == visit?.id, trip == nil || underWay.trip?.id == trip?.id else {
      return nil
    }
    changes += found
    return pipeline
  }

  /// What the open row knows and no fix was recorded for: where a trip began; that a visit was seen from its arrival on.
  private var edges: [Fix] {
    if let visit {
      let seen = stride(from: 0.0, through: 300, by: 10).map { visit.arrival + .seconds($0) }.filter { $0 < visit.last }
      return (seen + [visit.last]).map { Fix(time: $0, coordinate: visit.centre) }
    }
    return trip.map { [Fix(time: $0.start, coordinate: $0.from)] } ?? []
  }
}
