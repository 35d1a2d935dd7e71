import Testing
import TrackCore

@testable import TrackLogger

private func at(_ seconds: Double) -> Arrival { Arrival(milliseconds: 0) + .seconds(seconds) }

private func due(_ watchdog: inout Watchdog, _ now: Arrival, writingSince: Arrival?) -> Bool {
  watchdog.isDue(now, writingSince: writingSince)
}

@Suite struct WatchdogTests {
  @Test func isFedThriceWithinItsTime() {
    var watchdog = Watchdog(microseconds: "30000000", pid: nil)
    let meals = stride(from: 0.0, to: 60, by: 1).filter { watchdog.isDue(at($0), writingSince: nil) }
    #expect(meals == [0, 10, 20, 30, 40, 50])
  }

  @Test func isNotFedWhileAWriteHangs() {
    var watchdog = Watchdog(microseconds: "30000000", pid: nil)
    #expect(due(&watchdog, at(100), writingSince: at(40)), "a minute is slow")
    #expect(!due(&watchdog, at(120), writingSince: at(40)), "more than a minute hangs")
    #expect(due(&watchdog, at(130), writingSince: nil), "it came back")
  }

  @Test(arguments: [nil, "", "0", "-5", "soon"] as [String?])
  func nobodyAsks(_ microseconds: String?) {
    var watchdog = Watchdog(microseconds: microseconds, pid: nil)
    #expect(!due(&watchdog, at(100), writingSince: nil))
  }

  @Test func anothersWatchdogIsNotFed() {
    var watchdog = Watchdog(microseconds: "30000000", pid: "1")
    #expect(!due(&watchdog, at(100), writingSince: nil))
  }
}
