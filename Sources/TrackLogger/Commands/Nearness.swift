import Glibc
import TrackCore
import TrackStore

/// `--near LAT,LON --within METRES`
struct Nearness {
  let centre: Coordinate
  let radius: Double
  /// Degrees from the centre beyond which nothing is near.
  private let margin: (north: Double, east: Double)

  /// nil where nothing is asked for.
  init?(_ invocation: Invocation) throws(Failure) {
    let radius = try invocation.number(.within, in: 0...20_000_000)
    guard let text = invocation[.near] else {
      if radius != nil { throw .usage("--within needs --near: the position") }
      return nil
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard parts.count == 2, (-90...90).contains(parts[0]), (-180...180).contains(parts[1]) else {
      throw .usage("--near takes latitude,longitude in degrees, like 47.14,9.52, not '\(text)'")
    }
    centre = Coordinate(latitude: parts[0], longitude: parts[1])
    self.radius = radius ?? 200
    margin = Nearness.margin(centre, self.radius)
  }

  /// A hundredth and 50 metres to spare: lengths of great circles are within 0.6 %.
  private static func margin(_ centre: Coordinate, _ radius: Double) -> (north: Double, east: Double) {
    // A degree of latitude has 110.57 km at least (WGS 84, at the equator), one of longitude the cosine of that.
    let north = (radius * 1.01 + 50) / 110_000
    let shrink = cos(min(90, abs(centre.latitude) + north) * .pi / 180)
    return (north, shrink > 0.001 ? north / shrink : 360)
  }

  func contains(_ position: Coordinate) -> Bool { Geodesy.distance(centre, position) <= radius }

  /// Whether the trip's recorded way, gaps left out, comes so near.
  func isPassed(by trip: Trip, _ reader: TrackReader) throws(StoreError) -> Bool {
    guard trip.bounds.isNear(centre, within: radius) else { return false }
    if contains(trip.from) || contains(trip.to) { return true }
    // Most trips pass nowhere near: only of the others one need know where their gaps are.
    let all = TimeRange(since: trip.start, until: (trip.end ?? trip.last) + Interval(milliseconds: 1))
    guard try isPassed(in: all, reader) else { return false }
    for part in try reader.parts(of: trip) where try isPassed(in: part, reader) { return true }
    return false
  }

  private func isPassed(in part: TimeRange, _ reader: TrackReader) throws(StoreError) -> Bool {
    var previous: Coordinate?
    var isPassed = false
    try reader.positions(in: part) { position in
      let from = previous ?? position
      previous = position
      isPassed = !isFar(from, position) && GreatCircle.distance(to: centre, from: from, position) <= radius
      return !isPassed
    }
    return isPassed
  }

  /// True only where no point of a leg comes so near, without trigonometry: a short leg whose ends lie both to the north of the circle,
  /// or both to its south, east or west.
  private func isFar(_ a: Coordinate, _ b: Coordinate) -> Bool {
    let (first, second) = (a.latitude - centre.latitude, b.latitude - centre.latitude)
    let (one, other) = (degreesEast(a), degreesEast(b))
    // So far a great circle bulges by less than the metres to spare, below 89° of latitude.
    guard abs(one - other) < 0.05, abs(a.latitude) < 89 else { return false }
    return min(first, second) > margin.north || max(first, second) < -margin.north
      || min(one, other) > margin.east || max(one, other) < -margin.east
  }

  private func degreesEast(_ position: Coordinate) -> Double {
    let degrees = position.longitude - centre.longitude
    return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}
