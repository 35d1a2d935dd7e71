import CLinux
import Glibc
import TrackCore

/// The host's clocks, read only by the outer loops.
enum Clocks {
  /// Milliseconds since boot, counting time asleep; never steps.
  static func now() -> Arrival { Arrival(milliseconds: milliseconds(of: CLOCK_BOOTTIME)) }

  /// What the system clock says; may be decades off where the board has no clock of its own.
  static func systemTime() -> Instant { Instant(milliseconds: milliseconds(of: CLOCK_REALTIME)) }

  /// Whether something that knows the time keeps the system clock, so that it may be believed.
  static var systemTimeIsSynchronised: Bool { tl_clock_is_synchronised() != 0 }

  /// Microseconds of CLOCK_MONOTONIC, as systemd wants them with RELOADING=1.
  static func monotonicMicroseconds() -> Int64 {
    let time = read(CLOCK_MONOTONIC)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Does nothing for so long; a signal may end it early.
  static func sleep(_ time: Interval) { poll(nil, 0, Int32(clamping: max(0, time.milliseconds))) }

  private static func milliseconds(of clock: clockid_t) -> Int64 {
    let time = read(clock)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
