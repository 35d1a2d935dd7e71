/// What is under way since the last stay, or since input began: a trip, once motion has been shown.
///
/// What it adds up to can be told for any bin that the history still holds, so that an end can be back-dated.
struct Way {
  /// nil until motion has been shown.
  var id: Trip.ID?
  var start: Instant
  var from: Coordinate
  /// It began with the first fix, not at a stay.
  private(set) var isFromNowhere: Bool
  /// When it was over, and the number of its last bin; nil while it goes on.
  private(set) var end: Instant?
  private(set) var to: Coordinate?
  /// Up to bin `settledEnd`, which the history no longer holds, and up to `runningEnd`, the newest that is measured.
  private var settled = TripTally()
  private var settledEnd: Int
  private(set) var running = TripTally()
  private var runningEnd: Int

  /// A way whose first leg leads to bin `first`.
  init(start: Instant, from: Coordinate, first: Int, isFromNowhere: Bool = false) {
    self.start = start
    self.isFromNowhere = isFromNowhere
    self.from = from
    settledEnd = first
    runningEnd = first
    settled.bounds = BoundingBox(from)
    running.bounds = settled.bounds
  }

  /// Adds the legs that have been measured since.
  mutating func advance(through last: Int, in history: History, plane: LocalPlane) {
    guard end == nil else { return }
    while runningEnd <= last {
      if runningEnd >= history.first {
        running.add(history[runningEnd], at: plane.coordinate(history[runningEnd].position))
      }
      runningEnd += 1
    }
  }

  /// The history is about to forget bin `k`.
  mutating func settle(_ k: Int, in history: History, plane: LocalPlane) {
    guard k >= settledEnd, end == nil || k < runningEnd else { return }
    settled.add(history[k], at: plane.coordinate(history[k].position))
    settledEnd = k + 1
  }

  /// It ended with bin `last`, or before its first leg.
  mutating func finish(at time: Instant, to place: Coordinate, with last: Int, in history: History, plane: LocalPlane) {
    running = settled
    runningEnd = max(settledEnd, last + 1)
    for k in max(settledEnd, history.first)..<max(runningEnd, settledEnd, history.first) {
      running.add(history[k], at: plane.coordinate(history[k].position))
    }
    end = max(time, start)
    to = place
  }

  /// It did not end after all.
  mutating func resume(through last: Int, in history: History, plane: LocalPlane) {
    end = nil
    to = nil
    advance(through: last, in: history, plane: plane)
  }

  /// Metres, bridged ones too.
  var length: Float { Float(running.measured + running.bridged) }

  /// The newest state, seen at `last`; nil where no motion has been shown.
  func trip(last: Instant, at position: Coordinate) -> Trip? {
    guard let id, let bounds = running.bounds else { return nil }
    let last = end ?? max(last, start)
    return Trip(
      id: id, start: start, end: end, last: last, from: from, to: to ?? position, distance: running.measured,
      bridgedDistance: running.bridged, movingTime: min(running.moving, last - start),
      maxSpeed: running.topSpeed > 0 ? Double(running.topSpeed) : nil, fixes: running.fixes,
      bounds: bounds.including(to ?? position))
  }
}

extension Way: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(id) { $0.put($1) }
    checkpoint.put(start)
    checkpoint.put(from)
    checkpoint.put(isFromNowhere)
    checkpoint.put(end) { $0.put($1) }
    checkpoint.put(to) { $0.put($1) }
    checkpoint.put(Int64(settledEnd))
    checkpoint.put(Int64(runningEnd))
    settled.write(to: &checkpoint)
    running.write(to: &checkpoint)
  }

  init(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    self.init(start: Instant(milliseconds: 0), from: Coordinate(latitude: 0, longitude: 0), first: 0)
    try read(from: &checkpoint)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    id = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in try c.take() }
    start = try checkpoint.take()
    from = try checkpoint.take()
    isFromNowhere = try checkpoint.take()
    end = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in try c.take(Instant.self) }
    to = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in try c.take(Coordinate.self) }
    settledEnd = try checkpoint.takeCount()
    runningEnd = try checkpoint.takeCount()
    try settled.read(from: &checkpoint)
    try running.read(from: &checkpoint)
  }
}
