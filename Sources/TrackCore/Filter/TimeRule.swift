/// Does an epoch's time go on from that of the last accepted fix, and did it come when it should?
///
/// What does not go on is only suspect: whichever clock is at fault, the fix's or the host's, further epochs will tell
/// (see `HeldFixes`). No clock but those two is read.
struct TimeRule {
  enum Verdict: Equatable {
    case goesOn
    /// It does if the silence before it was one; nothing says that time has passed but the fix.
    case afterSilence
    case refused(Rejection)
    case suspect(Rejection)
  }

  /// Where nothing says when lines arrived, a silence longer than this and five usual intervals is to be confirmed.
  static let silence = Interval.seconds(10)
  static let usualIntervals = 5.0
  /// How fast the host's clock may drift from the receiver's: 100 ppm is what a cheap crystal does at worst.
  static let drift = 1e-4

  let maxAge: Interval
  /// Arrival less time, in milliseconds, of the freshest fix so far: what transport takes and how the two clocks
  /// differ.
  private var baseline: Int64?
  /// Seconds between accepted fixes, a running mean.
  private var usual = 1.0

  init(maxAge: Interval) { self.maxAge = maxAge }

  func verdict(on here: Sighting, after last: Sighting) -> Verdict {
    let step = here.time - last.time
    if step <= .zero { return step == .zero ? .refused(.duplicate) : .suspect(.outOfOrder) }
    if let arrival = here.arrival, let baseline, let lastArrival = last.arrival {
      let late = Interval(milliseconds: Self.offset(arrival, here.time) &- drifted(baseline, over: step))
      if late > maxAge { return .suspect(.stale) }
      return step - (arrival - lastArrival) > maxAge ? .suspect(.future) : .goesOn
    }
    if step > Self.silence, step.seconds > Self.usualIntervals * usual { return .afterSilence }
    return .goesOn
  }

  mutating func accept(_ here: Sighting, after last: Sighting?) {
    let step = last.map { here.time - $0.time } ?? .zero
    if step > .zero {
      let seconds = step.seconds
      usual += (min(seconds, 4 * usual) - usual) / 8
    }
    guard let arrival = here.arrival else { return }
    let offset = Self.offset(arrival, here.time)
    baseline = baseline.map { min(offset, drifted($0, over: step)) } ?? offset
  }

  /// Forgets how the clocks differed: one of them has been set.
  mutating func forgetClocks() { baseline = nil }

  private static func offset(_ arrival: Arrival, _ time: Instant) -> Int64 {
    arrival.milliseconds &- time.milliseconds
  }

  private func drifted(_ baseline: Int64, over step: Interval) -> Int64 {
    // Up to a year; longer, the clocks have nothing to do with each other any more.
    baseline &+ Int64(Double(min(step.milliseconds, 31_557_600_000)) * Self.drift)
  }
}

extension TimeRule: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(baseline) { $0.put($1) }
    checkpoint.put(usual)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    baseline = try checkpoint.take(Bool.self) ? try checkpoint.take(Int64.self) : nil
    usual = try checkpoint.take()
    guard usual > 0, usual.isFinite else { throw .damaged }
  }
}
