import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// What other programs read in the files, on ways that are hard to write.
@Suite final class InteroperabilityTests {
  /// Their folders go with them.
  private var samples: [Sample] = []

  /// The scene as a file.
  private func file(_ scene: ExportScene, _ format: String, names: [String] = []) throws -> String {
    let sample = try scene.sample(names: names)
    samples.append(sample)
    let path = sample.folder.appending(path: "export.\(format == "json" ? "jsonl" : format)").path
    let outcome = sample.run("export", "--format", format, "--output", path)
    guard outcome.code == .done else { throw Failure(outcome.code, outcome.errors) }
    return path
  }

  /// Positions, by OGR, as one line for each geometry; points apart.
  private func ogr(_ path: String, layers: [String] = []) throws -> (
    lines: [[[Double]]], points: Int, features: [[String: Any]]
  ) {
    var all: [[String: Any]] = []
    for layer in layers.isEmpty ? [nil] : layers.map(Optional.some) {
      let out = path + ".ogr.json"
      try? FileManager.default.removeItem(atPath: out)
      let arguments = ["-f", "GeoJSON", "-lco", "COORDINATE_PRECISION=7", out, path] + (layer.map { [$0] } ?? [])
      guard Tool.ogr2ogr.run(arguments) != nil, let data = FileManager.default.contents(atPath: out) else {
        throw Failure(.failed, "OGR cannot read \(path)")
      }
      let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      all += document?["features"] as? [[String: Any]] ?? []
    }
    var lines: [[[Double]]] = []
    var points = 0
    for geometry in all.compactMap({ $0["geometry"] as? [String: Any] }) {
      switch (geometry["type"] as? String, geometry["coordinates"]) {
      case ("Point", _): points += 1
      case ("LineString", let line as [[Double]]): lines.append(line)
      case ("MultiLineString", let several as [[[Double]]]): lines += several
      case ("GeometryCollection", _), _: break
      }
    }
    return (lines, points, all)
  }

  private func length(_ lines: [[[Double]]]) -> Double {
    lines.reduce(0) { sum, line in
      sum
        + zip(line, line.dropFirst()).reduce(0) {
          $0
            + Geodesy.distance(
              Coordinate(latitude: $1.0[1], longitude: $1.0[0]), Coordinate(latitude: $1.1[1], longitude: $1.1[0]))
        }
    }
  }

  private func agree(_ got: Double, _ scene: ExportScene) -> Bool {
    abs(got - scene.length) <= scene.length * 0.001 + 0.01
  }

  @Test(.enabled(if: Tool.gpsbabel.isHere, "needs gpsbabel"), arguments: ExportScene.all, ["gpx", "kml"])
  func gpsbabelReadsEveryFix(scene: ExportScene, format: String) throws {
    let path = try file(scene, format)
    let text = try #require(Tool.gpsbabel.output("-t", "-i", format, "-f", path, "-o", "unicsv,utc=0", "-F", "-"))
    let rows = text.split(whereSeparator: \.isNewline).dropFirst()
    #expect(rows.count == scene.fixes.count, "\(text)")
    for (row, fix) in zip(rows, scene.fixes) {
      // 2026/05/01 08:00:00
      let time = When(zone: .utc, now: fix.time).exact(fix.time)
      #expect(row.contains(time), "\(row) has not \(time)")
    }
  }

  @Test(.enabled(if: Tool.ogr2ogr.isHere, "needs ogr2ogr"), arguments: ExportScene.all)
  func ogrReadsEveryFixOfGPX(scene: ExportScene) throws {
    let path = try file(scene, "gpx")
    #expect(try ogr(path, layers: ["track_points"]).points == scene.fixes.count)
    #expect(agree(length(try ogr(path, layers: ["tracks"]).lines), scene))
  }

  @Test(.enabled(if: Tool.ogr2ogr.isHere, "needs ogr2ogr"), arguments: ExportScene.all)
  func ogrReadsEveryFixOfKML(scene: ExportScene) throws {
    let path = try file(scene, "kml")
    let read = try ogr(path)
    let alone = scene.parts.filter { $0.count == 1 }.count
    // Of a part of one fix OGR makes a line of one position, which it leaves out or not.
    let count = read.lines.reduce(0) { $0 + $1.count } + read.points
    #expect(count == scene.fixes.count || count == scene.fixes.count - alone, "\(count) of \(scene.fixes.count)")
    #expect(agree(length(read.lines), scene))
  }

  @Test(.enabled(if: Tool.ogr2ogr.isHere, "needs ogr2ogr"), arguments: ExportScene.all)
  func ogrReadsEveryLineOfGeoJSON(scene: ExportScene) throws {
    let path = try file(scene, "geojson")
    let read = try ogr(path)
    #expect(read.points == scene.parts.filter { $0.count == 1 }.count)
    #expect(agree(length(read.lines), scene))
    for line in read.lines {
      #expect(zip(line, line.dropFirst()).allSatisfy { abs($0[0] - $1[0]) <= 180 || abs($0[1]) > 89 })
    }
  }

