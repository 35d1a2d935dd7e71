import Foundation
import TrackCore

@testable import TrackStore

/// A board's clocks, which a test turns.
struct TestClock {
  var boot = "boot-1"
  var time: Int64 = 1_000_000
  var wall: Instant? = morning + .seconds(86_400)

  var now: GeocodeClock { GeocodeClock(boot: boot, time: Arrival(milliseconds: time), wall: wall) }

  mutating func advance(_ interval: Interval) {
    time += interval.milliseconds
    wall = wall.map { $0 + interval }
  }

  mutating func reboot(wall: Instant? = nil) {
    boot += "+"
    time = 5000
    self.wall = wall
  }
}

func drainSettings(
  url: String = "https://a.example", provider: PlaceProvider = .nominatim, language: String = "", capacity: Int = 10
) -> DrainSettings {
  var places = PlaceSettings()
  places.provider = provider
  places.language = language
  return DrainSettings(places: places, url: url, capacity: capacity)
}

func placeName(_ short: String = "37 Landstrasse, Schaan") -> PlaceName {
  PlaceName(
    short: short, full: short + ", Liechtenstein", city: "Schaan", countryCode: "LI", provider: "nominatim",
    attribution: "Data © OpenStreetMap contributors, ODbL", fetched: morning + .seconds(86_400))
}

func passing(_ seconds: Double, _ latitude: Double, _ longitude: Double = -0.12) -> TrackChange {
  .placeWanted(PlaceRequest(coordinate: Coordinate(latitude: latitude, longitude: longitude), time: at(seconds)))
}

extension Scratch {
  func queue(_ settings: DrainSettings = drainSettings()) throws -> GeocodeQueue {
    try GeocodeQueue(path: path, settings: settings)
  }

  /// Writes these rows as a recorder does.
  func record(_ changes: [TrackChange], places: PlaceSettings = PlaceSettings(), source: String = "gpsd") throws {
    let writer = try TrackWriter(path: path, source: source, durability: .eventually, places: places)
    writer.apply(changes)
    try writer.commit()
  }

  /// target|rank of what waits, in the order in which it would be asked.
  func waiting() throws -> [String] {
    let database = try Database(path: path, mode: .readOnly)
    let rows = try database.prepare(
      "SELECT CASE WHEN target < 0 THEN 'place ' || -target ELSE 'cell' END, rank FROM request ORDER BY rank, time DESC"
    )
    var found: [String] = []
    while try rows.step() { found.append("\(rows.optionalText(0) ?? "") \(rows.int(1))") }
    return found
  }
}

extension GeocodeQueue {
  /// Asks and answers everything, turning the clock as far as it takes; what was asked, and when.
  func drain(
    _ clock: inout TestClock, for limit: Interval = .seconds(86_400), taking: Interval = Interval(milliseconds: 100),
    _ answer: (Coordinate) -> DrainOutcome = { _ in .answer(placeName()) }
  ) throws -> [(at: Coordinate, time: Int64)] {
    var asked: [(Coordinate, Int64)] = []
    let end = clock.time + limit.milliseconds
    while clock.time < end {
      switch try next(clock.now) {
      case .idle: return asked
      case .wait(let rest, _): clock.advance(rest)
      case .ask(let ticket):
        asked.append((ticket.coordinate, clock.time))
        clock.advance(taking)
        try finish(ticket, answer(ticket.coordinate), clock.now, random: 0.5)
      }
    }
    return asked
  }
}

/// Files that lie beside the checkout, where they do.
enum Shared {
  static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["TRACKLOGGER_SHARED"]
    let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared")
      .path
    return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0) }
  }()

  static func path(_ name: String) -> String? {
    folder.map { $0 + "/" + name }.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }
}
