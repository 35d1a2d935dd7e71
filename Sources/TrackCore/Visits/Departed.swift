/// The last stay that was left, as long as its departure may be taken back.
struct Departed {
  /// Metres: an excursion no farther, …
  static let nearby: Float = 90
  /// … in mean errors of the bins since, and seconds that it may have lasted.
  static let errors: Float = 2.5
  static let longest: Float = 600
  /// Metres between the centres of what may be one stay.
  static let samePlace: Float = 45

  var stay: Stay
  var departure: Instant
  /// It was left unseen: no motion was shown.
  var isDoubtful: Bool
  /// Metres that the bins since have been away beyond their error.
  private(set) var farthest: Float = 0
  private var errorSum: Float = 0
  private var bins = 0

  init(stay: Stay, departure: Instant, isDoubtful: Bool) {
    self.stay = stay
    self.departure = departure
    self.isDoubtful = isDoubtful
  }

  mutating func note(_ bin: Bin) {
    farthest = max(farthest, bin.position.distance(to: stay.centre) - bin.error)
    errorSum += bin.error
    bins += 1
  }

  /// Whether a stay that began at `arrival` at `centre` continues it: nobody was away.
  func isContinued(by centre: Point, error: Float, from arrival: Instant) -> Bool {
    guard centre.distance(to: stay.centre) <= max(Self.samePlace, Reach.gate(error: error)) else { return false }
    if isDoubtful { return true }
    let usual = bins > 0 ? errorSum / Float(bins) : 0
    return farthest < max(Self.nearby, Self.errors * usual)
      && Float((arrival - departure).seconds) < Self.longest
  }
}

extension Departed: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    stay.write(to: &checkpoint)
    checkpoint.put(departure)
    checkpoint.put(isDoubtful)
    checkpoint.put(farthest)
    checkpoint.put(errorSum)
    checkpoint.put(Int64(bins))
  }

  init(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    self.init(stay: try Stay(from: &checkpoint), departure: try checkpoint.take(), isDoubtful: try checkpoint.take())
    farthest = try checkpoint.take()
    errorSum = try checkpoint.take()
    bins = Int(try checkpoint.take(Int64.self))
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    self = try Departed(from: &checkpoint)
  }
}
