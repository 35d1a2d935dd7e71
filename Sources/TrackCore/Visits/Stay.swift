/// A stay that lasts: where it is, and what was seen of it.
///
/// The centre is a weighted median of a sample that thins itself: as many bins of the first hour as of the last.
struct Stay {
  /// Bins kept of it. More do not place the centre better: errors drift over minutes, so neighbours tell the same.
  static let sampleSize = 96
  /// Metres: even a small error estimate has this much drift in it.
  static let leastError: Float = 12
  /// Metres: how much of its own scatter the gate of a stay grows by.
  static let largestSpread: Float = 40

  struct Sample: Equatable {
    var position: Point
    var error: Float
  }

  let id: Visit.ID
  var arrival: Instant
  /// The end of the newest bin that was there.
  private(set) var last: Instant
  private(set) var centre: Point
  /// Median deviation of its bins from the centre, in metres.
  private(set) var spread: Float = 0
  private(set) var fixes = 0
  /// Time in which fixes came without a silence.
  private(set) var seen = Interval.zero
  private(set) var bins = 0
  private(set) var samples: [Sample] = []
  private var stride = 1
  /// Bins at which the centre is next computed.
  private var due = 1

  init(id: Visit.ID, arrival: Instant, at centre: Point) {
    self.id = id
    self.arrival = arrival
    last = arrival
    self.centre = centre
    samples.reserveCapacity(Self.sampleSize)
  }

  /// How well the centre is known, in metres: the spread over what errors that drift for five minutes tell apart.
  var accuracy: Float { max(2, spread / max(1, Float(seen.seconds) / 300).squareRoot()) }

  /// Metres from the centre within which a bin of that error is still there.
  func gate(error: Float) -> Float { Reach.gate(error: error, spread: min(spread, Self.largestSpread)) }

  /// A bin that lies with it; `isSilent`: after a silence. One that moves counts, but does not tell where the stay is.
  mutating func add(_ bin: Bin, isSilent: Bool, isMoving: Bool = false) {
    fixes += Int(bin.fixes)
    if !isSilent, bin.end > last { seen = seen + (bin.end - last) }
    last = max(last, bin.end)
    if isMoving { return }
    if bins % stride == 0 {
      makeRoom()
      if bins % stride == 0 { samples.append(Sample(position: bin.position, error: bin.error)) }
    }
    bins += 1
    if bins >= due { settle() }
  }

  /// Bins at which the centre is computed after now.
  private var nextDue: Int { bins + 1 + bins / 8 }

  /// Its centre has just been computed anew.
  var hasSettled: Bool { due == nextDue }

  /// Goes on with what seemed another stay.
  mutating func absorb(_ other: Stay) {
    fixes += other.fixes
    seen = seen + other.seen
    last = max(last, other.last)
    // Each minute of the two counts alike.
    var other = other
    while stride < other.stride { halve() }
    while other.stride < stride { other.halve() }
    for sample in other.samples {
      makeRoom()
      samples.append(sample)
    }
    bins += other.bins
    settle()
  }

  private mutating func makeRoom() {
    if samples.count == Self.sampleSize { halve() }
  }

  /// Of the sample every second one stays, the first for certain.
  private mutating func halve() {
    let kept = (samples.count + 1) / 2
    for k in 0..<kept { samples[k] = samples[2 * k] }
    samples.removeLast(samples.count - kept)
    stride *= 2
  }

  /// It was left: half of the sample will do, should it turn out that it was not.
  mutating func shrink() {
    while samples.count > Self.sampleSize / 2 { halve() }
  }

  /// Begins the sample again, from bins that outnumber it elsewhere.
  mutating func resample() {
    samples.removeAll(keepingCapacity: true)
    bins = 0
    stride = 1
    due = 1
  }

  private mutating func settle() {
    due = nextDue
    guard !samples.isEmpty else { return }
    centre = Point(east: weightedMedian { $0.position.east }, north: weightedMedian { $0.position.north })
    let centre = centre
    spread = median(count: samples.count) { samples[$0].position.distance(to: centre) }
  }

  private func weightedMedian(_ value: (Sample) -> Float) -> Float {
    withUnsafeTemporaryAllocation(of: (value: Float, weight: Float).self, capacity: samples.count) { sorted in
      var total: Float = 0
      for (k, sample) in samples.enumerated() {
        let weight = 1 / (sample.error * sample.error + Self.leastError * Self.leastError)
        sorted.initializeElement(at: k, to: (value(sample), weight))
        total += weight
      }
      var ascending = sorted
      ascending.sort { $0.value < $1.value }
      var sum: Float = 0
      for element in sorted {
        sum += element.weight
        if sum >= total / 2 { return element.value }
      }
      return sorted[sorted.count - 1].value
    }
  }

  mutating func move(_ convert: (Point) -> Point) {
    centre = convert(centre)
    for k in samples.indices { samples[k].position = convert(samples[k].position) }
  }
}

extension Stay: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(id)
    checkpoint.put(arrival)
    checkpoint.put(last)
    checkpoint.put(centre)
    checkpoint.put(spread)
    checkpoint.put(Int64(fixes))
    checkpoint.put(seen)
    checkpoint.put(Int64(bins))
    checkpoint.put(Int64(stride))
    checkpoint.put(Int64(due))
    checkpoint.put(all: samples) {
      $0.put($1.position)
      $0.putTenths($1.error)
    }
  }

  init(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    self.init(id: try checkpoint.take(), arrival: try checkpoint.take(), at: .zero)
    try read(from: &checkpoint)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    last = try checkpoint.take()
    centre = try checkpoint.takePoint()
    spread = try checkpoint.takeFinite()
    fixes = try checkpoint.takeCount()
    seen = try checkpoint.take()
    bins = try checkpoint.takeCount()
    stride = try checkpoint.takeCount()
    due = try checkpoint.takeCount()
    guard stride > 0, bins >= 0 else { throw .damaged }
    let kept = try checkpoint.all(limit: Self.sampleSize) { (c: inout CheckpointReader) throws(CheckpointError) in
      Sample(position: try c.takePoint(), error: try c.takeTenths())
    }
    samples.append(contentsOf: kept)
  }
}
