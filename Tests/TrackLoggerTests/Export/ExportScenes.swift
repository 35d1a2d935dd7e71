import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// Ways that are hard to write: each is one trip of fixes ten seconds apart, with a silence where a part ends.
struct ExportScene: CustomTestStringConvertible, Sendable {
  let name: String
  var parts: [[(Double, Double)]]

  var testDescription: String { name }

  static let all: [ExportScene] = [
    .init(name: "no fix", parts: []),
    .init(name: "one fix", parts: [[(48, 11)]]),
    .init(name: "two fixes", parts: [[(48, 11), (48.001, 11.001)]]),
    .init(
      name: "a gap", parts: [[(48, 11), (48.001, 11)], [(48.01, 11)], [(48.02, 11), (48.021, 11), (48.022, 11)]]),
    .init(
      name: "the antimeridian", parts: [[(-17, 179.998), (-17, 179.9995), (-17, -179.999), (-17, 180), (-17, -180)]]),
    .init(name: "the north pole", parts: [[(89.9999, 10), (90, 0), (89.9999, -170)]]),
    .init(name: "the south pole", parts: [[(-89.9999, 0), (-90, 180), (-89.9999, 180)]]),
  ]

  static let hostileNames = [
    "'); DROP TABLE place;--<script>alert(1)</script>", "=cmd|' /C calc'!A0", "a&b]]>\"'", "שלום\u{202E}🚲",
    "a;=1+1,\"x\"",
    "\u{8}\u{1B}[31m\u{FFFE}\u{7F}", "{\"type\":\"Feature\"}",
  ]

  private static let start = at("2026-05-01T08:00:00Z")

  /// The fixes as (part, time, latitude, longitude).
  var fixes: [(part: Int, time: Instant, at: Coordinate)] {
    var fixes: [(Int, Instant, Coordinate)] = []
    var time = Self.start
    for (k, part) in parts.enumerated() {
      for (latitude, longitude) in part {
        fixes.append((k, time, Coordinate(latitude: latitude, longitude: longitude)))
        time = time + .seconds(10)
      }
      time = time + .minutes(5)
    }
    return fixes
  }

  /// Metres along the parts.
  var length: Double {
    zip(fixes, fixes.dropFirst()).reduce(0) { sum, leg in
      leg.0.part == leg.1.part ? sum + Geodesy.distance(leg.0.at, leg.1.at) : sum
    }
  }

  func sample(names: [String] = []) throws -> Sample {
    let end = fixes.last?.time ?? Self.start
    let from = fixes.first?.at ?? Coordinate(latitude: 48, longitude: 11)
    var changes: [TrackChange] = []
    for k in names.indices {
      let arrival = Self.start - .minutes(Double(10 * (k + 1)))
      changes.append(
        .visit(
          Visit(
            id: Int64(k + 1), arrival: arrival, departure: arrival + .minutes(5), last: arrival + .minutes(5),
            centre: Coordinate(latitude: 10 + Double(k), longitude: 20), accuracy: 3, fixes: 9, inferred: false)))
    }
    changes.append(
      .trip(
        Trip(
          id: 1, start: Self.start, end: end + .seconds(1), last: end + .seconds(1), from: from,
          to: fixes.last?.at ?? from,
          distance: length, bridgedDistance: 0, movingTime: end - Self.start, maxSpeed: 20, fixes: fixes.count,
          bounds: BoundingBox(south: -90, north: 90, west: -180, east: 180))))
    for (k, fix) in fixes.enumerated() {
      changes.append(
        .fix(
          Fix(
            time: fix.time, coordinate: fix.at, altitude: -2.5, speed: 10, course: 359.999, eph: 4, epv: 6, hdop: 0.9,
            satellitesUsed: 8)))
      if k > 0, fixes[k - 1].part != fix.part {
        changes.append(
          .event(TrackEvent(.gap, time: fixes[k - 1].time, noticed: fix.time, coordinate: fixes[k - 1].at, trip: 1)))
      }
    }
    let sample = try Sample(changes)
    let editor = try PlaceEditor(path: sample.path)
    for (k, name) in names.enumerated() {
      // As a geocoder may give them: the command itself refuses some.
      guard try editor.name(place: Int64(k + 1), name) else { throw Failure(.failed, "there is no place \(k + 1)") }
    }
    return sample
  }
}