  @Test(.enabled(if: Tool.python.has("gpxpy"), "needs gpxpy"), arguments: ExportScene.all)
  func gpxpyReadsEveryFix(scene: ExportScene) throws {
    let path = try file(scene, "gpx", names: ExportScene.hostileNames)
    let script = """
      import gpxpy, json, sys
      gpx = gpxpy.parse(open(sys.argv[1], encoding="utf-8"))
      points = [p for t in gpx.tracks for s in t.segments for p in s.points]
      print(json.dumps({"points": len(points), "segments": sum(len(t.segments) for t in gpx.tracks),
        "times": [p.time.isoformat() for p in points], "names": [w.name for w in gpx.waypoints],
        "elevations": sorted({p.elevation for p in points}), "length": gpx.length_2d()}))
      """
    let text = try #require(Tool.python.output("-c", script, path))
    let read = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(read["points"] as? Int == scene.fixes.count)
    #expect(read["segments"] as? Int == scene.parts.count)
    let times = try #require(read["times"] as? [String])
    #expect(times.map { at($0) } == scene.fixes.map(\.time))
    #expect(read["elevations"] as? [Double] == (scene.fixes.isEmpty ? [] : [-2.5]))
    #expect((read["names"] as? [String])?.count == ExportScene.hostileNames.count)
    #expect((read["names"] as? [String])?.contains(ExportScene.hostileNames[0]) == true)
  }

  @Test(.enabled(if: Tool.python.isHere, "needs python3"), arguments: ExportScene.all)
  func pythonReadsEveryRowOfCSV(scene: ExportScene) throws {
    let path = try file(scene, "csv", names: ExportScene.hostileNames)
    let script = """
      import csv, json, sys
      rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline=""), strict=True))
      assert all(None not in row and None not in row.values() for row in rows)
      fixes = [row for row in rows if row["kind"] == "fix"]
      print(json.dumps({"fixes": len(fixes), "at": [[float(row["latitude_deg"]), float(row["longitude_deg"])] for row in fixes],
        "parts": sorted({int(row["part"]) for row in fixes}),
        "names": [row["name"] for row in rows if row["kind"] == "visit"]}))
      """
    let text = try #require(Tool.python.output("-c", script, path))
    let read = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(read["fixes"] as? Int == scene.fixes.count)
    #expect(read["at"] as? [[Double]] == scene.fixes.map { [$0.at.latitude, $0.at.longitude] })
    #expect(read["parts"] as? [Int] == Array(1..<(scene.parts.count + 1)))
    let names = try #require(read["names"] as? [String])
    let shown = [
      "'); DROP TABLE place;'--<script>alert(1)</script>", "'=cmd|' /C calc'!A0", "a&b]]>\"'", "a;'=1+1,\"x\"",
    ]
    #expect(Set(names).isSuperset(of: shown), "\(names)")
    for name in names { #expect(!name.isEmpty && name.first.map { !"=+-@\t\r".contains($0) } == true) }
  }

  @Test(.enabled(if: Tool.ogr2ogr.isHere, "needs ogr2ogr"), arguments: ["gpx", "kml", "geojson"])
  func namesFromStrangersAreNamesInEveryFormat(format: String) throws {
    let scene = ExportScene.all[2]
    let path = try file(scene, format, names: ExportScene.hostileNames)
    let features = try ogr(path, layers: format == "gpx" ? ["waypoints"] : []).features
    let names = features.compactMap {
      ($0["properties"] as? [String: Any])?[format == "kml" ? "Name" : "name"] as? String
    }
    for name in ExportScene.hostileNames.prefix(4) { #expect(names.contains(name), "\(name) among \(names)") }
  }

  @Test(.enabled(if: Tool.xmllint.isHere, "needs xmllint"), arguments: ExportScene.all, ["gpx", "kml"])
  func everyFileIsWellFormed(scene: ExportScene, format: String) throws {
    let path = try file(scene, format, names: ExportScene.hostileNames)
    #expect(Tool.xmllint.output("--noout", "--nonet", path) != nil)
  }

  @Test(arguments: ExportScene.all) func geoJSONKeepsToTheRFC(scene: ExportScene) throws {
    let path = try file(scene, "geojson", names: ExportScene.hostileNames)
    let data = try #require(FileManager.default.contents(atPath: path))
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(document["type"] as? String == "FeatureCollection")
    #expect(document["crs"] == nil)
    for feature in try #require(document["features"] as? [[String: Any]]) {
      #expect(feature["type"] as? String == "Feature")
      #expect(feature["properties"] is [String: Any])
      let geometry = try #require(feature["geometry"] as? [String: Any])
      var positions: [[Double]] = []
      switch geometry["type"] as? String {
      case "Point": positions = [try #require(geometry["coordinates"] as? [Double])]
      case "MultiLineString":
        let lines = try #require(geometry["coordinates"] as? [[[Double]]])
        #expect(!lines.isEmpty)
        for line in lines { #expect(line.count >= 2) }
        positions = lines.flatMap { $0 }
        let times = (feature["properties"] as? [String: Any])?["coordTimes"] as? [[String]]
        #expect(times?.map(\.count) == lines.map(\.count))
      default: Issue.record("\(geometry)")
      }
      for position in positions {
        #expect(position.count == 2)
        #expect(abs(position[0]) <= 180 && abs(position[1]) <= 90)
      }
    }
  }
}

extension When {
  /// As GPSBabel's CSV writes it.
  fileprivate func exact(_ instant: Instant) -> String {
    let local = zone.local(instant)
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return "\(two(local.hour)):\(two(local.minute)):\(two(local.second))"
  }
}
