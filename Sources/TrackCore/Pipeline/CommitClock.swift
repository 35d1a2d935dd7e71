/// When what has been found is to be written: every so often in time of fixes, and at once when the fixes stop. That it depends
/// on the input alone makes a replay give the same rows in the same batches.
struct CommitClock: Checkpointed, Equatable {
  private let interval: Interval
  private var last: Instant?
  private(set) var isDue = false

  init(interval: Interval) { self.interval = interval }

  /// True when a fix of this time falls into a new interval.
  mutating func passes(_ time: Instant) -> Bool {
    guard let last else {
      self.last = time
      return false
    }
    guard time - last >= interval else { return false }
    self.last = time
    return true
  }

  mutating func request() { isDue = true }

  mutating func take() -> Bool {
    defer { isDue = false }
    return isDue
  }

  func write(to checkpoint: inout CheckpointWriter) { checkpoint.put(last) { $0.put($1) } }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    last = try checkpoint.optional { r throws(CheckpointError) in try r.take(Instant.self) }
  }
}
