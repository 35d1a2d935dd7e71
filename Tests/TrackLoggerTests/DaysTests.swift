import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

@Suite struct DaysTests {
  @Test func theDistanceIsSharedOutByTime() throws {
    let rows = try twoDays().rows("days", "--tz", "UTC")
    #expect(rows.map { $0["day"] as? String } == ["2026-04-30", "2026-05-01", "2026-05-02"])
    #expect(rows.map { $0["distance"] as? Double } == [15_000.02, 27_345.69, 0])
    #expect(rows.compactMap { $0["bridged_distance"] as? Double }.reduce(0, +) == 1000)
    #expect(rows.map { $0["trips"] as? Int } == [1, 2, 0])
    #expect(rows.map { $0["visits"] as? Int } == [1, 2, 1])
  }

  @Test func daysAddUpToTheirTripsInEveryZone() throws {
    var changes: [TrackChange] = []
    for k in 0..<40 {
      let start = at("2026-03-25T03:17:11Z") + .minutes(Double(k) * 450)
      changes.append(
        .trip(
          Trip(
            id: Int64(k + 1), start: start, end: start + .seconds(7 * 3600 + 13), last: start + .seconds(7 * 3600 + 13),
            from: Coordinate(latitude: 1, longitude: 1), to: Coordinate(latitude: 1, longitude: 1),
            distance: 33_333.33 + Double(k) * 7.77, bridgedDistance: 111.11, movingTime: .seconds(20_000.123),
            maxSpeed: nil,
            fixes: 1, bounds: BoundingBox(south: 1, north: 1, west: 1, east: 1))))
    }
    let sample = try Sample(changes)
    let trips = try sample.rows("trips")
    for zone in ["Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu", "UTC"] {
      let days = try sample.rows("days", "--tz", zone)
      for key in ["distance", "bridged_distance", "moving_time"] {
        let sums = [days, trips].map { $0.reduce(0) { $0 + (($1[key] as? Double) ?? .nan) } }
        #expect(abs(sums[0] - sums[1]) < 1e-4, "\(zone), \(key)")
      }
    }
  }

  @Test func aNightOf23HoursIsSharedByTheHoursItHas() throws {
    // 22:00 to 06:00 in Berlin while the clock goes forward: 2 h before midnight, 5 h after.
    let sample = try Sample([trip(1, "2026-03-28T21:00:00Z", "2026-03-29T04:00:00Z", distance: 70_000)])
    let rows = try sample.rows("days", "--tz", "Europe/Berlin")
    #expect(rows.map { $0["distance"] as? Double } == [20_000, 50_000])
  }

  @Test func whatEndsAtMidnightDoesNotTouchTheNextDay() throws {
    let sample = try Sample([trip(1, "2026-05-01T23:00:00Z", "2026-05-02T00:00:00Z")])
    #expect(try sample.rows("days").map { $0["day"] as? String } == ["2026-05-01"])
  }

  @Test func aDayThatAZoneLeftOutIsNotListed() throws {
    let sample = try Sample([trip(1, "2011-12-30T08:00:00Z", "2011-12-30T12:00:00Z")])
    let rows = try sample.rows("days", "--tz", "Pacific/Apia")
    #expect(rows.map { $0["day"] as? String } == ["2011-12-29", "2011-12-31"])
    #expect(rows.map { $0["distance"] as? Double } == [5000, 5000])
  }

  @Test func aSpanKeepsTheDaysWithinIt() throws {
    let sample = try twoDays()
    #expect(try sample.rows("days", "--on", "2026-05-01").map { $0["distance"] as? Double } == [27_345.69])
    #expect(try sample.rows("days", "--limit", "2").map { $0["day"] as? String } == ["2026-05-01", "2026-05-02"])
  }

  @Test func timesWithoutEndAreBounded() throws {
    let sample = try Sample([
      .visit(
        Visit(
          id: 1, arrival: Instant(milliseconds: -(1 << 57)), departure: nil, last: Instant(milliseconds: 1 << 57),
          centre: Coordinate(latitude: 0, longitude: 0), accuracy: 1, fixes: 1, inferred: false))
    ])
    #expect(try sample.rows("days").count <= 36_601)
  }

  @Test func whoHasNotLeftIsThereToday() throws {
    let sample = try Sample([visit(1, "2026-04-30T16:20:30Z", "2026-05-01T08:00:00Z", isOpen: true)])
    #expect(try sample.rows("days", "--on", "today").map { $0["visits"] as? Int } == [1])
    // But not yet tomorrow, nor without being asked beyond what was seen.
    #expect(try sample.rows("days", "--until", "2026-06-01").last?["day"] as? String == "2026-05-02")
    #expect(try sample.rows("days").last?["day"] as? String == "2026-05-01")
  }
}
