/// Is the date right? A receiver that counts weeks in ten bits is off by whole multiples of 1024 weeks; nothing else
/// about its time is wrong then, so that it can be put right wherever something else says what the date is.
///
/// Evidence, the strongest first: the system clock where it is synchronised (live) or the line prefixes (replay, where
/// asked for); the date floor (live); the fix accepted before. Without any a date stands as it is: in a replay a
/// capture of 2005 is as good as one of today.
struct DateRule {
  /// 1024 weeks of 604,800 s: IS-GPS-200, the week number of the legacy message.
  static let rollover = Interval(milliseconds: 1024 * 604_800_000)
  /// Initial operational capability of GPS was declared on 1993-12-08: an older date is a receiver that does not know.
  static let gpsIsUsable = Instant(milliseconds: 755_308_800_000)
  /// A clock that is right within a day settles a matter of 19.6 years.
  static let clockAgrees = Interval.seconds(86_400)
  /// How far after the date floor a corrected date may lie: as long as a release is in use, much less than 1024 weeks.
  static let releaseIsUsed = Interval.seconds(5 * 365.25 * 86_400)
  /// A corrected date agrees with the last fix when it is this much later at most. A silence beyond it explains
  /// nothing, and by chance a wrong date falls in here once in 180 times.
  static let neighbourIsLater = Interval.seconds(40 * 86_400)
  /// The same for earlier dates: what arrives out of order is of that day.
  static let neighbourIsEarlier = Interval.seconds(86_400)
  /// So many fixes in a row over so long say a date that is later by whole multiples: the receiver has learnt the right
  /// one. (An earlier one is never learnt: rollover errors lie in the past.)
  static let learnt: (fixes: UInt16, span: Interval) = (60, .seconds(120))

  /// A capture's line prefixes say the date.
  let correctsDates: Bool
  private var floor: Instant?
  private var clock: (instant: Instant, arrival: Arrival)?
  /// Dates in a row that were later than their neighbours by the same shift.
  private var strays: (count: UInt16, first: Instant, shift: Interval) = (0, Instant(milliseconds: 0), .zero)
  /// The shift that was told last, and one still to be told.
  private var told = Interval.zero
  private var news: Interval?

  init(correctsDates: Bool) { self.correctsDates = correctsDates }

  mutating func take(_ evidence: DateEvidence) {
    switch evidence {
    case .floor(let instant): floor = max(floor ?? instant, instant)
    case .clock(let instant, let arrival): clock = (instant, arrival)
    }
  }

  /// The arrival at which the clock was read says nothing any more.
  mutating func forgetClock() { clock = nil }

  /// By how much dates have been moved, once for each new amount.
  mutating func takeNews() -> Interval? {
    defer { news = nil }
    return news
  }

  /// The right date, or nil where the date is wrong and nothing puts it right. `last`: of the fix accepted before.
  mutating func date(_ time: Instant, arrival: Arrival?, after last: Instant?) -> Instant? {
    // The ordinary case: a plausible date right after the last one.
    if let last, clock == nil, !correctsDates {
      let step = time - last
      if step > .zero, step < Self.clockAgrees, time >= floor ?? Self.gpsIsUsable {
        strays.count = 0
        return time
      }
    }
    var right = time
    let now = now(at: arrival)
    if let now, let agreed = Self.shifted(time, toWithin: Self.clockAgrees, of: now) {
      right = agreed
    } else {
      if let floor, right < floor { right = Self.lifted(right, above: floor) ?? right }
      right = agreeing(right, with: last)
      if right < floor ?? Self.gpsIsUsable { return nil }
    }
    let shift = right - time
    if shift != .zero, shift != told { (told, news) = (shift, shift) }
    return right
  }

  private func now(at arrival: Arrival?) -> Instant? {
    guard let arrival else { return nil }
    // A clock that is set before the floor is as wrong as a fix; the receiver itself may have set it.
    if let clock, clock.instant >= floor ?? Self.gpsIsUsable { return clock.instant + (arrival - clock.arrival) }
    return correctsDates ? Instant(milliseconds: arrival.milliseconds) : nil
  }

  private mutating func agreeing(_ time: Instant, with last: Instant?) -> Instant {
    guard let last else { return time }
    let step = time - last
    if step >= .zero - Self.neighbourIsEarlier, step <= Self.neighbourIsLater {
      strays.count = 0
      return time
    }
    let middle = last + (Self.neighbourIsLater - Self.neighbourIsEarlier).half
    let reach = (Self.neighbourIsLater + Self.neighbourIsEarlier).half
    guard let moved = Self.shifted(time, toWithin: reach, of: middle) else { return time }
    if moved < time {
      let shift = moved - time
      if strays.count == 0 || shift != strays.shift { strays = (0, time, shift) }
      if strays.count < UInt16.max { strays.count += 1 }
      if strays.count >= Self.learnt.fixes, time - strays.first >= Self.learnt.span { return time }
    }
    return moved
  }

  /// Moved by whole multiples of 1024 weeks to within `reach` of `other`.
  static func shifted(_ time: Instant, toWithin reach: Interval, of other: Instant) -> Instant? {
    let weeks = rollover.milliseconds
    let apart = (other - time).milliseconds
    let multiple = (apart &+ (apart < 0 ? -weeks / 2 : weeks / 2)) / weeks
    let moved = time + rollover * multiple
    let rest = (moved - other).milliseconds
    return rest.magnitude <= reach.milliseconds.magnitude ? moved : nil
  }

  /// The first date after the floor that is whole multiples away, where that is soon after it.
  private static func lifted(_ time: Instant, above floor: Instant) -> Instant? {
    let weeks = rollover.milliseconds
    let multiple = ((floor - time).milliseconds &+ weeks - 1) / weeks
    let moved = time + rollover * multiple
    return moved - floor <= releaseIsUsed ? moved : nil
  }
}

extension Interval {
  fileprivate var half: Interval { Interval(milliseconds: milliseconds / 2) }
}

extension DateRule: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(floor) { $0.put($1) }
    checkpoint.put(clock?.instant) { $0.put($1) }
    checkpoint.put(clock?.arrival) { $0.put($1) }
    checkpoint.put(strays.count)
    checkpoint.put(strays.first)
    checkpoint.put(strays.shift)
    checkpoint.put(told)
    checkpoint.put(news) { $0.put($1) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    floor = try checkpoint.takeInstant()
    let instant = try checkpoint.takeInstant()
    let arrival = try checkpoint.takeArrival()
    if let instant, let arrival { clock = (instant, arrival) } else { clock = nil }
    strays = (try checkpoint.take(), try checkpoint.take(), try checkpoint.take())
    told = try checkpoint.take()
    news = try checkpoint.take(Bool.self) ? try checkpoint.take(Interval.self) : nil
  }
}
