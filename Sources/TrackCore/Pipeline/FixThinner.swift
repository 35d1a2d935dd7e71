/// Which accepted fixes are worth a row: those that moved, turned, changed their speed, or stand at the edge of a trip or a silence, so
/// that the same trips and visits can be found from the rows. While stationary none but an hourly sign of life; a departure that is noticed
/// later brings the fixes that led to it.
struct FixThinner: Checkpointed, Equatable {
  static let signOfLife = Interval.minutes(60)
  /// Degrees of course. A bend of 25° over 10 m is where a drawn track begins to cut the corner visibly.
  static let turn = 25.0
  /// Metres per second of ground speed. A stop at a light shows as one, and distances reckoned from the speeds that are kept agree with
  /// those of all.
  static let acceleration = 1.0
  /// Metres per second: slower is standing, when the fix before the next move says how long.
  static let standing = 0.5
  /// Under way, in a jam: a longer silence among the rows could be a visit of three minutes.
  static let signOfPatience = Interval.minutes(2)
  /// The same of a receiver that tells no speed: how long it stood is all there is to tell standing from walking.
  static let signOfPatienceWithoutSpeed = Interval.seconds(10)
  /// Metres per second below which a course over ground is noise.
  static let courseIsNoiseBelow = 2.0
  /// While stationary, a fix this long after the last one kept, or as far from it as two recorded ones, is kept back.
  private static let spacing = Interval.seconds(5)
  private static let capacity = 48

  /// Metres between recorded fixes.
  private let distance: Double
  private var last: Fix?
  private var lastRecorded: Fix?
  private var vicinity: Vicinity?
  /// Kept back while stationary, oldest first.
  private var heldBack: [Fix] = []
  private(set) var recorded: Int64 = 0

  init(distance: Double) { self.distance = distance }

  /// The detector has seen `fix`: `departure` is set when it just noticed that the stay ended then.
  mutating func ingest(
    _ fix: Fix, isStationary: Bool, departure: Instant?, patience: Interval, into changes: inout [TrackChange]
  ) {
    if let departure { release(since: departure, into: &changes) }
    if let last, fix.time - last.time > patience {
      if last.time != lastRecorded?.time { record(last, into: &changes) }
      record(fix, into: &changes)
    } else if isStationary {
      holdBack(fix)
      if lastRecorded.map({ fix.time - $0.time >= Self.signOfLife }) ?? true { record(fix, into: &changes) }
    } else if isWorthKeeping(fix) {
      if let last, last.time != lastRecorded?.time, endsAStop(fix) { record(last, into: &changes) }
      record(fix, into: &changes)
    }
    last = fix
  }

  /// A fix that was recorded before.
  mutating func recall(_ fix: Fix) {
    last = fix
    lastRecorded = fix
    vicinity = Vicinity(fix.coordinate)
  }

  /// The fixes to come are dated before those that were: none of them is compared with those.
  mutating func restart() {
    last = nil
    lastRecorded = nil
    vicinity = nil
    heldBack.removeAll(keepingCapacity: true)
  }

  /// Input ends: the newest fix says how far it came.
  mutating func finish(isStationary: Bool, into changes: inout [TrackChange]) {
    if !isStationary, let last, last.time != lastRecorded?.time { record(last, into: &changes) }
  }

  private func isWorthKeeping(_ fix: Fix) -> Bool {
    guard let lastRecorded, let vicinity else { return true }
    if vicinity.distance(to: fix.coordinate) >= distance { return true }
    let patience = fix.speed == nil ? Self.signOfPatienceWithoutSpeed : Self.signOfPatience
    if fix.time - lastRecorded.time >= patience { return true }
    if let a = fix.speed, let b = lastRecorded.speed, abs(a - b) >= Self.acceleration { return true }
    guard let speed = fix.speed, speed >= Self.courseIsNoiseBelow, let a = fix.course, let b = lastRecorded.course,
      let before = lastRecorded.speed, before >= Self.courseIsNoiseBelow
    else { return false }
    let turned = abs(a - b)
    return min(turned, 360 - turned) >= Self.turn
  }

  private func endsAStop(_ fix: Fix) -> Bool {
    guard let speed = fix.speed, let before = lastRecorded?.speed else { return false }
    return before < Self.standing && speed >= Self.standing
  }

  private mutating func record(_ fix: Fix, into changes: inout [TrackChange]) {
    changes.append(.fix(fix))
    recorded += 1
    lastRecorded = fix
    vicinity = Vicinity(fix.coordinate)
    if !heldBack.isEmpty { heldBack.removeAll(keepingCapacity: true) }
  }

  private mutating func holdBack(_ fix: Fix) {
    if let newest = heldBack.last, fix.time - newest.time < Self.spacing,
      Geodesy.distance(newest.coordinate, fix.coordinate) < distance
    {
      return
    }
    if heldBack.count == Self.capacity { thinOut() }
    heldBack.append(fix)
  }

  /// The longer ago, the farther apart: of the older half every second one goes.
  private mutating func thinOut() {
    let old = heldBack.count / 2
    heldBack = heldBack.enumerated().filter { $0.offset >= old || $0.offset % 2 == 1 }.map(\.element)
  }

  private mutating func release(since departure: Instant, into changes: inout [TrackChange]) {
    let led = heldBack.filter { $0.time >= departure }
    heldBack.removeAll(keepingCapacity: true)
    for (k, fix) in led.enumerated() where k == 0 || isWorthKeeping(fix) { record(fix, into: &changes) }
  }

  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(last) { $0.put($1) }
    checkpoint.put(lastRecorded) { $0.put($1) }
    checkpoint.put(all: heldBack) { $0.put($1) }
    checkpoint.put(recorded)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    last = try checkpoint.optional { r throws(CheckpointError) in try r.takeFix() }
    lastRecorded = try checkpoint.optional { r throws(CheckpointError) in try r.takeFix() }
    vicinity = lastRecorded.map { Vicinity($0.coordinate) }
    heldBack = try checkpoint.all(limit: Self.capacity) { r throws(CheckpointError) in try r.takeFix() }
    recorded = try checkpoint.take()
  }
}
