import TrackCore
import TrackStore

/// `--near LAT,LON --within METRES`
struct Nearness {
  let centre: Coordinate
  let radius: Double

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
  }

  func contains(_ position: Coordinate) -> Bool { Geodesy.distance(centre, position) <= radius }

  /// Whether the trip's recorded way, gaps left out, comes so near.
  func isPassed(by trip: Trip, _ reader: TrackReader) throws(StoreError) -> Bool {
    guard trip.bounds.isNear(centre, within: radius) else { return false }
    if contains(trip.from) || contains(trip.to) { return true }
    for part in try reader.parts(of: trip) {
      var previous: Coordinate?
      var isPassed = false
      try reader.fixes(in: part) { fix in
        isPassed = GreatCircle.distance(to: centre, from: previous ?? fix.coordinate, fix.coordinate) <= radius
        previous = fix.coordinate
        return !isPassed
      }
      if isPassed { return true }
    }
    return false
  }
}
