/// Gives new trips and visits their identifiers, and remembers what was last told of those under way.
struct Journal {
  /// A visit that goes on is told again after this long: the sign of life of a parked logger.
  static let signOfLife = Interval.minutes(60)

  private(set) var nextTrip: Trip.ID
  private(set) var nextVisit: Visit.ID
  private var toldTrip: Trip.ID?
  private var toldFixes = 0
  private var toldVisit: Visit.ID?
  private var toldLast = Instant(milliseconds: 0)

  init(nextTrip: Trip.ID, nextVisit: Visit.ID) {
    self.nextTrip = nextTrip
    self.nextVisit = nextVisit
  }

  mutating func newTrip() -> Trip.ID {
    defer { nextTrip += 1 }
    return nextTrip
  }

  mutating func newVisit() -> Visit.ID {
    defer { nextVisit += 1 }
    return nextVisit
  }

  /// The trip under way, if more of it has been seen.
  mutating func progress(_ trip: Trip?, into changes: inout [TrackChange]) {
    guard let trip, trip.id != toldTrip || trip.fixes != toldFixes else { return }
    toldTrip = trip.id
    toldFixes = trip.fixes
    changes.append(.trip(trip))
  }

  /// The visit that goes on, once an hour.
  mutating func progress(_ visit: Visit?, into changes: inout [TrackChange]) {
    guard let visit else { return }
    if visit.id != toldVisit {
      toldVisit = visit.id
      toldLast = visit.arrival
    }
    guard visit.last - toldLast >= Self.signOfLife else { return }
    toldLast = visit.last
    changes.append(.visit(visit))
  }
}

extension Journal: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(nextTrip)
    checkpoint.put(nextVisit)
    checkpoint.put(toldTrip) { $0.put($1) }
    checkpoint.put(Int64(toldFixes))
    checkpoint.put(toldVisit) { $0.put($1) }
    checkpoint.put(toldLast)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    nextTrip = try checkpoint.take()
    nextVisit = try checkpoint.take()
    toldTrip = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in try c.take() }
    toldFixes = try checkpoint.takeCount()
    toldVisit = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in try c.take() }
    toldLast = try checkpoint.take()
  }
}
