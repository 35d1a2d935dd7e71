/// Whether the receiver is under way: it gets on in each third of the last half minute, and its Doppler speed agrees.
///
/// A multipath jump rises and holds, or falls back; indoor drift has no Doppler to match. Neither passes.
enum SustainedMotion {
  /// Seconds looked at, or three bins; without Doppler, when positions must tell alone, longer.
  static let window: Float = 30
  static let windowWithoutDoppler: Float = 60
  /// Metres of net displacement, and of the usual error the share, that are no noise.
  static let leastDisplacement: Float = 30
  static let leastDisplacementWithoutDoppler: Float = 60
  static let errorShare: Float = 0.8
  /// Each third must contribute so much of the whole …
  static let leastThird: Float = 0.1
  static let leastThirdWithoutDoppler: Float = 0.2
  /// … and no single step may be more than so much of it, nor, without Doppler, so many times the mean step.
  static let largestStep: Float = 0.6
  static let stepsWithoutDoppler: Float = 4
  /// The Doppler way along the displacement, in units of it.
  static let dopplerAgreement: ClosedRange<Float> = 0.4...2.2

  static func isShown(at last: Int, in history: History, cadence: Cadence) -> Bool {
    let isDoppler = history[last].velocity != nil
    let window = cadence.window(isDoppler ? Self.window : windowWithoutDoppler)
    let least = isDoppler ? leastDisplacement : leastDisplacementWithoutDoppler
    let first = history.index(window + cadence.usual, before: last)
    let count = last - first + 1
    guard count >= 4, Float((history[last].end - history[first].start).seconds) >= 0.7 * window else { return false }
    let way = history[last].position - history[first].position
    let net = way.length
    guard net >= max(least, errorShare * history.medianError(of: first..<last + 1)) else { return false }
    let direction = way * (1 / net)

    let leastThird = isDoppler ? Self.leastThird : leastThirdWithoutDoppler
    let largestStep = isDoppler ? Self.largestStep : min(Self.largestStep, stepsWithoutDoppler / Float(count - 1))
    var from = first
    for third in 1...3 {
      let to = first + (third * (count - 1) + 1) / 3
      if (history[to].position - history[from].position).dot(direction) < leastThird * net { return false }
      from = to
    }
    var doppler: Float = 0
    var hasDoppler = false
    for k in first + 1...last {
      if history.silence(before: k) > max(20, 3.2 * cadence.usual) { return false }
      if history[k].position.distance(to: history[k - 1].position) > largestStep * net { return false }
      guard let a = history[k - 1].velocity, let b = history[k].velocity else { continue }
      hasDoppler = true
      doppler += (a + b).dot(direction) / 2 * Float((history[k].start - history[k - 1].start).seconds)
    }
    return !hasDoppler || dopplerAgreement.contains(doppler / net)
  }
}
