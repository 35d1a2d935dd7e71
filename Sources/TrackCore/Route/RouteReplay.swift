import Glibc

/// Points of a GPX file as the fixes that a receiver would have had on that way.
///
/// A file with a track is that track; of one without, the routes, else the waypoints in order of time. Points without a time tell nothing.
/// Interpolated, there is a fix each second, with the speed and course of the leg; a silence of more than a day, or between two parts
/// of a track, stays one.
public struct RouteReplay: Sendable {
  /// Waypoints, and points of routes, that are kept until the file has shown no track.
  static let longestRoute = 100_000
  /// Beyond it a leg says nothing of the way.
  static let longestLeg = Interval.minutes(24 * 60)

  private let interpolates: Bool
  /// Until the file has shown a track.
  private var kept: [GPXPoint] = []
  private var hasTrack = false
  /// What is to come, from `next` on; nil: nothing is known of the way there.
  private var queue: [Fix?] = []
  private var front = 0
  private var previous: Fix?
  private var leg: Leg?
  /// Points that said nothing: without a time or a place, or more waypoints than are kept.
  public private(set) var leftOut: Int64 = 0

  public init(interpolates: Bool) { self.interpolates = interpolates }

  public mutating func take(_ item: GPXParser.Item) {
    switch item {
    case .file: finish()
    case .part: if hasTrack { queue.append(nil) }
    case .nowhere: leftOut += 1
    case .point(let point):
      guard let fix = point.fix else {
        leftOut += 1
        return
      }
      if point.kind == .track {
        if !hasTrack { kept.removeAll() }
        hasTrack = true
        queue.append(fix)
      } else if !hasTrack {
        if kept.count < Self.longestRoute { kept.append(point) } else { leftOut += 1 }
      }
    }
  }

  /// The file ends; another may follow.
  public mutating func finish() {
    let routes = kept.contains { $0.kind == .route }
    queue += kept.filter { $0.kind == (routes ? .route : .waypoint) }.compactMap(\.fix).sorted { $0.time < $1.time }
    queue.append(nil)
    kept.removeAll()
    hasTrack = false
  }

  /// The next fix of what was taken; nil: more is to be taken first.
  public mutating func next() -> Fix? {
    if var leg {
      let fix = leg.next()
      self.leg = leg.isOver ? nil : leg
      return noisy(fix)
    }
    while front < queue.count {
      let fix = queue[front]
      front += 1
      guard let fix else {
        previous = nil
        continue
      }
      defer { previous = fix }
      guard interpolates else { return fix }
      guard let before = previous, fix.time > before.time, fix.time - before.time <= Self.longestLeg else {
        // Where it came from is not known, nor how fast.
        return noisy(fix)
      }
      var leg = Leg(before, fix)
      let first = leg.next()
      self.leg = leg.isOver ? nil : leg
      return noisy(first)
    }
    queue.removeAll(keepingCapacity: true)
    front = 0
    return nil
  }

  /// A receiver never says the very same twice: some centimetres, always the same at the same time.
  private func noisy(_ fix: Fix) -> Fix {
    var fix = fix
    let hash = UInt64(bitPattern: fix.time.milliseconds) &* 0x9E37_79B9_7F4A_7C15
    fix.coordinate.latitude = min(90, max(-90, fix.coordinate.latitude + (Double(hash >> 56) - 128) * 4e-9))
    fix.coordinate.longitude = min(180, max(-180, fix.coordinate.longitude + (Double(hash >> 48 & 255) - 128) * 4e-9))
    return fix
  }

  private struct Leg {
    private static let second = Interval.seconds(1)

    private var time: Instant
    let from: Fix
    let to: Fix
    let seconds: Double
    let east: Double
    let speed: Double
    let course: Double

    init(_ from: Fix, _ to: Fix) {
      self.from = from
      self.to = to
      time = from.time
      seconds = (to.time - from.time).seconds
      var east = to.coordinate.longitude - from.coordinate.longitude
      if east > 180 { east -= 360 } else if east < -180 { east += 360 }
      self.east = east
      speed = Geodesy.distance(from.coordinate, to.coordinate) / seconds
      let north = to.coordinate.latitude - from.coordinate.latitude
      let middle = (from.coordinate.latitude + to.coordinate.latitude) / 2 * .pi / 180
      let angle = atan2(east * cos(middle), north) * 180 / .pi
      course = angle < 0 ? angle + 360 : angle
    }

    var isOver: Bool { time >= to.time }

    /// A second later, or at the end.
    mutating func next() -> Fix {
      time = min(time + Self.second, to.time)
      let share = (time - from.time).seconds / seconds
      var longitude = from.coordinate.longitude + east * share
      if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
      let latitude = from.coordinate.latitude + (to.coordinate.latitude - from.coordinate.latitude) * share
      var fix = Fix(
        time: time, coordinate: Coordinate(latitude: latitude, longitude: longitude), mode: to.mode, speed: speed,
        course: speed > 0.5 ? min(course, 359.99) : nil, hdop: to.hdop, satellitesUsed: to.satellitesUsed)
      if let a = from.altitude, let b = to.altitude { fix.altitude = a + (b - a) * share }
      return fix
    }
  }
}
