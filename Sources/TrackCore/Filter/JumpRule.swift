import Glibc

/// Can the vehicle have come from there to here in that time?
///
/// Not farther than the profile's speed carries it, plus both errors. Within half a minute not farther either than the
/// receiver's own speeds explain: a spike of 74 m in a second is no drive at 11 m/s.
struct JumpRule {
  /// The way from one fix to a later one.
  struct Leg {
    /// Metres, good to 2 % where they are small.
    var north: Double
    var east: Double
    var isPlausible: Bool
  }

  /// Beyond this many seconds own speeds say nothing of the way between.
  static let ownSpeedsTell = 30.0
  /// Half of the change of speed that may hide between two reports of it, in m/s²: 3, a third of an emergency braking,
  /// since the mean of both speeds explains a steady change fully.
  static let hiddenAcceleration = 1.5
  /// Reported speeds lag and are rounded: a tenth and 1 m/s.
  static let speedTolerance = (share: 0.1, offset: 1.0)
  /// Metres that a position may step while nothing moves, beside both errors: reflections come and go.
  static let step = 10.0

  let maxSpeed: Double
  private var cosine = 1.0
  private var cosineLatitude = 0.0

  init(maxSpeed: Double) { self.maxSpeed = maxSpeed }

  /// `fix` must be later than `anchor`.
  mutating func leg(from anchor: Sighting, to fix: Sighting) -> Leg {
    let latitude = fix.coordinate.latitude
    // 0.01°: between the polar circles the cosine is then off by less than 0.05 %, at 85° by 0.2 %.
    if abs(latitude - cosineLatitude) > 0.01 {
      cosineLatitude = latitude
      cosine = cos(latitude * (Double.pi / 180))
    }
    var eastward = fix.coordinate.longitude - anchor.coordinate.longitude
    if eastward > 180 { eastward -= 360 } else if eastward < -180 { eastward += 360 }
    // 111.32 km: a degree of the equator, and within 0.7 % one of any meridian.
    let north = (latitude - anchor.coordinate.latitude) * 111_320
    let east = eastward * 111_320 * cosine
    let roughly = (north * north + east * east).squareRoot()
    let allowed = reach(from: anchor, to: fix)
    // Near by, the rough figure decides unless it is close; far away and near the poles it may be off either way.
    let isNear = roughly < 20_000 && abs(latitude) < 85
    if isNear, roughly * 1.02 <= allowed { return Leg(north: north, east: east, isPlausible: true) }
    if isNear, roughly * 0.98 > allowed { return Leg(north: north, east: east, isPlausible: false) }
    let distance = Geodesy.distance(anchor.coordinate, fix.coordinate)
    return Leg(north: north, east: east, isPlausible: distance <= allowed)
  }

  /// By the profile's speed alone, whatever the receiver says of its own.
  func isReachable(from anchor: Sighting, to fix: Sighting) -> Bool {
    let reach = maxSpeed * (fix.time - anchor.time).seconds + anchor.error + fix.error
    return Geodesy.distance(anchor.coordinate, fix.coordinate) <= reach
  }

  /// Metres that the fix may lie from the anchor.
  private func reach(from anchor: Sighting, to fix: Sighting) -> Double {
    let seconds = (fix.time - anchor.time).seconds
    let errors = anchor.error + fix.error
    let byProfile = maxSpeed * seconds + errors
    guard seconds <= Self.ownSpeedsTell, let before = anchor.speed, let after = fix.speed else { return byProfile }
    let mean = (before + after) / 2
    let byOwn =
      (mean * (1 + Self.speedTolerance.share) + Self.speedTolerance.offset) * seconds
      + Self.hiddenAcceleration * seconds * seconds + errors + Self.step
    return min(byProfile, byOwn)
  }
}

extension JumpRule: Checkpointed {
  // The cosine's latitude decides to the last bit what a leg measures.
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(cosine)
    checkpoint.put(cosineLatitude)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    cosine = try checkpoint.take()
    cosineLatitude = try checkpoint.take()
  }
}
