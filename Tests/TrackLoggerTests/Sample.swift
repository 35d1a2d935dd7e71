import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// A database of its own in a folder of its own, gone with the last reference.
final class Sample {
  let folder: URL
  var path: String { folder.appending(path: "track.db").path }

  init(_ changes: [TrackChange]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tracklogger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let writer = try TrackWriter(path: path, source: "test", durability: .eventually, box: "box")
    writer.devicePaths = ["", "/dev/ttyACM1"]
    writer.apply(changes)
    try writer.commit()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Without a configuration or zone of the machine's; in UTC, on 2026-05-02 at 10:00.
  func run(_ line: String..., zone: String = "UTC") -> Outcome { run(line, zone: zone) }

  func run(_ line: [String], zone: String = "UTC") -> Outcome {
    Outcome(of: line + ["--db", path], in: .test(["TZ": zone], now: at("2026-05-02T10:00:00Z").milliseconds))
  }

  func json(_ line: String..., zone: String = "UTC") throws -> Any {
    let outcome = run(line + ["--json"], zone: zone)
    try #require(outcome.code == .done, "\(outcome.errors)")
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
  }

  func rows(_ line: String..., zone: String = "UTC") throws -> [[String: Any]] {
    let outcome = run(line + ["--json"], zone: zone)
    try #require(outcome.code == .done, "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
  }

  func ids(_ line: String..., zone: String = "UTC") throws -> [Int] {
    let outcome = run(line + ["--json"], zone: zone)
    try #require(outcome.code == .done, "\(outcome.errors)")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    return try #require(rows).compactMap { $0["id"] as? Int }
  }
}

func at(_ text: String) -> Instant {
  When(zone: .utc, now: Instant(milliseconds: 0)).instant(text) ?? Instant(milliseconds: 0)
}

func trip(
  _ id: Trip.ID, _ start: String, _ end: String, distance: Double = 10_000, bridged: Double = 0, isOpen: Bool = false
) -> TrackChange {
  .trip(
    Trip(
      id: id, start: at(start), end: isOpen ? nil : at(end), last: at(end),
      from: Coordinate(latitude: 48, longitude: 11),
      to: Coordinate(latitude: 48.1, longitude: 11.25), distance: distance, bridgedDistance: bridged,
      movingTime: Interval(milliseconds: (at(end) - at(start)).milliseconds * 9 / 10), maxSpeed: 21.456, fixes: 120,
      bounds: BoundingBox(south: 48, north: 48.1, west: 11, east: 11.25)))
}

func visit(
  _ id: Visit.ID, _ arrival: String, _ last: String, _ latitude: Double = 48, isOpen: Bool = false,
  inferred: Bool = false
) -> TrackChange {
  .visit(
    Visit(
      id: id, arrival: at(arrival), departure: isOpen ? nil : at(last), last: at(last),
      centre: Coordinate(latitude: latitude, longitude: 11), accuracy: 3.25, fixes: 40, inferred: inferred))
}

func fix(_ time: String, _ latitude: Double = 48, _ longitude: Double = 11) -> TrackChange {
  .fix(
    Fix(
      time: at(time), coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: 500, speed: 10,
      course: 90, eph: 4, hdop: 0.9, satellitesUsed: 8))
}

/// Home, to work over midnight UTC, there, back, still at home.
func twoDays() throws -> Sample {
  try Sample([
    visit(1, "2026-04-30T06:00:00Z", "2026-04-30T23:30:00Z"),
    trip(1, "2026-04-30T23:30:00Z", "2026-05-01T00:30:00Z", distance: 30_000.04, bridged: 1000),
    fix("2026-04-30T23:30:00Z"), fix("2026-04-30T23:40:00Z", 48.01), fix("2026-05-01T00:10:00Z", 48.05),
    fix("2026-05-01T00:30:00Z", 48.1),
    .event(
      TrackEvent(
        .gap, time: at("2026-04-30T23:40:00Z"), noticed: at("2026-05-01T00:10:00Z"),
        coordinate: Coordinate(latitude: 48.01, longitude: 11), trip: 1, distance: 1000)),
    visit(2, "2026-05-01T00:30:00Z", "2026-05-01T16:00:00Z", 48.1, inferred: true),
    trip(2, "2026-05-01T16:00:00Z", "2026-05-01T16:20:30Z", distance: 12_345.67),
    .event(TrackEvent(.arrival, time: at("2026-05-01T16:20:30Z"), noticed: at("2026-05-01T16:23:30Z"), visit: 3)),
    visit(3, "2026-05-01T16:20:30Z", "2026-05-02T09:59:00Z", isOpen: true),
  ])
}
