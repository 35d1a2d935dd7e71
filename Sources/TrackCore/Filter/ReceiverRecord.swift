/// What one receiver has given lately, for choosing between several.
struct ReceiverRecord {
  private(set) var device: DeviceID
  private var lastGood: Instant?
  private var lastArrival: Arrival?
  /// Seconds between good fixes, a running mean; 0 before the second.
  private var usual = 0.0
  /// Metres, a running mean; 2D counts double.
  private var error = 0.0
  /// Good fixes since the last change of receiver, for judging; up to `fixesToJudge`.
  private var fixes: UInt16 = 0
  /// Good fixes of others since this one's last; up to 65,535.
  private var missed: UInt16 = 0
  private var hadGood = false

  init(device: DeviceID) { self.device = device }

  /// True where the epoch is a good fix: one with a position.
  @inline(__always) mutating func note(_ epoch: Epoch) -> Bool {
    let tpv = epoch.tpv
    guard tpv.mode >= 2, tpv.latitude != nil, tpv.longitude != nil else { return false }
    var elapsed: Double?
    if let arrival = epoch.arrival, let lastArrival {
      elapsed = (arrival - lastArrival).seconds
    } else if let time = tpv.time, let lastGood {
      elapsed = (time - lastGood).seconds
    }
    // A step of a clock is no interval.
    if let elapsed, elapsed > 0, elapsed < 3600 {
      usual = usual == 0 ? elapsed : usual + (min(elapsed, 4 * usual) - usual) / 8
    }
    let sample = (tpv.eph ?? epoch.hdop.map { $0 * QualityRule.rangeError } ?? 20) * (tpv.mode >= 3 ? 1 : 2)
    if sample >= 0, sample < 1e6 { error = fixes == 0 ? sample : error + (sample - error) / 16 }
    if fixes < ReceiverSelector.fixesToJudge { fixes += 1 }
    if let time = tpv.time { lastGood = time }
    if let arrival = epoch.arrival { lastArrival = arrival }
    hadGood = true
    missed = 0
    return true
  }

  /// Another receiver has given a good fix.
  mutating func miss() { if missed < UInt16.max { missed += 1 } }

  mutating func judgeAnew() { fixes = 0 }

  /// No good fix for 10 s and five usual intervals: by arrival where that is known and has not been set back, else by
  /// what the other has given meanwhile. The dates of two receivers may have nothing to do with one another.
  func isSilent(at arrival: Arrival?, beside other: ReceiverRecord) -> Bool {
    guard hadGood else { return true }
    let limit = max(ReceiverSelector.silence.seconds, ReceiverSelector.usualIntervals * usual)
    if let arrival, let lastArrival, arrival >= lastArrival { return (arrival - lastArrival).seconds >= limit }
    return Double(missed) * other.usual >= limit
  }

  func isClearlyBetter(than current: ReceiverRecord) -> Bool {
    fixes >= ReceiverSelector.fixesToJudge && current.fixes >= ReceiverSelector.fixesToJudge
      && error < ReceiverSelector.clearlyBetter * current.error
  }
}

extension ReceiverRecord: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(device.index)
    checkpoint.put(lastGood) { $0.put($1) }
    checkpoint.put(lastArrival) { $0.put($1) }
    checkpoint.put(usual)
    checkpoint.put(error)
    checkpoint.put(fixes)
    checkpoint.put(missed)
    checkpoint.put(hadGood)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    device = DeviceID(index: try checkpoint.take())
    lastGood = try checkpoint.takeInstant()
    lastArrival = try checkpoint.takeArrival()
    usual = try checkpoint.take()
    error = try checkpoint.take()
    guard usual >= 0, usual.isFinite, error >= 0, error.isFinite else { throw .damaged }
    fixes = try checkpoint.take()
    missed = try checkpoint.take()
    hadGood = try checkpoint.take()
  }
}
