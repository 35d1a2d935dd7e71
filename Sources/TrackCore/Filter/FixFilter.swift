/// Decides which epochs become fixes, and counts why the others do not. The reasons stand here in the order tried.
///
/// No reason locks it out. What contradicts the last accepted fix, in time or in place, is held; three to five held fixes that agree
/// with each other outweigh it, and are released in order, so that nothing is lost. If instead a fix comes that goes on
/// from the accepted one, the held ones are rejected. The first fix after a start is held in the same way.
///
/// Fixes are released in order of time, strictly increasing, but after a `restarted` notice.
struct FixFilter {
  /// After so long a silence the vehicle may have been carried; at the end of input, where no more fixes will tell, a place is then
  /// believed that an airliner reaches (357 m/s: 800 miles an hour, the most that a jet stream has given one).
  static let carried = (silence: Interval.minutes(10), speed: 357.0)
  /// A receiver that moves faster than this does not hold its position: when an old one comes back it is not there.
  static let movesSurely = 3.0
  /// Held groups at most: the right one, a wrong one, and a third for the unexpected.
  static let groupCapacity = 3
  /// A silence after which the last position before it is one that may come back.
  static let landmarkSilence = Interval.seconds(30)
  static let noticeCapacity = 8

  private let acceptsSimulated: Bool
  private let quality: QualityRule
  private var date: DateRule
  private var time: TimeRule
  private var jump: JumpRule
  private var positions = PositionMemory()

  private var anchor: Sighting?
  /// Metres from the accepted fix before to the last one.
  private var lastLeg: (north: Double, east: Double) = (0, 0)
  private var groups: [HeldGroup] = []
  private var notices: [FilterNotice] = []
  private(set) var counts = FilterCounts()

  /// `correctsDates`: in a replay, line prefixes say the right date.
  init(settings: FilterSettings, correctsDates: Bool = false) {
    acceptsSimulated = settings.acceptsSimulated
    quality = QualityRule(maxError: settings.maxError, maxSpeed: settings.maxSpeed)
    date = DateRule(correctsDates: correctsDates)
    time = TimeRule(maxAge: settings.maxAge)
    jump = JumpRule(maxSpeed: settings.maxSpeed)
  }

  mutating func take(_ evidence: DateEvidence) { date.take(evidence) }

  /// The next notice about the fixes released last; nil when there is no more.
  mutating func takeNotice() -> FilterNotice? { notices.isEmpty ? nil : notices.removeFirst() }

  /// Appends the fixes that follow: none, the epoch's own, or several that were held.
  mutating func judge(_ epoch: Epoch, into fixes: inout [Fix]) {
    // noFix, notFinite, outOfRange, nullIsland, noTime, simulated
    if let reason = FixValidity.reason(against: epoch, acceptsSimulated: acceptsSimulated) {
      return counts.reject(reason)
    }
    guard let said = epoch.tpv.time, let latitude = epoch.tpv.latitude, let longitude = epoch.tpv.longitude else {
      return counts.reject(.noFix)
    }
    // wrongDate
    guard let dated = date.date(said, arrival: epoch.arrival, after: anchor?.time) else {
      return counts.reject(.wrongDate)
    }
    let here = Sighting(epoch, at: Coordinate(latitude: latitude, longitude: longitude), time: dated)
    // future, outOfOrder, duplicate, stale
    var suspicion: Rejection?
    if let anchor {
      switch time.verdict(on: here, after: anchor) {
      case .goesOn: break
      case .refused(let reason): return counts.reject(reason)
      case .suspect(let reason): suspicion = reason
      }
    }
    // inaccurate, impossibleSpeed
    if let reason = quality.reason(against: epoch) { return counts.reject(reason) }
    guard let anchor else { return hold(epoch, as: here, .impossibleJump, isJump: false, into: &fixes) }
    // frozen, impossibleJump
    var isJump = false
    if suspicion != .outOfOrder {
      let leg = jump.leg(from: anchor, to: here)
      isJump = !leg.isPlausible
      if isFrozen(here, leg) {
        if let speed = here.speed, speed >= Self.movesSurely {
          positions.mark(PositionMemory.fingerprint(here.coordinate))
          return counts.reject(.frozen)
        }
        suspicion = suspicion ?? .frozen
      } else if isJump {
        suspicion = suspicion ?? .impossibleJump
      } else if suspicion == nil {
        if !groups.isEmpty, joins(epoch, as: here, into: &fixes) { return }
        lastLeg = (leg.north, leg.east)
      }
    }
    if let suspicion { return hold(epoch, as: here, suspicion, isJump: isJump, into: &fixes) }
    if !groups.isEmpty { dropGroups() }
    accept(here)
    fixes.append(Fix(epoch, as: here))
  }

