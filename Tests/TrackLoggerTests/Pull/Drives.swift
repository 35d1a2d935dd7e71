import Foundation
import TrackCore

@testable import TrackStore

/// Recorded drives, and what is in the databases that they get into.
enum Drives {
  /// Appends drives of ten minutes with a stop after each, a fix a second, to a database.
  static func record(_ numbers: Range<Int>, in path: String, fixes: Int = 600) throws {
    let writer = try TrackWriter(path: path, source: "test", durability: .eventually, box: "van", pendingLimit: 100_000)
    writer.devicePaths = ["", "/dev/ttyACM0"]
    for number in numbers {
      let start = 1_772_352_000_000 + Int64(number) * 3_600_000
      let id = Int64(number + 1)
      var state = trip(id, from: start, seconds: 0, isOver: false)
      for second in 0..<fixes {
        writer.apply(.fix(fix(start, number, second)))
        if second % 10 == 9 || second == fixes - 1 {
          state = trip(id, from: start, seconds: second, isOver: second == fixes - 1)
          writer.apply(.trip(state))
          writer.endBatch()
        }
      }
      writer.apply([
        .event(TrackEvent(.tripEnd, time: state.last, noticed: state.last + .seconds(180), trip: id)),
        .visit(
          Visit(
            id: id, arrival: state.last, departure: state.last + .seconds(2400), last: state.last + .seconds(2400),
            centre: Coordinate(latitude: 48 + Double(number % 9) / 100, longitude: 11), accuracy: 4, fixes: 9,
            inferred: false)),
      ])
      writer.endBatch()
      try writer.commit()
    }
  }

  /// Noisy, so that it compresses as little as a receiver's.
  private static func fix(_ start: Int64, _ drive: Int, _ second: Int) -> Fix {
    let noise = { (salt: Int) in
      Double((drive &* 7919 &+ second &* 104_729 &+ salt &* 1_299_709) &* 2_654_435_761 >> 12 & 1023) / 1023 - 0.5
    }
    return Fix(
      time: Instant(milliseconds: start + Int64(second) * 1000),
      coordinate: Coordinate(
        latitude: 48 + Double(second) * 1.3e-4 + noise(1) * 6e-6,
        longitude: 11 + Double(drive % 50) / 100 + noise(2) * 6e-6),
      device: DeviceID(index: 1), altitude: 450 + noise(3), speed: 14 + noise(4), course: abs(noise(5)) * 4,
      eph: 3 + noise(6) / 10, hdop: 0.9, satellitesUsed: 10)
  }

  private static func trip(_ id: Int64, from start: Int64, seconds: Int, isOver: Bool) -> Trip {
    let last = Instant(milliseconds: start + Int64(seconds) * 1000)
    return Trip(
      id: id, start: Instant(milliseconds: start), end: isOver ? last : nil, last: last,
      from: Coordinate(latitude: 48, longitude: 11), to: Coordinate(latitude: 48.1, longitude: 11),
      distance: Double(seconds) * 14, bridgedDistance: 0, movingTime: .seconds(Double(seconds)), maxSpeed: 14.5,
      fixes: seconds, bounds: BoundingBox(south: 48, north: 48.1, west: 11, east: 11.5))
  }

  /// Every row that another machine gets, as text; of a box, those that came from there.
  static func rows(_ path: String, box: String? = nil) throws -> [String] {
    let database = try Database(path: path, mode: .readOnly)
    let prefix = try box.map { "box\(try database.integer("SELECT id FROM box WHERE name = '\($0)'") ?? -1)_" } ?? ""
    return try ["fix", "trip", "visit", "place", "event", "device"].flatMap { table in
      let statement = try database.prepare("SELECT * FROM \(prefix)\(table) ORDER BY 1")
      var rows: [String] = []
      while try statement.step() {
        let cells = (0..<statement.columns).map { statement.optionalText($0) ?? "NULL" }
        rows.append("\(table) " + cells.joined(separator: "|"))
      }
      return rows
    }
  }
}
