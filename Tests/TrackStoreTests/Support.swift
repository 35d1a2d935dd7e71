import Foundation
import TrackCore

@testable import TrackStore

/// A directory of its own, gone with the last reference.
final class Scratch {
  let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "trackstore-" + Schema.randomUUID()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  var path: String { directory + "/track.db" }

  func file(_ name: String) -> String { directory + "/" + name }

  func writer(
    source: String = "gpsd", durability: TrackWriter.Durability = .eventually,
    overlaps: TrackWriter.OverlapPolicy = .keep,
    pendingLimit: Int = 20_000
  ) throws -> TrackWriter {
    try TrackWriter(
      path: path, source: source, durability: durability, overlaps: overlaps, box: "box", pendingLimit: pendingLimit)
  }

  /// The database without its index of the WAL, which is memory.
  func copy(to other: Scratch) throws {
    for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: other.path + suffix) }
  }

  /// The rows of a table as text, in order of their ids.
  func dump(_ table: String, columns: String = "*") throws -> [String] {
    let database = try Database(path: path, mode: .readOnly)
    let statement = try database.prepare("SELECT \(columns) FROM \(table) ORDER BY 1")
    var rows: [String] = []
    while try statement.step() {
      rows.append((0..<statement.columns).map { statement.optionalText($0) ?? "NULL" }.joined(separator: "|"))
    }
    return rows
  }

  func integer(_ sql: String) throws -> Int64? { try Database(path: path, mode: .readOnly).integer(sql) }
}

/// 2026-03-01T08:00:00Z.
let morning = Instant(milliseconds: 1_772_352_000_000)

func at(_ seconds: Double) -> Instant { morning + .seconds(seconds) }

func fix(_ seconds: Double, _ latitude: Double = 51.5, _ longitude: Double = -0.12, device: UInt8 = 0) -> Fix {
  Fix(
    time: at(seconds), coordinate: Coordinate(latitude: latitude, longitude: longitude),
    device: DeviceID(index: device),
    altitude: 35.25, speed: 13.4, course: 271.5, eph: 4.2, epv: 7.75, hdop: 0.9, satellitesUsed: 11)
}

func trip(_ id: Trip.ID, _ start: Double, _ last: Double, isOver: Bool = true, distance: Double = 1000) -> Trip {
  Trip(
    id: id, start: at(start), end: isOver ? at(last) : nil, last: at(last),
    from: Coordinate(latitude: 51.5, longitude: -0.12), to: Coordinate(latitude: 51.51, longitude: -0.1),
    distance: distance,
    bridgedDistance: 12.5, movingTime: .seconds(last - start), maxSpeed: 21.5, fixes: 42,
    bounds: BoundingBox(south: 51.49, north: 51.52, west: -0.13, east: -0.09))
}

func visit(
  _ id: Visit.ID, _ arrival: Double, _ last: Double, isOver: Bool = true, _ latitude: Double = 51.5,
  _ longitude: Double = -0.12, accuracy: Double = 4
) -> Visit {
  Visit(
    id: id, arrival: at(arrival), departure: isOver ? at(last) : nil, last: at(last),
    centre: Coordinate(latitude: latitude, longitude: longitude), accuracy: accuracy, fixes: 7, inferred: false)
}

extension TrackWriter {
  /// As if the disk had room for so many pages.
  func limitPages(to pages: Int64) throws { try tables.database.execute("PRAGMA max_page_count = \(pages)") }
}

/// What a call to the store fails with.
func thrown(_ body: () throws -> Void) -> StoreError? {
  do {
    try body()
    return nil
  } catch {
    return error as? StoreError
  }
}

func kindThrown(_ body: () throws -> Void) -> StoreError.Kind? { thrown(body)?.kind }