  /// The host was started again: arrivals from before say nothing of those to come.
  mutating func forgetArrivals() {
    time.forgetClocks()
    anchor?.arrival = nil
    dropGroups()
  }

  /// No more input will come: decides on what is held.
  mutating func finish(into fixes: inout [Fix]) {
    guard let anchor else {
      // Nothing contradicts the largest group but smaller ones; of equal ones the newest.
      if let k = groups.indices.max(by: { groups[$0].fixes.count < groups[$1].fixes.count }) {
        release(k, into: &fixes)
      }
      return
    }
    if let k = groups.indices.last, isBelievedAtTheEnd(groups[k], after: anchor) {
      release(k, into: &fixes)
    } else {
      dropGroups()
    }
  }

  // MARK: Accepting

  private mutating func accept(_ here: Sighting) {
    if let anchor, here.time - anchor.time > Self.landmarkSilence {
      positions.mark(PositionMemory.fingerprint(anchor.coordinate))
    }
    time.accept(here, after: anchor)
    positions.visit(PositionMemory.fingerprint(here.coordinate))
    anchor = here
    counts.accepted += 1
    if let shift = date.takeNews() { notify(.corrected(shift)) }
  }

  private mutating func notify(_ notice: FilterNotice) {
    if notices.count == Self.noticeCapacity { notices.removeFirst() }
    notices.append(notice)
  }

  /// An old position, identical to the last digit, that comes back where the vehicle cannot be; or, while the receiver says that it
  /// moves, against the way it came.
  private func isFrozen(_ here: Sighting, _ leg: JumpRule.Leg) -> Bool {
    let turnsBack = leg.north * lastLeg.north + leg.east * lastLeg.east < 0
    guard !leg.isPlausible || turnsBack && here.speed ?? 0 >= Self.movesSurely else { return false }
    return positions.isOld(PositionMemory.fingerprint(here.coordinate))
  }

  // MARK: Holding

  private mutating func hold(
    _ epoch: Epoch, as here: Sighting, _ suspicion: Rejection, isJump: Bool, into fixes: inout [Fix]
  ) {
    var held = HeldFix(fix: Fix(epoch, as: here), arrival: here.arrival, suspicion: suspicion)
    if anchor == nil { alignDates(&held) }
    if groups.contains(where: { $0.newest.fix.time == held.fix.time && $0.newest.fix.coordinate == held.fix.coordinate }
    ) {
      return counts.reject(.duplicate)
    }
    let k: Int
    if let known = groups.lastIndex(where: { goesOn($0, held) }) {
      k = known
      if let outdated = groups[k].append(held, isJump: isJump) { reject(outdated, as: outdated.suspicion) }
    } else {
      if groups.count == Self.groupCapacity { drop(groups.removeFirst()) }
      groups.append(HeldGroup(held, isJump: isJump))
      k = groups.count - 1
    }
    if groups[k].isConfirmed(against: anchor) { release(k, into: &fixes) }
  }

  /// By the profile's speed alone: where a receiver's own speed is wrong, that must not keep its positions apart.
  private func goesOn(_ group: HeldGroup, _ held: HeldFix) -> Bool {
    let newest = group.newest
    let step = held.fix.time - newest.fix.time
    guard step > .zero, step <= DateRule.neighbourIsLater else { return false }
    guard group.isBackward == (held.suspicion == .outOfOrder) else { return false }
    return jump.isReachable(from: newest.sighting, to: held.sighting)
  }

  /// A fix that goes on from the accepted one may also be what confirms a group.
  private mutating func joins(_ epoch: Epoch, as here: Sighting, into fixes: inout [Fix]) -> Bool {
    let held = HeldFix(fix: Fix(epoch, as: here), arrival: here.arrival, suspicion: .impossibleJump)
    guard let k = groups.lastIndex(where: { $0.isJump && goesOn($0, held) }) else { return false }
    var group = groups[k]
    let outdated = group.append(held, isJump: false)
    guard group.isConfirmed(against: anchor) else { return false }
    if let outdated { reject(outdated, as: outdated.suspicion) }
    groups[k] = group
    release(k, into: &fixes)
    return true
  }

