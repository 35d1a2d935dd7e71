import Glibc

/// What a receiver's error estimates are worth, learnt from its own scatter while it stands.
///
/// gpsd leaves the confidence of eph unspecified, and receivers differ by a factor of six. Where there is no estimate at all,
/// a nominal one takes its place and is scaled in the same way.
struct ReceiverScale {
  /// Metres believed of a receiver that estimates nothing: what the middle of phones and modules show in a town.
  static let nominal: Float = 18
  /// While standing, as much as so many spreads of the stay, in metres at most.
  static let spreads: Float = 2.5
  static let largestUnknown: Float = 60
  /// The median deviation of a stay's fixes from its centre, as a share of an honest eph: the median of a Rayleigh
  /// distribution over its 95 % point (0.48), a little less as the centre follows the fixes.
  static let honestShare: Float = 0.5
  /// How far the scale may move: gpsd's drivers differ no more.
  static let range: ClosedRange<Float> = 0.3...3
  /// Step of the running median in log scale for a bin: an hour's standing moves it by a factor of two at most.
  static let step: Float = 0.001
  /// The first bins tell more: steps begin so large, shrink after so many bins, and are as above after three times as many.
  static let firstStep: Float = 0.003
  static let firstBins: Float = 180
  static let settledBins: Int32 = 540

  private(set) var factor: Float = 1
  private var bins: Int32 = 0

  /// The error believed of a fix, in metres; `spread`: the scatter of the stay that it may belong to.
  func error(_ eph: Double?, standing spread: Float?) -> Float {
    if let eph { return Float(min(eph, 10_000)) * factor }
    return max(Self.nominal * factor, min(Self.largestUnknown, Self.spreads * min(1, factor) * (spread ?? 0)))
  }

  /// A bin while standing, so many metres from the centre of the stay.
  mutating func note(deviation: Float, believed: Float) {
    let step = max(Self.step, Self.firstStep * min(1, Self.firstBins / Float(bins + 1)))
    factor *= deviation > Self.honestShare * believed ? 1 + step : 1 - step
    factor = min(max(factor, Self.range.lowerBound), Self.range.upperBound)
    if bins < Self.settledBins { bins += 1 }
  }
}

extension ReceiverScale: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(factor)
    checkpoint.put(bins)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    factor = try checkpoint.take()
    bins = try checkpoint.take()
    guard Self.range.contains(factor), (0...Self.settledBins).contains(bins) else { throw .damaged }
  }
}
