/// Decides which epochs become fixes, and counts why the others do not. The reasons stand here in the order tried.
///
/// No reason locks it out. What contradicts the last accepted fix, in time or in place, is held; three to five held
/// fixes that agree with each other outweigh it, and are released in order, so that nothing is lost. If instead a fix
/// comes that goes on from the accepted one, the held ones are rejected. The first fix after a start is held in the
/// same way.
///
/// Fixes are released in order of time, strictly increasing, but after a `restarted` notice.
struct FixFilter {
  /// After so long a silence the vehicle may have been carried; at the end of input, where no more fixes will tell, a
  /// place is then believed that an airliner reaches (357 m/s: 800 miles an hour, the most that a jet stream has given
  /// one).
  static let carried = (silence: Interval.minutes(10), speed: 357.0)
  /// A receiver that moves faster than this does not hold its position: when an old one comes back it is not there.
  static let movesSurely = 3.0
  /// A receiver that holds its position says nothing against fixes elsewhere that are so young.
  static let holdsPosition = Interval.seconds(60)
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
  private var held = HeldFixes()
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
    var isAfterSilence = false
    if let anchor {
      switch time.verdict(on: here, after: anchor) {
      case .goesOn: break
      case .afterSilence: isAfterSilence = true
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
      } else if isAfterSilence {
        suspicion = .future
      } else if suspicion == nil {
        if !held.isEmpty { decideOnHeld(before: here, after: anchor, into: &fixes) }
        lastLeg = (leg.north, leg.east)
      }
    }
    if let suspicion { return hold(epoch, as: here, suspicion, isJump: isJump, into: &fixes) }
    accept(here)
    fixes.append(Fix(epoch, as: here))
  }

  /// The host was started again: arrivals from before say nothing of those to come.
  mutating func forgetArrivals() {
    time.forgetClocks()
    date.forgetClock()
    anchor?.arrival = nil
    held.forgetArrivals()
  }

  /// No more input will come: decides on what is held.
  mutating func finish(into fixes: inout [Fix]) {
    if let anchor {
      guard let group = held.takeNewest() else { return }
      if isBelievedAtTheEnd(group, after: anchor) {
        release(group, into: &fixes)
      } else {
        reject(group.fixes)
        reject(held.takeAll())
      }
    } else if let group = held.takeLargest() {
      release(group, into: &fixes)
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

  /// An old position, identical to the last digit, that comes back where the vehicle cannot be; or, while the receiver
  /// says that it moves, against the way it came.
  private func isFrozen(_ here: Sighting, _ leg: JumpRule.Leg) -> Bool {
    let turnsBack = leg.north * lastLeg.north + leg.east * lastLeg.east < 0
    let speed = max(here.speed ?? 0, anchor?.speed ?? 0)
    guard !leg.isPlausible || turnsBack && speed >= Self.movesSurely else { return false }
    return positions.isOld(PositionMemory.fingerprint(here.coordinate))
  }

  // MARK: Holding

  private mutating func hold(
    _ epoch: Epoch, as here: Sighting, _ suspicion: Rejection, isJump: Bool, into fixes: inout [Fix]
  ) {
    let candidate = HeldFix(fix: Fix(epoch, as: here), arrival: here.arrival, suspicion: suspicion)
    var rejected: [HeldFix] = []
    let outcome = held.add(candidate, isJump: isJump, against: anchor, jump, rejected: &rejected)
    reject(rejected)
    switch outcome {
    case .held: break
    case .duplicate: counts.reject(.duplicate)
    case .confirmed(let group): release(group, into: &fixes)
    }
  }

  /// The fix to come goes on from the accepted one, so what is held does not, unless it leads to that fix as well.
  private mutating func decideOnHeld(before here: Sighting, after anchor: Sighting, into fixes: inout [Fix]) {
    if let group = held.take(joinedBy: here, &jump) { return release(group, into: &fixes) }
    // One that only repeats its position is no witness against others: they may be live, and this one frozen.
    if here.coordinate == anchor.coordinate, held.hasNews(at: here.time, within: Self.holdsPosition) { return }
    reject(held.takeAll())
  }

  /// The fixes of a group become accepted, those of the others rejected.
  private mutating func release(_ group: HeldGroup, into fixes: inout [Fix]) {
    let others = held.takeAll()
    if let anchor {
      reject(others.map { $0.suspicion == .future ? judged($0, by: group) : $0 })
      if group.isBackward {
        notify(.restarted(at: group.oldest.fix.time))
      } else if group.isJump, !jump.isReachable(from: anchor, to: group.oldest.sighting) {
        notify(.reanchored(at: group.oldest.fix.time))
      }
      if group.isJump { positions.mark(PositionMemory.fingerprint(anchor.coordinate)) }
      if group.isBackward || group.isStale || group.newest.suspicion == .future { time.forgetClocks() }
    } else {
      reject(others.map { judged($0, by: group) })
    }
    for each in group.fixes {
      // A receiver that held its position may have been accepted meanwhile.
      if let anchor, each.fix.time <= anchor.time, !group.isBackward {
        counts.reject(.outOfOrder)
        continue
      }
      accept(each.sighting)
      fixes.append(each.fix)
    }
    lastLeg = (0, 0)
  }

  private mutating func reject(_ held: [HeldFix]) {
    for each in held {
      counts.reject(each.suspicion)
      guard each.suspicion == .impossibleJump || each.suspicion == .frozen else { continue }
      positions.mark(PositionMemory.fingerprint(each.fix.coordinate))
    }
  }

  /// What was wrong with a fix that nothing spoke against but that others were right: how these differ from it.
  private func judged(_ held: HeldFix, by group: HeldGroup) -> HeldFix {
    var judged = held
    if held.fix.time - group.newest.fix.time > DateRule.neighbourIsEarlier {
      judged.suspicion = .future
    } else if held.fix.time >= group.oldest.fix.time
      || jump.isReachable(from: held.sighting, to: group.oldest.sighting)
    {
      judged.suspicion = .outOfOrder
    } else {
      judged.suspicion = .impossibleJump
    }
    return judged
  }

  private func isBelievedAtTheEnd(_ group: HeldGroup, after anchor: Sighting) -> Bool {
    guard !group.isBackward, !group.isStale else { return false }
    let first = group.oldest
    // Where arrivals are known and contradict the time, nothing speaks for it.
    if first.suspicion == .future, first.arrival != nil, anchor.arrival != nil { return false }
    let silence = first.fix.time - anchor.time
    guard silence <= DateRule.neighbourIsLater else { return false }
    if !group.isJump || group.isLikely { return true }
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
    held.write(to: &checkpoint)
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
    try held.read(from: &checkpoint)
    try counts.read(from: &checkpoint)
    notices.removeAll()
  }
}
