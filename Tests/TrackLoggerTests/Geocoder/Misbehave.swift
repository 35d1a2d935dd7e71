import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// Servers that lie beside the checkout, where they do.
enum SharedServer {
  static func path(_ name: String) -> String? {
    let named = ProcessInfo.processInfo.environment["TRACKLOGGER_SHARED"]
    let beside = packageRoot.deletingLastPathComponent().appending(path: "shared").path
    return [named, beside].compactMap { $0 }.map { $0 + "/" + name }.first {
      FileManager.default.fileExists(atPath: $0)
    }
  }
}

/// A geocoding server that misbehaves on purpose. One process serves all tests and ends with them; each test has paths of its own.
struct Misbehave {
  static let script = SharedServer.path("nominatim/misbehave")
  private static let server = Result { try MisbehaveProcess() }

  private let process: MisbehaveProcess
  private let id = UUID().uuidString

  init() throws { process = try Self.server.get() }

  var port: UInt16 { process.port }

  func url(_ how: String) -> String { "http://127.0.0.1:\(port)/\(how)/\(id)" }

  /// What this test asked: one dictionary each.
  var log: [[String: Any]] {
    guard let text = try? String(contentsOf: process.log, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }.filter { ($0["path"] as? String)?.contains(id) == true }
  }
}

private final class MisbehaveProcess: Sendable {
  let port: UInt16
  let log: URL
  /// Closed by the kernel when this process ends, whereupon the server is ended.
  private let lifeline: FileHandle

  init() throws {
    // Below the ports that Linux gives away by itself: one that was free a moment ago may be another test's now.
    port = UInt16.random(in: 15_000...19_999)
    log = FileManager.default.temporaryDirectory.appending(path: "misbehave-\(UUID().uuidString).jsonl")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // (The signal that the kernel sends at a parent's death comes when the thread ends that started the child.)
    process.arguments = [
      "-c", "\"$@\" & read _; kill -9 $!", "sh", "/usr/bin/python3", Misbehave.script ?? "", "\(port)", log.path,
    ]
    let pipe = Pipe()
    lifeline = pipe.fileHandleForWriting
    process.standardInput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<400 where !Reach.canConnect(host: "127.0.0.1", port: port, within: 100) { usleep(25_000) }
  }
}

/// Clocks that only a test moves.
final class TestBoot {
  var time: Int64 = 1_000_000
  var wall: Instant? = Instant(milliseconds: 1_777_630_000_000)

  func now(_ newestFix: Instant?) -> GeocodeClock {
    GeocodeClock(boot: "boot", time: Arrival(milliseconds: time), wall: wall)
  }

  func advance(_ interval: Interval) {
    time += interval.milliseconds
    wall = wall.map { $0 + interval }
  }
}

/// A visit, recorded, and a way to have it named.
struct OneVisit {
  let sample: Sample
  let boot = TestBoot()

  init(count: Int = 1) throws {
    sample = try Sample(
      (0..<count).map { k in
        let start = Instant(milliseconds: 1_777_500_000_000 + Int64(k) * 3_600_000)
        return .visit(
          Visit(
            id: Int64(k) + 1, arrival: start, departure: start + .minutes(20), last: start + .minutes(20),
            centre: Coordinate(latitude: 47.141 + Double(k) * 0.01, longitude: 9.521), accuracy: 5, fixes: 100,
            inferred: false))
      })
  }

  func settings(_ url: String, language: String = "") throws -> GeocodeService {
    var configuration = Configuration()
    configuration.geocode.url = ServerURL(url)
    configuration.settings.places.language = language
    return try #require(try GeocodeService(configuration))
  }

  func drainer(_ url: String, limits: HTTPClient.Limits = .init(), source: (any PageSource)? = nil) throws -> Drainer {
    let service = try settings(url)
    let client = try source ?? HTTPClient(contact: "me@example.org", language: "", limits: limits)
    let drainer = try Drainer(path: sample.path, service, source: client, clock: boot.now, random: { 0.5 })
    try drainer.prepare()
    return drainer
  }

  /// One request; what is waited for after it.
  func ask(_ url: String, limits: HTTPClient.Limits = .init()) throws -> (turn: DrainTurn?, trouble: String?) {
    let drainer = try drainer(url, limits: limits)
    boot.advance(.seconds(2))
    let asked = try drainer.step { false }
    #expect(asked == nil)
    return (try drainer.step { false }, drainer.trouble)
  }

  func status(_ url: String) throws -> GeocodeStatus {
    try TrackReader(path: sample.path).geocodeStatus(settings(url).drain, boot.now(nil))
  }

  func configure(_ text: String) throws -> String {
    let config = sample.folder.appending(path: "t.conf").path
    try "[geocode]\n\(text)\n".write(toFile: config, atomically: true, encoding: .utf8)
    return config
  }

  var name: PlaceName? { get throws { try TrackReader(path: sample.path).visit(1)?.name } }
}
