import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

@Suite struct ShowTests {
  @Test func aTripIsShownInFull() throws {
    let text = try twoDays().run("show", "trip", "1").output
    for line in [
      "distance    30.0 km", "bridged     1.0 km in straight lines", "gap         2026-04-30 23:40:00, 30 min, 1.0 km",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    let row = try #require(try twoDays().json("show", "trip", "1") as? [String: Any])
    #expect((row["gaps"] as? [Any])?.count == 1)
    #expect(row["id"] as? Int == 1)
  }

  @Test func aVisitIsShownInFull() throws {
    #expect(try twoDays().run("show", "visit", "2").output.contains("inferred from a silence"))
    #expect((try twoDays().json("show", "visit", "3") as? [String: Any])?["departure"] is NSNull)
  }

  @Test func whatIsNotThereIsAFailure() throws {
    let outcome = try twoDays().run("show", "trip", "99")
    #expect(outcome.code == .failed)
    #expect(outcome.errors == "tracklogger: there is no trip 99; 'tracklogger trips' lists them\n")
  }
}

@Suite struct ExportCommandTests {
  @Test func aLostFixIsAGapWhereItLasts() {
    func event(_ kind: TrackEvent.Kind, _ time: String, _ longitude: Double = 11) -> TrackEvent {
      TrackEvent(kind, time: at(time), noticed: at(time), coordinate: Coordinate(latitude: 0, longitude: longitude))
    }
    let gaps = Gap.all(in: [
      event(.fixLost, "2026-05-01T08:00:00Z"), event(.fixFound, "2026-05-01T08:00:30Z"),
      event(.fixLost, "2026-05-01T08:10:00Z"), event(.gap, "2026-05-01T08:10:00Z"),
      event(.fixFound, "2026-05-01T08:11:00Z", 11.01), event(.gap, "2026-05-01T08:20:00Z"),
      event(.fixLost, "2026-05-01T08:30:00Z"),
    ])
    #expect(gaps.map(\.start) == [at("2026-05-01T08:10:00Z"), at("2026-05-01T08:20:00Z")])
    #expect(gaps.first?.end == at("2026-05-01T08:11:00Z"))
    #expect(abs((gaps.first?.distance ?? 0) - 1113.2) < 1)
  }

  @Test func aFixBetweenTwoSilencesEndsOneAndBeginsTheOther() {
    func gap(_ from: String, _ to: String) -> TrackEvent { TrackEvent(.gap, time: at(from), noticed: at(to)) }
    let gaps = Gap.all(in: [
      gap("2026-05-01T08:00:00Z", "2026-05-01T08:05:00Z"), gap("2026-05-01T08:05:00Z", "2026-05-01T08:10:00Z"),
    ])
    #expect(gaps.map(\.start) == [at("2026-05-01T08:00:00Z"), at("2026-05-01T08:05:00Z")])
  }

  @Test func aGapDividesTheTrack() throws {
    let gpx = try twoDays().run("export", "--format", "gpx", "--trip", "1").output
    #expect(gpx.components(separatedBy: "<trkpt ").count == 5)
    #expect(gpx.components(separatedBy: "<trkseg>").count == 3)
    #expect(!gpx.contains("<wpt "))
  }

  @Test func aDayHasItsVisitsAndTrips() throws {
    let gpx = try twoDays().run("export", "--format", "gpx", "--on", "2026-05-01").output
    #expect(gpx.components(separatedBy: "<wpt ").count == 3)
    #expect(gpx.components(separatedBy: "<trk>").count == 3)
  }

  @Test func geoJSONIsAFeatureForEach() throws {
    let text = try twoDays().run("export", "--format", "geojson").output
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let features = try #require(document?["features"] as? [[String: Any]])
    let kinds = features.map { ($0["properties"] as? [String: Any])?["kind"] as? String }
    #expect(kinds == ["visit", "visit", "visit", "trip"])
  }

  @Test func aFileIsReplacedWhole() throws {
    let sample = try twoDays()
    let file = sample.folder.appending(path: "out.gpx")
    try Data("old".utf8).write(to: file)
    let outcome = sample.run("export", "--format", "gpx", "--output", file.path)
    #expect(outcome.code == .done)
    #expect(outcome.output.isEmpty)
    #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("</gpx>\n"))
    let left = try FileManager.default.contentsOfDirectory(atPath: sample.folder.path)
    #expect(!left.contains { $0.hasSuffix(".part") })
  }

  @Test func whatCannotBeWrittenLeavesWhatWasThere() throws {
    let sample = try twoDays()
    let outcome = sample.run("export", "--format", "gpx", "--output", "/nowhere/out.gpx")
    #expect(outcome.code == .io)
    #expect(outcome.errors == "tracklogger: cannot write /nowhere/out.gpx: No such file or directory\n")
    #expect(sample.run("export", "--format", "gpx", "--output", "/dev/full").code == .io)
    #expect(sample.run("export", "--format", "gpx", "--output", sample.folder.path).code == .io)
  }

  @Test func pagesHoldEveryFixOnce() throws {
    var changes = [trip(1, "2026-05-01T08:00:00Z", "2026-05-01T09:00:00Z")]
    for k in 0..<100 {
      let time = at("2026-05-01T08:00:00Z") + .seconds(Double(k / 2))
      changes.append(
        .fix(
          Fix(time: time, coordinate: Coordinate(latitude: 48, longitude: 11), device: DeviceID(index: UInt8(k % 2)))))
    }
    let sample = try Sample(changes)
    let reader = try TrackReader(path: sample.path)
    let row = try #require(try reader.trip(1))
    for size in [1, 2, 3, 7, 99, 100, 101] {
      var seen: [Fix] = []
      try reader.pages(in: TimeRange(since: row.trip.start, until: row.trip.end), size: size) { seen += $0 }
      #expect(seen.count == 100, "\(size)")
      #expect(Set(seen.map { "\($0.time.milliseconds) \($0.device.index)" }).count == 100)
    }
  }
}
