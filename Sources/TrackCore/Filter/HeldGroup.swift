/// A fix that was not accepted, since it does not go on from the last accepted one, and not rejected, since it may be the
/// first of those that are right.
struct HeldFix: Equatable {
  var fix: Fix
  var arrival: Arrival?
  /// Why it counts as rejected if nothing confirms it.
  var suspicion: Rejection

  var sighting: Sighting { Sighting(fix, arrival: arrival) }
}

/// Held fixes that agree with each other: each later than the one before, and reachable from it.
struct HeldGroup {
  /// The newest of them, and no more.
  static let capacity = 8
  /// So many make an anchor; three, if they did not come within an instant.
  static let enough: (fixes: UInt16, fewer: UInt16, span: Interval) = (5, 3, .seconds(2))
  /// Where nothing is wrong with the place, two that are so far apart: a sparse capture need not wait for the third.
  static let sparse: (fixes: UInt16, span: Interval) = (2, .seconds(30))
  /// The very same position again and again is one witness, not many: a receiver that stands so long is believed.
  static let standing: (fixes: UInt16, span: Interval) = (5, .seconds(60))
  /// Against a clock that is ahead of what follows. A backlog is of the last hours; a day back is another clock.
  static let backFar: (fixes: UInt16, span: Interval) = (5, .seconds(4))
  static let backNear: (fixes: UInt16, span: Interval) = (10, .seconds(300))
  static let far = Interval.seconds(12 * 3600)
  /// A backlog comes as fast as it can, a live receiver as fast as its time goes: to 1.5 s (prefixes may have whole seconds only) or a
  /// tenth.
  static let pace = (seconds: 1.5, share: 0.1)

  private(set) var fixes: [HeldFix]
  private var count: UInt16 = 1
  private var places: UInt16 = 1
  private let first: (time: Instant, arrival: Arrival?)
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

  /// Dates all of them differently, the same for each.
  mutating func shift(by interval: Interval) {
    for k in fixes.indices { fixes[k].fix.time = fixes[k].fix.time + interval }
    self = HeldGroup(moved: self, by: interval)
  }

  private init(moved group: HeldGroup, by interval: Interval) {
    fixes = group.fixes
    count = group.count
    places = group.places
    first = (group.first.time + interval, group.first.arrival)
    isJump = group.isJump
  }

  /// Do they outweigh the last accepted fix? nil: there is none yet.
  func isConfirmed(against anchor: Sighting?) -> Bool {
    let span = newest.fix.time - first.time
    guard let anchor else { return isEnough(span) || isEnough(span, Self.sparse) }
    if isBackward {
      let isFar = anchor.time - newest.fix.time > Self.far
      return isEnough(span, isFar ? Self.backFar : Self.backNear) && isPaced(since: first)
    }
    if isStale || newest.suspicion == .future, !isPaced(since: (oldest.fix.time, oldest.arrival)) { return false }
    if isStale { return isEnough(span) && span >= Self.backFar.span }
    if isJump { return places > 1 ? isEnough(span) : isEnough(span, Self.standing) }
    return isEnough(span) || isEnough(span, Self.sparse)
  }

  private func isEnough(_ span: Interval) -> Bool {
    count >= Self.enough.fixes || count >= Self.enough.fewer && span >= Self.enough.span
  }

  private func isEnough(_ span: Interval, _ need: (fixes: UInt16, span: Interval)) -> Bool {
    count >= need.fixes && span >= need.span
  }

  /// True also where nothing says when they arrived.
  private func isPaced(since start: (time: Instant, arrival: Arrival?)) -> Bool {
    guard let begin = start.arrival, let end = newest.arrival else { return true }
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
