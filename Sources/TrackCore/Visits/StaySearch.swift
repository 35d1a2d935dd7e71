/// While under way: do the newest bins stay at one place?
///
/// A candidate grows while bins lie within the gate of its own running median. Bins beyond are outliers until they have
/// lasted; then the candidate begins again with them.
struct StaySearch {
  /// Seconds, or one and a half intervals, after which bins outside are no outliers.
  static let outlierPatience: Float = 20
  /// Metres per second by Doppler: at this speed bins outside have left, after seconds that outlast most reflections that bring
  /// speeds of their own.
  static let leavingSpeed: Float = 2.5
  static let leavingTime: Float = 12
  /// In gates: how far from the centre one may stand or stroll and be still there.
  static let wider: Float = 1.4
  /// Newest members whose median is the centre: four minutes.
  static let centreMembers = 48

  /// Numbers of the candidate's first bin, and of the first of the bins that lie outside; none is `nil`.
  private(set) var start: Int?
  private var outside: Int?

  mutating func restart(at k: Int? = nil, in history: inout History) {
    start = k
    outside = nil
    if let k { history[k].isMember = true }
  }

  mutating func follow(_ k: Int, in history: inout History, cadence: Cadence) {
    guard let first = start, first >= history.first else { return restart(at: k, in: &history) }
    let bin = history[k]
    guard let centre = centre(through: k - 1, in: history) else { return restart(at: k, in: &history) }
    if bin.position.distance(to: centre) <= Reach.gate(error: bin.error) {
      history[k].isMember = true
      outside = nil
      return
    }
    let from = outside ?? k
    outside = from
    let time = Float((bin.end - history[from].start).seconds)
    let isFast = bin.velocity != nil && bin.speed > Self.leavingSpeed
    guard time >= max(Self.outlierPatience, 1.5 * cadence.usual) || isFast && time > Self.leavingTime else {
      return
    }
    let edges = StayEdges(history: history, cadence: cadence, centre: centre, spread: 0)
    let drove = (max(first, from - 3)...k).contains {
      history[$0].velocity != nil && history[$0].speed > Self.leavingSpeed
    }
    if !drove, !edges.isMoving(k), bin.position.distance(to: centre) <= Self.wider * Reach.gate(error: bin.error) {
      // Who stands or strolls there is still at the place: it is larger than it seemed.
      for j in from...k where history[j].position.distance(to: bin.position) <= Reach.gate(error: history[j].error) {
        history[j].isMember = true
      }
      outside = nil
      return
    }
    begin(with: from...k, in: &history)
  }

  /// A candidate of those bins of a range that lie with its last.
  mutating func begin(with range: ClosedRange<Int>, in history: inout History) {
    let last = history[range.upperBound]
    start = nil
    outside = nil
    for j in range {
      let bin = history[j]
      let lies = bin.position.distance(to: last.position) <= Reach.gate(error: bin.error)
      history[j].isMember = lies
      if lies, start == nil { start = j }
    }
  }

  func centre(through k: Int, in history: History) -> Point? {
    guard let start else { return nil }
    return history.centre(of: max(start, history.first)..<k + 1, limit: Self.centreMembers) { $0.isMember }
  }
}

extension StaySearch: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(start) { $0.put(Int64($1)) }
    checkpoint.put(outside) { $0.put(Int64($1)) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    start = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in
      try c.takeCount()
    }
    outside = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in
      try c.takeCount()
    }
  }
}
