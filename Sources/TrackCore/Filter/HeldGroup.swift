/// Held fixes that agree with each other: each later than the one before, and reachable from it.
struct HeldGroup {
  /// The newest of them, and no more: a second of 25 Hz.
  static let capacity = 26
  /// So many make an anchor, if they did not come within an instant; fewer, where they are far apart.
  static let enough: (fixes: UInt16, span: Interval) = (5, .seconds(1))
  static let sparse: (fixes: UInt16, span: Interval) = (3, .seconds(30))
  /// The very same position again and again is one witness, not many: a receiver that stands for so long is believed.
  static let standing: (fixes: UInt16, span: Interval) = (5, .seconds(60))
  /// Against a clock that is ahead of what follows: at once where it is ahead by more than any backlog, else after half
  /// an hour.
  static let backFar: (fixes: UInt16, span: Interval) = (5, .seconds(4))
  static let backNear: (fixes: UInt16, span: Interval) = (20, .seconds(1800))
  static let far = Interval.seconds(12 * 3600)
  /// A backlog comes as fast as it can, a live receiver as fast as its time goes: to 1.5 s (prefixes may have whole
  /// seconds only) or a tenth. Known after so long.
  static let pace = (seconds: 1.5, share: 0.1, span: Interval.seconds(4))

  private(set) var fixes: [HeldFix]
  private var count: UInt16 = 1
  private var places: UInt16 = 1
  private var first: (time: Instant, arrival: Arrival?)
  /// One of them cannot be reached from the last accepted fix.
  private(set) var isJump: Bool

  init(_ held: HeldFix, isJump: Bool) {
    fixes = [held]
    first = (held.fix.time, held.arrival)
    self.isJump = isJump
  }

  var newest: HeldFix { fixes[fixes.count - 1] }
  var oldest: HeldFix { fixes[0] }
  /// Older than what was accepted.
  var isBackward: Bool { newest.suspicion == .outOfOrder }
  var isStale: Bool { newest.suspicion == .stale }

  /// The fix that had to give way, if one had to.
  mutating func append(_ held: HeldFix, isJump: Bool) -> HeldFix? {
    if held.fix.coordinate != newest.fix.coordinate, places < UInt16.max { places += 1 }
    if count < UInt16.max { count += 1 }
    self.isJump = self.isJump || isJump
    fixes.append(held)
    return fixes.count > Self.capacity ? fixes.removeFirst() : nil
  }

  /// Dates all of them differently, by the same interval.
  mutating func shift(by interval: Interval) {
    for k in fixes.indices { fixes[k].fix.time = fixes[k].fix.time + interval }
    first.time = first.time + interval
  }

  mutating func forgetArrivals() {
    for k in fixes.indices { fixes[k].arrival = nil }
    first.arrival = nil
  }

  /// By the profile's speed alone: where a receiver's own speed is wrong, that must not keep its positions apart.
  func isFollowed(by held: HeldFix, _ jump: JumpRule) -> Bool {
    let step = held.fix.time - newest.fix.time
    guard step > .zero, step <= DateRule.neighbourIsLater else { return false }
    guard isBackward == (held.suspicion == .outOfOrder) else { return false }
    return jump.isReachable(from: newest.sighting, to: held.sighting)
  }

  /// Do they outweigh the last accepted fix? nil: there is none yet.
  func isConfirmed(against anchor: Sighting?) -> Bool {
    guard let anchor else { return has(Self.enough) || has(Self.sparse) }
    if isBackward {
      let isFar = anchor.time - newest.fix.time > Self.far
      return has(isFar ? Self.backFar : Self.backNear) && isPaced(since: first)
    }
    if isJump, places == 1 { return has(Self.standing) }
    guard has(Self.enough) || has(Self.sparse) else { return false }
    if isStale || newest.suspicion == .future { return isPaced(since: (oldest.fix.time, oldest.arrival)) }
    return true
  }

  /// Enough of them to be believed where no more will come.
  var isLikely: Bool { count >= Self.sparse.fixes && places > 1 }

  private func has(_ need: (fixes: UInt16, span: Interval)) -> Bool {
    count >= need.fixes && newest.fix.time - first.time >= need.span
  }

  /// True also where nothing says when they arrived.
  private func isPaced(since start: (time: Instant, arrival: Arrival?)) -> Bool {
    guard let begin = start.arrival, let end = newest.arrival else { return true }
    guard newest.fix.time - start.time >= Self.pace.span else { return false }
    let span = (newest.fix.time - start.time).seconds
    return abs((end - begin).seconds - span) <= max(Self.pace.seconds, Self.pace.share * span)
  }
}

extension HeldGroup {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(count)
    checkpoint.put(places)
    checkpoint.put(first.time)
    checkpoint.put(first.arrival) { $0.put($1) }
    checkpoint.put(isJump)
    checkpoint.put(all: fixes) {
      $0.put($1.fix)
      $0.put($1.arrival) { $0.put($1) }
      $0.put(UInt8($1.suspicion.ordinal))
    }
  }

  init(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    count = try checkpoint.take()
    places = try checkpoint.take()
    first = (try checkpoint.take(), try checkpoint.takeArrival())
    isJump = try checkpoint.take()
    fixes = try checkpoint.all(limit: Self.capacity) { (reader: inout CheckpointReader) throws(CheckpointError) in
      let fix = try reader.takeFix()
      let arrival = try reader.takeArrival()
      let ordinal = Int(try reader.take(UInt8.self))
      guard ordinal < Rejection.allCases.count else { throw .damaged }
      return HeldFix(fix: fix, arrival: arrival, suspicion: Rejection.allCases[ordinal])
    }
    guard !fixes.isEmpty else { throw .damaged }
  }
}
