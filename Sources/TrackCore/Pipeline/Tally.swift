/// Counts what passes through the pipeline.
struct Tally: Checkpointed, Equatable {
  var lines: Int64 = 0
  var reports: Int64 = 0
  var malformed: Int64 = 0
  var overlong: Int64 = 0
  var firstFix: Instant?
  private(set) var trips: Int64 = 0
  private(set) var visits: Int64 = 0
  /// Numbers below these have been counted.
  private var nextTrip: Trip.ID
  private var nextVisit: Visit.ID

  init(nextTrip: Trip.ID, nextVisit: Visit.ID) {
    self.nextTrip = nextTrip
    self.nextVisit = nextVisit
  }

  mutating func count(_ changes: [TrackChange], from first: Int) {
    // By index: a change is a big value to copy out first.
    for k in first..<changes.count {
      switch changes[k] {
      case .trip(let trip) where trip.id >= nextTrip:
        nextTrip = trip.id + 1
        trips += 1
      case .visit(let visit) where visit.id >= nextVisit:
        nextVisit = visit.id + 1
        visits += 1
      case .tripWithdrawn: trips -= 1
      case .visitWithdrawn: visits -= 1
      case .fix, .event, .trip, .visit, .placeWanted: break
      }
    }
  }

  func write(to checkpoint: inout CheckpointWriter) {
    for value in [lines, reports, malformed, overlong, trips, visits, nextTrip, nextVisit] { checkpoint.put(value) }
    checkpoint.put(firstFix) { $0.put($1) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    lines = try checkpoint.take()
    reports = try checkpoint.take()
    malformed = try checkpoint.take()
    overlong = try checkpoint.take()
    trips = try checkpoint.take()
    visits = try checkpoint.take()
    nextTrip = try checkpoint.take()
    nextVisit = try checkpoint.take()
    firstFix = try checkpoint.optional { r throws(CheckpointError) in try r.take(Instant.self) }
  }
}
