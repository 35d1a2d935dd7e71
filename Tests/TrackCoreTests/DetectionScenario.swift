import Foundation

@testable import TrackCore

/// A made-up way and what a receiver says of it: metres about an origin, errors that drift as a receiver's do.
struct Scenario {
  var plane: LocalPlane
  var time = Instant(milliseconds: 1_767_225_600_000)
  var position = Point.zero
  /// Seconds from fix to fix.
  var interval = 1.0
  /// Standard deviation of the position error in metres; it drifts over two minutes, or so many seconds.
  var sigma = 2.0
  var driftTime = 120.0
  /// Standard deviation of a velocity's components in metres per second.
  var dopplerNoise = 0.1
  /// What a reflection adds to positions while it holds; velocities know nothing of it.
  var reflection = Point.zero
  var hasSpeed = true
  var hasError = true
  /// A receiver's opinion of its errors, against an honest one.
  var errorScale = 1.0
  private(set) var fixes: [Fix] = []
  private var generator: SeededGenerator
  private var drift = (east: 0.0, north: 0.0)

  init(at origin: Coordinate = Coordinate(latitude: 48.1, longitude: 11.5), seed: UInt64 = 1) {
    plane = LocalPlane(origin: origin)
    generator = SeededGenerator(seed: seed)
  }

  private mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
  }

  private mutating func fix(velocity: (east: Double, north: Double)) {
    let keep = exp(-interval / driftTime)
    let fresh = (1 - keep * keep).squareRoot()
    drift = (drift.east * keep + normal() * fresh, drift.north * keep + normal() * fresh)
    let seen = Point(
      east: position.east + reflection.east + Float(drift.east * sigma),
      north: position.north + reflection.north + Float(drift.north * sigma))
    var fix = Fix(time: time, coordinate: plane.coordinate(seen))
    if hasSpeed {
      let east = velocity.east + normal() * dopplerNoise
      let north = velocity.north + normal() * dopplerNoise
      fix.speed = (east * east + north * north).squareRoot()
      let course = atan2(east, north) * 180 / .pi
      fix.course = course < 0 ? course + 360 : course
    }
    if hasError { fix.eph = 2 * sigma * errorScale }
    fixes.append(fix)
  }

  mutating func stand(_ seconds: Double) {
    var left = seconds
    while left > 0 {
      fix(velocity: (0, 0))
      time = time + .seconds(interval)
      left -= interval
    }
  }

  /// In a straight line; the last fix lies where it ends.
  mutating func go(east: Double, north: Double, at speed: Double) {
    let length = (east * east + north * north).squareRoot()
    let from = position
    let start = time
    let velocity = (east / length * speed, north / length * speed)
    while (time - start).seconds * speed < length {
      let share = Float((time - start).seconds * speed / length)
      position = Point(east: from.east + Float(east) * share, north: from.north + Float(north) * share)
      fix(velocity: velocity)
      time = time + .seconds(interval)
    }
    position = Point(east: from.east + Float(east), north: from.north + Float(north))
  }

  /// To and fro within `radius` of here, with a pause at each end, as on a market.
  mutating func stroll(_ seconds: Double, radius: Double) {
    let end = time + .seconds(seconds)
    let centre = position
    var turn = 0.0
    while time < end {
      turn += 2.4
      go(
        east: Double(centre.east - position.east) + radius * cos(turn),
        north: Double(centre.north - position.north) + radius * sin(turn), at: 0.7)
      stand(20)
    }
  }

  /// Nothing is heard, and it may be elsewhere afterwards.
  mutating func silence(_ seconds: Double, east: Double = 0, north: Double = 0) {
    time = time + .seconds(seconds)
    position = Point(east: position.east + Float(east), north: position.north + Float(north))
  }

  /// One fix far off, as multipath gives it.
  mutating func spike(east: Float, north: Float) {
    let there = position
    position = Point(east: there.east + east, north: there.north + north)
    fix(velocity: (0, 0))
    position = there
    time = time + .seconds(interval)
  }
}

/// The lists that follow from changes, as a store would hold them.
struct TrackLists: Equatable {
  var trips: [Trip] = []
  var visits: [Visit] = []
  var events: [TrackEvent] = []
  /// What a store could not have done: withdrawing what it never had.
  var faults: [String] = []

  init(_ changes: [TrackChange]) {
    for change in changes {
      switch change {
      case .fix, .placeWanted: break
      case .event(let event): events.append(event)
      case .trip(let trip):
        if let k = trips.firstIndex(where: { $0.id == trip.id }) { trips[k] = trip } else { trips.append(trip) }
      case .visit(let visit):
        if let k = visits.firstIndex(where: { $0.id == visit.id }) { visits[k] = visit } else { visits.append(visit) }
      case .tripWithdrawn(let id):
        if !trips.contains(where: { $0.id == id }) { faults.append("withdrew unknown trip \(id)") }
        trips.removeAll { $0.id == id }
      case .visitWithdrawn(let id):
        if !visits.contains(where: { $0.id == id }) { faults.append("withdrew unknown visit \(id)") }
        visits.removeAll { $0.id == id }
      }
    }
    trips.sort { $0.start < $1.start }
    visits.sort { $0.arrival < $1.arrival }
    check()
  }

  private mutating func check() {
    for (a, b) in zip(trips, trips.dropFirst()) where a.end ?? .init(milliseconds: .max) > b.start {
      faults.append("trips \(a.id) and \(b.id) overlap")
    }
    for (a, b) in zip(visits, visits.dropFirst()) where a.departure ?? .init(milliseconds: .max) > b.arrival {
      faults.append("visits \(a.id) and \(b.id) overlap")
    }
    for trip in trips {
      if let end = trip.end, end <= trip.start { faults.append("trip \(trip.id) ends before it starts") }
      if trip.movingTime > trip.last - trip.start { faults.append("trip \(trip.id) moves longer than it lasts") }
      for visit in visits where visit.arrival < trip.end ?? trip.last && visit.departure ?? visit.last > trip.start {
        faults.append("trip \(trip.id) and visit \(visit.id) overlap")
      }
    }
    for visit in visits {
      if let departure = visit.departure, departure - visit.arrival < .minutes(3) {
        faults.append("visit \(visit.id) is too short")
      }
    }
    if trips.dropLast().contains(where: { $0.end == nil }) { faults.append("an early trip is open") }
    if visits.dropLast().contains(where: { $0.departure == nil }) { faults.append("an early visit is open") }
  }
}

/// What the detector makes of fixes; `restarts`: after each of them it is written to a checkpoint and read back.
func detect(_ fixes: [Fix], restarts: Bool = false) throws -> TrackLists {
  TrackLists(try changes(of: fixes, restarts: restarts))
}

func changes(of fixes: [Fix], restarts: Bool = false) throws -> [TrackChange] {
  var detector = TrackDetector(settings: Settings(), nextTrip: 1, nextVisit: 1)
  var changes: [TrackChange] = []
  for (k, fix) in fixes.enumerated() {
    detector.ingest(fix, into: &changes)
    if k % 10 == 9 { detector.progress(into: &changes) }
    if restarts {
      var writer = CheckpointWriter()
      detector.write(to: &writer)
      var reader = CheckpointReader(writer.bytes)
      detector = TrackDetector(settings: Settings(), nextTrip: 1, nextVisit: 1)
      try detector.read(from: &reader)
    }
  }
  detector.finish(into: &changes)
  return changes
}
