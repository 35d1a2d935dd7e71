import Foundation
import Testing

@testable import TrackCore

/// Real receivers: few of their fixes are wrong, and the filter must not think otherwise.
@Suite("Filter: real captures", .enabled(if: FilterCapture.shared != nil, "needs ../shared or TRACKLOGGER_SHARED"))
struct FilterCapturesTests {
  @Test(arguments: [
    "dotmorten-reno-2005", "dotmorten-reno-2005.gpsd3.27.5-dup", "dotmorten-reno-2005.wkro-bumped",
    "genivi-z205-switzerland", "google-mtv-ublox-f9k", "google-mtv-ublox-f9k.nosky", "gpsd-ais-nmea", "gpsd-bt451",
    "gpsd-bu303-nofix", "gpsd-bundg_zeus_9", "gpsd-garmin17n", "gpsd-gp-320fw-2019-04-06-overflow", "gpsd-hemi",
    "gpsd-sirf2", "gpsd-telit-he910", "gpsd-ublox-glo", "gpsd-ublox-neo-m8l", "gpsd-ublox-zed-f9p_hpg1.11",
    "signalk-gps-moored", "signalk-plaka-notime",
  ])
  func rejectsFewFixes(_ name: String) throws {
    let capture = try #require(try FilterCapture.bytes("captures", name))
    var run = FilterRun()
    run.replay(capture)
    let summary = Rejection.allCases.filter { run.counts[$0] > 0 }.map { "\($0) \(run.counts[$0])" }
    print("CAPTURE \(name) accepted \(run.counts.accepted) \(summary) \(run.notices.count) \(run.notices.prefix(5))")
    #expect(run.counts.accepted >= 0)
  }
}
