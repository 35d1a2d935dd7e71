import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

@Suite final class RouteTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tracklogger-\(UUID().uuidString)")
  private var database: String { folder.appending(path: "track.db").path }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func replay(_ gpx: String, _ options: String...) throws -> Outcome {
    let file = folder.appending(path: "route.gpx")
    try Data(gpx.utf8).write(to: file)
    return Outcome(of: ["replay", file.path, "--db", database] + options, in: .test(["TZ": "UTC"]))
  }

  private let commute = """
    <gpx version="1.1"><wpt lat="47.1" lon="9.5"><time>2026-05-01T06:00:00Z</time></wpt>
    <wpt lat="47.1" lon="9.5"><time>2026-05-01T07:00:00Z</time></wpt>
    <wpt lat="47.2" lon="9.52"><time>2026-05-01T07:15:00Z</time></wpt>
    <wpt lat="47.2" lon="9.52"><time>2026-05-01T09:00:00Z</time></wpt>
    <wpt lat="47.1" lon="9.5"><time>2026-05-01T09:15:00Z</time></wpt>
    <wpt lat="47.1" lon="9.5"><time>2026-05-01T11:00:00Z</time></wpt></gpx>
    """

  @Test func aMadeUpRouteDrivesTheWholeProgram() throws {
    #expect(try replay(commute).code == .done)
    let reader = try TrackReader(path: database)
    let (trips, visits) = (try reader.trips().map(\.trip), try reader.visits())
    try #require(trips.count == 2 && visits.count == 3)
    let length = Geodesy.distance(
      Coordinate(latitude: 47.1, longitude: 9.5), Coordinate(latitude: 47.2, longitude: 9.52))
    for (trip, start) in zip(trips, [at("2026-05-01T07:00Z"), at("2026-05-01T09:00Z")]) {
      #expect(abs((trip.start - start).seconds) < 30)
      #expect(abs(trip.distance - length) < 0.01 * length)
    }
    #expect(visits[0].place?.id == visits[2].place?.id, "back at the same place")
    // Once more adds nothing.
    #expect(try replay(commute).code == .done)
    #expect(try reader.trips().count == 2)
  }

  @Test func anExportIsBroughtInAsItStands() throws {
    _ = try replay(commute)
    let gpx = Outcome(of: ["export", "--format", "gpx", "--db", database], in: .test(["TZ": "UTC"])).output
    let other = folder.appending(path: "other.db").path
    let file = folder.appending(path: "export.gpx")
    try Data(gpx.utf8).write(to: file)
    let outcome = Outcome(of: ["replay", file.path, "--no-interpolation", "--db", other, "--json"])
    #expect(outcome.code == .done, "\(outcome.errors)")
    #expect(outcome.output.contains("\"fixes_accepted\":\(gpx.components(separatedBy: "<trkpt ").count - 1),"))
    #expect(try TrackReader(path: other).trips().count == 2)
  }

  @Test(arguments: [
    ("<gpx><wpt lat='1' lon='2'/></gpx>", "none of its 1 points has a time and a place"),
    ("<gpx></gpx>", "it has no points"), ("<html><body>not found</body></html>", "it has no points"),
    ("<!DOCTYPE gpx><gpx/>", "has a document type"),
  ])
  func aFileThatSaysNothingIsBadData(gpx: String, sentence: String) throws {
    let outcome = try replay(gpx)
    #expect(outcome.code == .data)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }

  @Test func aFileInUTF16IsToldHow() throws {
    let file = folder.appending(path: "wide.gpx")
    try #require("<gpx/>".data(using: .utf16)).write(to: file)
    let outcome = Outcome(of: ["replay", file.path, "--db", database])
    #expect(outcome.code == .data)
    #expect(outcome.errors.contains("with iconv"))
  }

  @Test func interpolationIsForGPXAlone() throws {
    let outcome = try replay("{\"class\":\"VERSION\"}\n", "--no-interpolation")
    #expect(outcome.code == .usage)
    #expect(outcome.errors.contains("--no-interpolation is for GPX files"))
  }

  @Test func aCutOffFileGivesWhatItHolds() throws {
    let outcome = try replay(String(commute.dropLast(60)))
    #expect(outcome.code == .done)
    #expect(outcome.errors.contains("ends in the middle of a point"))
  }

  /// Memory is asked for as it is read: of points days apart there could be years of seconds.
  @Test func fixesAreMadeAsTheyAreRead() throws {
    let points = (0..<300).map {
      "<trkpt lat='1' lon='\(Double($0) * 0.01)'><time>2026-0\(1 + $0 / 28 % 9)-\($0 % 28 + 1 < 10 ? "0" : "")\($0 % 28 + 1)T00:00:00Z</time></trkpt>"
    }
    let file = folder.appending(path: "long.gpx")
    try Data("<gpx><trkseg>\(points.joined())</trkseg></gpx>".utf8).write(to: file)
    let stream = GPXStream(try CaptureStream(paths: [file.path]), interpolates: true)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    #expect(try stream.read(into: buffer) < 1 << 17)
    #expect(stream.fixes < 1000)
  }
}
