/// A day and the time of day on a clock on the wall.
public struct LocalTime: Equatable, Sendable {
  public var date: CivilDate
  /// Milliseconds since the clock showed midnight, 0..<86,400,000.
  public var millisecond: Int

  public var hour: Int { millisecond / 3_600_000 }
  public var minute: Int { millisecond / 60_000 % 60 }
  public var second: Int { millisecond / 1000 % 60 }

  /// `millisecond` must lie in 0..<86,400,000.
  public init(date: CivilDate, millisecond: Int = 0) {
    self.date = date
    self.millisecond = millisecond
  }
}

extension TimeZoneData {
  /// What the clock shows.
  public func local(_ instant: Instant) -> LocalTime {
    let shifted = instant.milliseconds.addingReportingOverflow(Int64(offset(at: instant)) * 1000)
    // At the ends of time the clock stands.
    let (days, rest) = floorDivide(shifted.overflow ? instant.milliseconds : shifted.partialValue, 86_400_000)
    return LocalTime(date: CivilDate(daysSince1970: Int(days)), millisecond: Int(rest))
  }

  /// When the clock first shows `local` or more.
  ///
  /// Where the clock is put back and shows it twice, that is the first time; where it is put forward and never shows it, the
  /// moment of the change. Worked: in Europe/Berlin 2026-03-29 02:30 does not exist and is 01:00 UTC, 03:00 there.
  public func instant(_ local: LocalTime) -> Instant {
    let wanted = Int64(local.date.daysSince1970) * 86_400 + Int64(local.millisecond / 1000)
    // No offset exceeds 26 hours, so what is sought lies within as many of the same numbers in UTC.
    var t = wanted - 26 * 3600
    while true {
      let here = max(t, wanted - Int64(offset(atSeconds: t)))
      guard let next = nextTransition(after: t), next <= here else {
        // A change within the second sought leaves no part of a second over.
        let isShown = here + Int64(offset(atSeconds: here)) == wanted
        return TimeZoneData.instant(here, plus: isShown ? Int64(local.millisecond % 1000) : 0)
      }
      t = next
    }
  }

  /// Held within what an instant can say.
  private static func instant(_ seconds: Int64, plus milliseconds: Int64) -> Instant {
    let (product, isBeyond) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isOver) = product.addingReportingOverflow(milliseconds)
    return Instant(milliseconds: isBeyond || isOver ? (seconds < 0 ? .min : .max) : sum)
  }

  /// When the day begins: the first moment of its date, or of a later one where the zone left the day out.
  ///
  /// Days follow each other without hole or overlap: from one's start to the next one's, 23 to 25 hours as a rule.
  public func start(of date: CivilDate) -> Instant { instant(LocalTime(date: date)) }

  /// The day that the instant belongs to: the last one that has begun.
  public func day(of instant: Instant) -> CivilDate {
    var day = local(instant).date
    // Where the clock goes back over midnight it shows yesterday once more; the day has begun all the same.
    let next = CivilDate(daysSince1970: day.daysSince1970 + 1)
    if start(of: next) <= instant { day = next }
    return day
  }
}
