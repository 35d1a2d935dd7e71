/// How often fixes come: what is a silence depends on it.
struct Cadence {
  /// Intervals remembered; their median outlasts dropouts.
  static let memory = 11
  /// Seconds. A longer interval is a silence at any rate, and tells nothing of the rate.
  static let longest: Float = 180

  private var intervals: [Float] = []
  private var next = 0
  /// The usual interval from one bin to the next, in seconds: 5, or the sampling interval where that is longer.
  private(set) var usual: Float = 5

  init() { intervals.reserveCapacity(Self.memory) }

  mutating func note(interval: Float) {
    guard interval < Self.longest else { return }
    if intervals.count < Self.memory { intervals.append(interval) } else { intervals[next] = interval }
    next = (next + 1) % Self.memory
    usual = max(5, median(count: intervals.count) { intervals[$0] })
  }

  /// Seconds without a bin that are more than the rate and a lost fix or two explain.
  var hole: Float { max(20, 2.6 * usual) }
  /// Seconds of silence beyond which a leg counts as bridged, not measured: 30 s and five usual intervals.
  var silence: Float { max(30, 5 * usual) }
  /// `seconds`, or three bins where that is longer: a window that holds something at any rate.
  func window(_ seconds: Float) -> Float { max(seconds, 3.2 * usual) }
}

extension Cadence: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(all: intervals) { $0.put($1) }
    checkpoint.put(UInt8(next))
    checkpoint.put(usual)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    intervals = try checkpoint.all(limit: Self.memory) { (c: inout CheckpointReader) throws(CheckpointError) in
      try c.take(Float.self)
    }
    next = Int(try checkpoint.take(UInt8.self))
    usual = try checkpoint.take()
    guard next < Self.memory, usual >= 5, usual < Self.longest else { throw .damaged }
  }
}
