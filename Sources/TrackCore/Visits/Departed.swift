/// The last stay that was left, as long as its departure may be taken back.
struct Departed {
  /// Metres: an excursion no farther, …
  static let nearby: Float = 90
  /// … in mean errors of the bins since, and seconds that it may have lasted.
  static let errors: Float = 3.3
  static let longest: Float = 600
  /// The same where positions alone showed motion, and in spreads of the stay: drift looks like a walk then.
  static let nearbyWithoutDoppler: Float = 120
  static let spreads: Float = 6
  static let longestWithoutDoppler: Float = 1_200
  /// A way that measured less than so many times how far it seemed to lead did not lead there and back.
  static let thereAndBack: Float = 1.5
  /// Metres between the centres of what may be one stay.
  static let samePlace: Float = 45
  static let samePlaceWithoutDoppler: Float = 60
  static let samePlaceAtMost: Float = 80

  /// So long a stay may still turn out to be the one before.
  static let reunion = Interval.minutes(60)

  var stay: Stay
  var departure: Instant
  /// It was left unseen: no motion was shown.
  var isDoubtful: Bool
  var isDoppler: Bool
  /// Metres that the bins since have been away beyond their error.
  private(set) var farthest: Float = 0
  private var errorSum: Float = 0
  private var bins = 0

  init(stay: Stay, departure: Instant, isDoubtful: Bool, isDoppler: Bool) {
    self.isDoppler = isDoppler
    self.stay = stay
    self.stay.shrink()
    self.departure = departure
    self.isDoubtful = isDoubtful
  }

  /// It may still turn out that it was never left, by an arrival at `time` or later.
  func isOpen(at time: Instant) -> Bool {
    if isDoubtful { return farthest < TrackDetector.hiddenWayStanding }
    return Float((time - departure).seconds) < (isDoppler ? Self.longest : Self.longestWithoutDoppler)
  }

  mutating func note(_ bin: Bin) {
    farthest = max(farthest, bin.position.distance(to: stay.centre) - bin.error)
    errorSum += bin.error
    bins += 1
  }

  /// Whether a stay that began at `arrival` at `centre` continues it: nobody was away. `way`: metres on the way from the one
  /// to the other, those over silences too.
  func isContinued(by centre: Point, error: Float, from arrival: Instant, way: Float) -> Bool {
    let apart = centre.distance(to: stay.centre)
    let reach = isDoppler ? Reach.gate(error: error) : max(Self.samePlaceWithoutDoppler, stay.gate(error: error))
    guard apart <= max(Self.samePlace, min(Self.samePlaceAtMost, reach)) else { return false }
    // No receiver that wakes is so wrong: beyond, it has been elsewhere, however it was left.
    if isDoubtful { return farthest < TrackDetector.hiddenWayStanding }
    let usual = bins > 0 ? errorSum / Float(bins) : 0
    let away = Float((arrival - departure).seconds)
    if isDoppler {
      return away < Self.longest
        && (farthest < max(Self.nearby, Self.errors * usual) || way < Self.thereAndBack * farthest)
    }
    return farthest < max(Self.nearbyWithoutDoppler, Self.spreads * stay.spread) && away < Self.longestWithoutDoppler
  }
}

extension Departed: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    stay.write(to: &checkpoint)
    checkpoint.put(departure)
    checkpoint.put(isDoubtful)
    checkpoint.put(isDoppler)
    checkpoint.put(farthest)
    checkpoint.put(errorSum)
    checkpoint.put(Int64(bins))
  }

  init(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    self.init(
      stay: try Stay(from: &checkpoint), departure: try checkpoint.take(), isDoubtful: try checkpoint.take(),
      isDoppler: try checkpoint.take())
    farthest = try checkpoint.takeFinite()
    errorSum = try checkpoint.takeFinite()
    bins = try checkpoint.takeCount()
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    self = try Departed(from: &checkpoint)
  }
}
