import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// A real Nominatim that runs on this machine: named by TRACKLOGGER_NOMINATIM, else where the script beside the checkout has
/// started it (`../shared/nominatim/serve`). No test starts it, as it installs packages.
enum RealNominatim {
  static let url: String? = {
    if let named = ProcessInfo.processInfo.environment["TRACKLOGGER_NOMINATIM"] { return named }
    return SharedServer.path("nominatim/serve") != nil && Reach.canConnect(host: "127.0.0.1", port: 18_081, within: 500)
      ? "http://127.0.0.1:18081" : nil
  }()
}

@Suite(.enabled(if: RealNominatim.url != nil, "needs a Nominatim of Liechtenstein on port 18081"))
struct GeocodeNominatimTests {
  /// Vaduz, Schaan, Balzers: visits with trips between them.
  private static let stays = [
    Coordinate(latitude: 47.1410, longitude: 9.5209), Coordinate(latitude: 47.1650, longitude: 9.5087),
    Coordinate(latitude: 47.0669, longitude: 9.5021),
  ]

  private func recorded() throws -> Sample {
    var changes: [TrackChange] = []
    for (k, stay) in Self.stays.enumerated() {
      let start = Instant(milliseconds: 1_777_500_000_000 + Int64(k) * 3_600_000)
      changes.append(
        .visit(
          Visit(
            id: Int64(k) + 1, arrival: start, departure: start + .minutes(40), last: start + .minutes(40), centre: stay,
            accuracy: 5, fixes: 100, inferred: false)))
      guard k + 1 < Self.stays.count else { continue }
      let end = start + .minutes(60)
      changes.append(
        .trip(
          Trip(
            id: Int64(k) + 1, start: start + .minutes(40), end: end, last: end, from: stay, to: Self.stays[k + 1],
            distance: 5000, bridgedDistance: 0, movingTime: .minutes(20), maxSpeed: 20, fixes: 1000,
            bounds: BoundingBox(south: 47, north: 47.2, west: 9.5, east: 9.6))))
    }
    return try Sample(changes)
  }

  @Test func everyVisitAndTripEndIsNamedAsTheServerSays() throws {
    let url = try #require(RealNominatim.url)
    let sample = try recorded()
    let config = sample.folder.appending(path: "t.conf").path
    // First without a server: nothing is lost.
    try "[geocode]\nurl = http://127.0.0.1:1\n".write(toFile: config, atomically: true, encoding: .utf8)
    #expect(sample.run("geocode", "--once", "--config", config).code == .unavailable)
    try "[geocode]\nurl = \(url)\n".write(toFile: config, atomically: true, encoding: .utf8)
    #expect(sample.run("geocode", "--once", "--config", config).code == .done)
    let reader = try TrackReader(path: sample.path)
    let said = try Self.stays.map { try display(url, $0) }
    #expect(try reader.visits().map { $0.name?.full } == said)
    #expect(try reader.trips().map { $0.fromName?.full } == Array(said.dropLast()))
    #expect(try reader.trips().map { $0.toName?.full } == Array(said.dropFirst()))
    #expect(try reader.visits().map { $0.name?.countryCode } == ["LI", "LI", "LI"])
    #expect(try reader.visits().map { $0.name?.city } == ["Vaduz", "Schaan", "Mäls"])
  }

  @Test func anAddressThatIsNowhereIsNotFound() throws {
    let url = try #require(RealNominatim.url)
    let sample = try recorded()
    let config = sample.folder.appending(path: "t.conf").path
    try "[geocode]\nurl = \(url)\n".write(toFile: config, atomically: true, encoding: .utf8)
    let outcome = sample.run("geocode", "lookup", "Qqqqxyzzy", "--config", config)
    #expect(outcome.code == .failed && outcome.errors.contains("nothing is known by that name"))
  }

  private func display(_ url: String, _ at: Coordinate) throws -> String {
    let query = PlaceQuery(provider: .nominatim, base: url).reverse(at)
    let client = try HTTPClient(contact: nil, language: "")
    let reply = try client.get(query, isInterrupted: { false })
    let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
    return object?["display_name"] as? String ?? ""
  }
}
