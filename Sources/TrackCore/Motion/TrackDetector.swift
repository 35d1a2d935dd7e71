import Glibc

/// Accepted fixes in, visits and trips out.
///
/// Per fix only a bin is filled. Per bin, every five seconds, the stages run in the order of `close(_:into:)`. State is
/// bounded: the bins of the last minutes, a sample of the stay, sums of the trip.
struct TrackDetector {
  /// Whether the receiver stands, moves, or has not shown which.
  enum Motion: UInt8, Sendable { case unknown, stationary, moving }

  /// Metres from the plane's origin beyond which it is laid anew: single precision still tells 2 mm.
  static let planeRadius: Float = 20_000
  /// Metres of believed error beyond which a fix says less than its neighbours: indoors such fixes drift out of any gate.
  static let largestError: Float = 40
  static let starvation: Float = 15
  var started = Instant(milliseconds: 0)

  let settings: Settings
  private(set) var motion = Motion.unknown
  var now = Instant(milliseconds: 0)

  var plane = LocalPlane(origin: Coordinate(latitude: 0, longitude: 0))
  var hasPlane = false
  var builder = BinBuilder()
  /// From the fix of this time on it is elsewhere, and nobody knows how it came there.
  var leap: Instant?
  var scale = ReceiverScale()
  var cadence = Cadence()
  var history = History.history
  var odometer = Odometer()

  /// Under way: what may become a stay. Standing: the stay, and what may be the way out of it.
  var search = StaySearch()
  var stay: Stay?
  var excursion: Excursion?
  var departed: Departed?
  /// The trip under way or, while standing, the one that led here.
  var way: Way?

  var journal: Journal

  /// `nextTrip` and `nextVisit`: the identifiers that the next new ones get.
  init(settings: Settings, nextTrip: Trip.ID, nextVisit: Visit.ID) {
    self.settings = settings
    journal = Journal(nextTrip: nextTrip, nextVisit: nextVisit)
  }

  /// It is at a stay.
  var isStationary: Bool { stay != nil }

  /// The newest state of the trip under way; nil while there is none.
  var openTrip: Trip? {
    guard stay == nil, let way, !history.isEmpty else { return nil }
    let newest = history[history.last]
    return way.trip(last: newest.end, at: plane.coordinate(newest.position))
  }

  /// The newest state of the visit that goes on; nil while there is none.
  var openVisit: Visit? { stay.map { visit($0, departure: nil) } }

  /// The next accepted fix, later than any before.
  mutating func ingest(_ fix: Fix, into changes: inout [TrackChange]) {
    now = fix.time
    if started.milliseconds == 0 { started = now }
    let error = scale.error(fix.eph, standing: stay?.spread)
    guard fix.eph == nil || error <= Self.largestError || isStarving else { return }
    let position = place(fix.coordinate)
    let isLeap = leap.map { $0 <= fix.time } ?? false
    if isLeap || builder.isComplete(before: fix.time), let bin = builder.take() { close(bin, into: &changes) }
    if isLeap {
      leap = nil
      builder.leap()
    }
    var sample = BinBuilder.Sample(position: position, error: error, speed: 0, velocity: nil)
    if let speed = fix.speed, let course = fix.course {
      let radians = course * .pi / 180
      sample.speed = Float(speed)
      sample.velocity = Point(east: Float(speed * sin(radians)), north: Float(speed * cos(radians)))
    }
    builder.add(sample, at: fix.time)
  }

  /// The fix of that time, which is yet to come, cannot be reached from the one before: the way to it is bridged.
  mutating func reanchor(at time: Instant) { leap = time }

  /// Bad fixes are better than none for so long: a receiver whose estimates are all large is heard in the end.
  private var isStarving: Bool {
    history.isEmpty
      ? (now - started).seconds > Double(Self.starvation)
      : (now - max(started, history[history.last].end)).seconds > Double(Self.starvation)
  }

  /// The newest state of what is under way, where it has changed since it was last told.
  mutating func progress(into changes: inout [TrackChange]) {
    if stay == nil { journal.progress(openTrip, into: &changes) } else { journal.progress(openVisit, into: &changes) }
  }

  /// Input ended: what is still open stays open, in its newest state.
  mutating func finish(into changes: inout [TrackChange]) {
    if let bin = builder.take() { close(bin, into: &changes) }
    odometer.advance(&history, cadence: cadence, plane: plane, through: history.last)
    way?.advance(through: history.last, in: history, plane: plane)
    if let trip = openTrip { changes.append(.trip(trip)) }
    if let visit = openVisit { changes.append(.visit(visit)) }
  }

  /// The order of the stages.
  private mutating func close(_ bin: Bin, into changes: inout [TrackChange]) {
    forget()
    let k = history.end
    if k > history.first { cadence.note(interval: Float((bin.start - history[k - 1].start).seconds)) }
    history.append(bin)
    odometer.advance(&history, cadence: cadence, plane: plane)
    if stay == nil, way == nil {
      way = Way(start: bin.start, from: plane.coordinate(bin.position), first: k, isFromNowhere: true)
    }
    way?.advance(through: odometer.next - 1, in: history, plane: plane)
    if stay == nil { underWay(k, into: &changes) } else { standing(k, into: &changes) }
  }

  mutating func enter(_ motion: Motion) { self.motion = motion }

  /// A fix in the plane, which is laid anew where the fix lies far from its origin.
  private mutating func place(_ coordinate: Coordinate) -> Point {
    if hasPlane {
      let point = plane.point(coordinate)
      if point.length <= Self.planeRadius { return point }
    }
    let old = plane
    let new = LocalPlane(origin: coordinate)
    plane = new
    if hasPlane {
      let convert = { (p: Point) in new.point(old.coordinate(p)) }
      builder.move(convert)
      odometer.move(convert)
      for k in history.first..<history.end { history[k].position = convert(history[k].position) }
      stay?.move(convert)
      departed?.stay.move(convert)
    }
    hasPlane = true
    return .zero
  }

  /// Lets go of bins that no stage looks back at.
  private mutating func forget() {
    guard !history.isEmpty else { return }
    /// Seconds before the first bin of a candidate or an excursion that edges are looked for in.
    let lookBack = StayEdges.lookBack + 60
    let concerned = stay == nil ? search.start ?? history.last : excursion?.first ?? history.last
    let from = history[max(history.first, min(concerned, history.last))].start - .seconds(Double(lookBack))
    while history.isFull || history.first + 16 < concerned && history[history.first].end < from {
      way?.settle(history.first, in: history, plane: plane)
      history.removeFirst()
    }
  }
}
