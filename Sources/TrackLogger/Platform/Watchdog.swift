import Glibc
import TrackCore

/// Decides when systemd's watchdog is fed: while the loop turns and the disk takes what it is given. That gpsd is missing or
/// the receiver stands in a garage is no reason to be restarted; that a write has not come back for a minute is one.
struct Watchdog {
  /// A write that takes longer hangs: an SD card's worst garbage collection takes seconds.
  static let hangsAfter = Interval.seconds(60)

  /// How often it is fed; nil: nobody asks.
  private let period: Interval?
  private var fed: Arrival?

  /// `microseconds` and `pid` are the environment's WATCHDOG_USEC and WATCHDOG_PID; another process's watchdog is not ours.
  init(
    microseconds: String? = getenv("WATCHDOG_USEC").map { String(cString: $0) },
    pid: String? = getenv("WATCHDOG_PID").map { String(cString: $0) }
  ) {
    guard let limit = microseconds.flatMap({ Int64($0) }), limit > 0, pid == nil || pid == String(getpid()) else {
      period = nil
      return
    }
    // A third: two meals may be late.
    period = Interval(milliseconds: max(1, limit / 3000))
  }

  /// Whether to feed it now. `writingSince`: when the write that is under way began.
  mutating func isDue(_ now: Arrival, writingSince: Arrival?) -> Bool {
    guard let period else { return false }
    if let writingSince, now - writingSince > Self.hangsAfter { return false }
    if let fed, now - fed < period { return false }
    fed = now
    return true
  }
}
