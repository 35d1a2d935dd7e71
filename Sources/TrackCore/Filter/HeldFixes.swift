/// A fix that was not accepted, since it does not go on from the last accepted one, and not rejected, since it may be
/// the first of those that are right.
struct HeldFix: Equatable {
  var fix: Fix
  var arrival: Arrival?
  /// Why it counts as rejected if nothing confirms it.
  var suspicion: Rejection

  var sighting: Sighting { Sighting(fix, arrival: arrival) }
}

/// The held fixes, in groups of those that agree with each other. The groups contradict each other, and all of them the
/// last accepted fix: sooner or later one of these has enough witnesses.
struct HeldFixes {
  enum Outcome {
    case held
    /// The very fix is held already.
    case duplicate
    /// This group outweighs the last accepted fix; it is held no more.
    case confirmed(HeldGroup)
  }

  /// The right group, a wrong one, and a third for the unexpected.
  static let capacity = 3

  private var groups: [HeldGroup] = []

  var isEmpty: Bool { groups.isEmpty }

  /// `anchor`: the last accepted fix. What has to give way is appended to `rejected`.
  mutating func add(
    _ held: HeldFix, isJump: Bool, against anchor: Sighting?, _ jump: JumpRule, rejected: inout [HeldFix]
  ) -> Outcome {
    var held = held
    if anchor == nil { alignDates(&held) }
    if groups.contains(where: { $0.newest.fix.time == held.fix.time && $0.newest.fix.coordinate == held.fix.coordinate }
    ) {
      return .duplicate
    }
    let k: Int
    if let known = groups.lastIndex(where: { $0.isFollowed(by: held, jump) }) {
      k = known
      if let outdated = groups[k].append(held, isJump: isJump) { rejected.append(outdated) }
    } else {
      if groups.count == Self.capacity { rejected += groups.removeFirst().fixes }
      groups.append(HeldGroup(held, isJump: isJump))
      k = groups.count - 1
    }
    return groups[k].isConfirmed(against: anchor) ? .confirmed(groups.remove(at: k)) : .held
  }

  /// A fix that goes on from the last accepted one and as well from a group that seemed to have jumped: so that has
  /// not. Takes the group.
  mutating func take(joinedBy here: Sighting, _ jump: inout JumpRule) -> HeldGroup? {
    for k in groups.indices.reversed() {
      let newest = groups[k].newest
      guard newest.suspicion == .impossibleJump, here.time > newest.fix.time else { continue }
      if jump.leg(from: newest.sighting, to: here).isPlausible { return groups.remove(at: k) }
    }
    return nil
  }

  /// Takes the newest group.
  mutating func takeNewest() -> HeldGroup? { groups.popLast() }

  /// Takes the largest group, of equal ones the newest.
  mutating func takeLargest() -> HeldGroup? {
    let largest = groups.indices.max { groups[$0].fixes.count < groups[$1].fixes.count }
    return largest.map { groups.remove(at: $0) }
  }

  /// Takes all that is left, in the order of its groups.
  mutating func takeAll() -> [HeldFix] {
    defer { groups.removeAll() }
    return groups.flatMap(\.fixes)
  }

  mutating func forgetArrivals() { for k in groups.indices { groups[k].forgetArrivals() } }

  /// Is the newest younger than `age`?
  func hasNews(at time: Instant, within age: Interval) -> Bool {
    groups.contains { (time - $0.newest.fix.time) <= age && time > $0.newest.fix.time }
  }

  /// Before anything was accepted there is no neighbour to agree with but what is held. Of two dates 1024 weeks apart
  /// the later is right: rollover errors lie in the past.
  private mutating func alignDates(_ held: inout HeldFix) {
    for k in groups.indices {
      let last = groups[k].newest.fix.time
      guard let moved = DateRule.shifted(held.fix.time, toWithin: .seconds(3600), of: last), moved != held.fix.time
      else { continue }
      let shift = moved - held.fix.time
      if shift > .zero { held.fix.time = moved } else { groups[k].shift(by: .zero - shift) }
      return
    }
  }
}

extension HeldFixes: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) { checkpoint.put(all: groups) { $1.write(to: &$0) } }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    groups = try checkpoint.all(limit: Self.capacity) { (reader: inout CheckpointReader) throws(CheckpointError) in
      try HeldGroup(from: &reader)
    }
  }
}
