import Foundation
import Testing

@testable import TrackCore

/// Real receivers: few of their fixes are wrong, and the filter must not think otherwise.
@Suite("Filter: real captures", .enabled(if: FilterCapture.shared != nil, "needs ../shared or TRACKLOGGER_SHARED"))
struct FilterCapturesTests {
  /// The fixes that each has, less those that its own error estimate calls inaccurate.
  @Test(arguments: [
    ("dotmorten-reno-2005", 4432), ("dotmorten-reno-2005.gpsd3.27.5-dup", 4433),
    ("dotmorten-reno-2005.wkro-bumped", 4432), ("genivi-z205-switzerland", 10_237), ("google-mtv-ublox-f9k", 1651),
    ("google-mtv-ublox-f9k.nosky", 1651), ("gpsd-ais-nmea", 164), ("gpsd-bu303-nofix", 0),
    ("gpsd-bundg_zeus_9", 148), ("gpsd-gp-320fw-2019-04-06-overflow", 19), ("gpsd-hemi", 6), ("gpsd-sirf2", 555),
    ("gpsd-telit-he910", 186), ("gpsd-ublox-glo", 242), ("gpsd-ublox-neo-m8l", 19),
    ("gpsd-ublox-zed-f9p_hpg1.11", 654), ("signalk-gps-moored", 1201), ("signalk-plaka-notime", 0),
  ])
  func everyFixOfARealReceiverIsAccepted(_ name: String, fixes: Int) throws {
    let capture = try #require(try FilterCapture.bytes("captures", name))
    var run = FilterRun()
    run.replay(capture)
    #expect(run.counts.accepted == fixes)
    for reason in [Rejection.wrongDate, .future, .stale, .impossibleSpeed, .frozen, .impossibleJump] {
      #expect(run.counts[reason] == 0, "\(reason)")
    }
    #expect(run.notices.isEmpty)
  }

  @Test func whereTheDateStepsBackNothingIsLockedOut() throws {
    for name in ["gpsd-bt451", "gpsd-garmin17n"] {
      let capture = try #require(try FilterCapture.bytes("captures", name))
      var run = FilterRun()
      run.replay(capture)
      #expect(run.counts.accepted > 0)
    }
  }
}
