import Glibc
import TrackCore

/// Holds a replay back so that it runs so many times as fast as what it replays.
struct Pace {
  private let speed: Double
  private var began: (fix: Instant, clock: Arrival)?

  init(speed: Double) { self.speed = speed }

  /// Waits until a fix of this time may be shown; a silence lasts an hour of the capture's time at most.
  mutating func wait(for fix: Instant?) {
    guard let fix else { return }
    guard let began, fix >= began.fix else {
      self.began = (fix, Clocks.now())
      return
    }
    let due = began.clock + Interval.seconds(min(86_400, (fix - began.fix).seconds / speed))
    let rest = (due - Clocks.now()).milliseconds
    guard rest > 0 else { return }
    var time = timespec(tv_sec: Int(rest / 1000), tv_nsec: Int(rest % 1000) * 1_000_000)
    nanosleep(&time, nil)
  }
}
