/// Gathers fixes into bins of five seconds on the clock's own grid.
///
/// Medians of position outlast a multipath spike of two seconds, means of velocity the noise of single ones.
struct BinBuilder {
  /// Milliseconds. Long enough for a median at 1 Hz, short enough to place an arrival within a few seconds.
  static let width: Int64 = 5_000
  /// Fixes kept of a bin: all up to 3 Hz; of faster receivers every second, fourth, … one.
  static let capacity = 16

  struct Sample: Equatable {
    var position: Point
    var error: Float
    var speed: Float
    /// nil where the receiver gives no speed or no course.
    var velocity: Point?
  }

  private(set) var samples: [Sample] = []
  private var slot: Int64 = 0
  private var start = Instant(milliseconds: 0)
  private var end = Instant(milliseconds: 0)
  private var fixes: Int32 = 0
  private var stride: Int32 = 1
  private var isAfterLeap = false

  init() { samples.reserveCapacity(Self.capacity) }

  /// Whether a fix of that time begins another bin.
  func isComplete(before time: Instant) -> Bool { fixes > 0 && Self.slot(of: time) != slot }

  private static func slot(of time: Instant) -> Int64 {
    let m = time.milliseconds
    return (m >= 0 ? m : m - (width - 1)) / width
  }

  /// The next fix begins a bin that cannot be reached from the one before. Take what there is first.
  mutating func leap() { isAfterLeap = true }

  mutating func add(_ sample: Sample, at time: Instant) {
    if fixes == 0 {
      slot = Self.slot(of: time)
      start = time
    }
    end = time
    if fixes % stride == 0, samples.count == Self.capacity {
      for k in 0..<Self.capacity / 2 { samples[k] = samples[2 * k] }
      samples.removeLast(Self.capacity / 2)
      stride *= 2
    }
    if fixes % stride == 0 { samples.append(sample) }
    if fixes < 65_535 { fixes += 1 }
  }

  /// The bin so far, and room for the next; nil where there is none.
  mutating func take() -> Bin? {
    guard fixes > 0 else { return nil }
    var bin = Bin()
    bin.start = start
    bin.end = end
    bin.fixes = fixes
    bin.isAfterLeap = isAfterLeap
    bin.position = Point(east: median { $0.position.east }, north: median { $0.position.north })
    bin.error = tenths(median { $0.error })
    var sum = Point.zero
    var withVelocity = 0
    for sample in samples {
      if let velocity = sample.velocity {
        sum = sum + velocity
        withVelocity += 1
      }
    }
    if withVelocity > 0 {
      let mean = sum * (1 / Float(withVelocity))
      bin.velocity = Point(east: hundredths(mean.east), north: hundredths(mean.north))
      bin.speed = hundredths(median { $0.velocity == nil ? nil : $0.speed })
    }
    samples.removeAll(keepingCapacity: true)
    fixes = 0
    stride = 1
    isAfterLeap = false
    return bin
  }

  /// The middle value (the mean of the two middle ones) of what `value` gives.
  @inline(__always)
  private func median(_ value: (Sample) -> Float?) -> Float {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.capacity) { sorted in
      var count = 0
      for sample in samples {
        guard let v = value(sample) else { continue }
        var k = count
        while k > 0, sorted[k - 1] > v {
          sorted[k] = sorted[k - 1]
          k -= 1
        }
        sorted[k] = v
        count += 1
      }
      guard count > 0 else { return 0 }
      return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
  }

  /// Carries what is gathered over to another plane.
  mutating func move(_ convert: (Point) -> Point) {
    for k in samples.indices { samples[k].position = convert(samples[k].position) }
  }
}

extension BinBuilder: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(slot)
    checkpoint.put(start)
    checkpoint.put(end)
    checkpoint.put(fixes)
    checkpoint.put(stride)
    checkpoint.put(isAfterLeap)
    checkpoint.put(all: samples) {
      $0.put($1.position)
      $0.put($1.error)
      $0.put($1.speed)
      $0.put($1.velocity) { $0.put($1) }
    }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    slot = try checkpoint.take()
    start = try checkpoint.take()
    end = try checkpoint.take()
    fixes = try checkpoint.take()
    stride = try checkpoint.take()
    isAfterLeap = try checkpoint.take()
    let kept = try checkpoint.all(limit: Self.capacity) { (c: inout CheckpointReader) throws(CheckpointError) in
      Sample(
        position: try c.takePoint(), error: try c.takeFinite(), speed: try c.takeFinite(),
        velocity: try c.optional { (c: inout CheckpointReader) throws(CheckpointError) in try c.takePoint() })
    }
    guard fixes >= 0, stride > 0, (fixes == 0) == kept.isEmpty else { throw .damaged }
    samples.removeAll(keepingCapacity: true)
    samples.append(contentsOf: kept)
  }
}