  /// The fixes of a group become accepted, those of the others rejected.
  private mutating func release(_ k: Int, into fixes: inout [Fix]) {
    let group = groups.remove(at: k)
    if let anchor {
      dropGroups()
      if group.isBackward {
        notify(.restarted(at: group.oldest.fix.time))
      } else if group.isJump {
        positions.mark(PositionMemory.fingerprint(anchor.coordinate))
        notify(.reanchored(at: group.oldest.fix.time))
      }
      if group.isBackward || group.isStale || group.newest.suspicion == .future { time.forgetClocks() }
    } else {
      for other in groups { dropAtStart(other, won: group) }
      groups.removeAll()
    }
    for held in group.fixes {
      accept(held.sighting)
      fixes.append(held.fix)
    }
    lastLeg = (0, 0)
  }

  private mutating func dropGroups() {
    for group in groups { drop(group) }
    groups.removeAll()
  }

  private mutating func drop(_ group: HeldGroup) {
    for held in group.fixes { reject(held, as: held.suspicion) }
  }

  /// Before anything was accepted nothing was out of order: what was wrong shows by what won.
  private mutating func dropAtStart(_ group: HeldGroup, won: HeldGroup) {
    for held in group.fixes {
      if held.fix.time - won.newest.fix.time > DateRule.neighbourIsEarlier {
        reject(held, as: .future)
      } else if held.fix.time < won.oldest.fix.time - DateRule.neighbourIsLater {
        reject(held, as: .outOfOrder)
      } else {
        reject(held, as: .impossibleJump)
      }
    }
  }

  private mutating func reject(_ held: HeldFix, as reason: Rejection) {
    counts.reject(reason)
    if reason == .impossibleJump || reason == .frozen {
      positions.mark(PositionMemory.fingerprint(held.fix.coordinate))
    }
  }

  /// Before anything was accepted there is no neighbour to agree with but what is held. Of two dates 1024 weeks apart the later is
  /// right: rollover errors lie in the past.
  private mutating func alignDates(_ held: inout HeldFix) {
    for k in groups.indices {
      let last = groups[k].newest.fix.time
      guard let moved = DateRule.shifted(held.fix.time, toWithin: .seconds(3600), of: last), moved != held.fix.time
      else {
        continue
      }
      let shift = moved - held.fix.time
      if shift > .zero { held.fix.time = moved } else { groups[k].shift(by: .zero - shift) }
      return
    }
  }

  private func isBelievedAtTheEnd(_ group: HeldGroup, after anchor: Sighting) -> Bool {
    guard !group.isBackward, !group.isStale else { return false }
    let first = group.oldest
    // Where arrivals are known and contradict the time, nothing speaks for it.
    if first.suspicion == .future, first.arrival != nil, anchor.arrival != nil { return false }
    let silence = first.fix.time - anchor.time
    guard silence <= DateRule.neighbourIsLater else { return false }
    if !group.isJump { return true }
    return silence >= Self.carried.silence
      && Geodesy.distance(anchor.coordinate, first.fix.coordinate) <= Self.carried.speed * silence.seconds
  }
}

extension FixFilter: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    date.write(to: &checkpoint)
    time.write(to: &checkpoint)
    jump.write(to: &checkpoint)
    positions.write(to: &checkpoint)
    checkpoint.put(anchor) { $1.write(to: &$0) }
    checkpoint.put(lastLeg.north)
    checkpoint.put(lastLeg.east)
    checkpoint.put(all: groups) { $1.write(to: &$0) }
    counts.write(to: &checkpoint)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    try date.read(from: &checkpoint)
    try time.read(from: &checkpoint)
    try jump.read(from: &checkpoint)
    try positions.read(from: &checkpoint)
    anchor = try checkpoint.optional { (reader: inout CheckpointReader) throws(CheckpointError) in
      try Sighting(from: &reader)
    }
    lastLeg = (try checkpoint.take(), try checkpoint.take())
    groups = try checkpoint.all(limit: Self.groupCapacity) { (reader: inout CheckpointReader) throws(CheckpointError) in
      try HeldGroup(from: &reader)
    }
    try counts.read(from: &checkpoint)
    notices.removeAll()
  }
}
