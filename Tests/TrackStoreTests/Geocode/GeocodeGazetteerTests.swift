import Foundation
import Testing
import TrackCore

@testable import TrackStore

@Suite struct GeocodeGazetteerTests {
  private func fill(_ scratch: Scratch, _ lines: [String]) throws -> GazetteerImport {
    let work = try GazetteerImport(path: scratch.path)
    for line in lines { try Array(line.utf8).withUnsafeBytes { try work.add($0) } }
    try work.finish()
    return work
  }

  private func line(_ id: Int, _ name: String, _ at: Coordinate, _ country: String = "XX", _ zone: String = "Etc/UTC")
    -> String
  {
    "\(id)\t\(name)\t\(name)\t\t\(at.latitude)\t\(at.longitude)\tP\tPPL\t\(country)\t\t\t\t\t\t0\t\t0\t\(zone)\t2026-01-01"
  }

  private func brute(_ towns: [Coordinate], _ at: Coordinate) -> Double {
    towns.map { Gazetteer.angle(at, $0) }.min() ?? .infinity
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func theNearestIsTheNearestAnywhereOnEarth(seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let towns = (0..<400).map { _ in
      Coordinate(
        latitude: (Double.random(in: -90...90, using: &random) * 1e7).rounded() / 1e7,
        longitude: (Double.random(in: -180...180, using: &random) * 1e7).rounded() / 1e7)
    }
    let scratch = try Scratch()
    _ = try fill(scratch, towns.enumerated().map { line($0.offset + 1, "T\($0.offset)", $0.element) })
    let gazetteer = try #require(try Gazetteer(Database(path: scratch.path, mode: .readOnly)))
    var points = (0..<300).map { _ in
      Coordinate(latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
    }
    for _ in 0..<100 {
      points.append(
        Coordinate(latitude: .random(in: 85...90, using: &random), longitude: .random(in: -180...180, using: &random)))
      points.append(
        Coordinate(
          latitude: .random(in: -70...70, using: &random), longitude: Bool.random(using: &random) ? 179.99 : -179.99))
    }
    points +=
      [-90, 90].map { Coordinate(latitude: $0, longitude: 0) }
      + [-180, 180].map { Coordinate(latitude: 0, longitude: $0) }
    for point in points {
      let found = try #require(try gazetteer.nearest(to: point))
      #expect(abs(Gazetteer.angle(point, found.coordinate) - brute(towns, point)) < 1e-9, "\(point)")
    }
  }

  @Test func aTownFarAwayLendsItsNameButNotItsZone() throws {
    let scratch = try Scratch()
    _ = try fill(scratch, [line(1, "Vaduz", Coordinate(latitude: 47.14, longitude: 9.52), "LI", "Europe/Vaduz")])
    let reader = try TrackReader(path: scratch.path)
    let names = try reader.placeNames()
    let here = try #require(try names.town(Coordinate(latitude: 47.15, longitude: 9.52)))
    #expect(
      here.short == "Vaduz" && here.city == "Vaduz" && here.timeZone == "Europe/Vaduz" && here.countryCode == "LI")
    let near = try #require(try names.town(Coordinate(latitude: 47.25, longitude: 9.52)))
    #expect(near.short == "near Vaduz" && near.timeZone == "Europe/Vaduz")
    let far = try #require(try names.town(Coordinate(latitude: 48.14, longitude: 9.52)))
    #expect(far.short == "111 km from Vaduz" && far.timeZone == nil && far.city == nil)
    #expect(here.attribution == "Data © GeoNames, CC BY 4.0")
  }

  @Test func aServersNameGoesFirstAndTheZoneStays() throws {
    let scratch = try Scratch()
    _ = try fill(scratch, [line(1, "London", Coordinate(latitude: 51.5, longitude: -0.12), "GB", "Europe/London")])
    try scratch.record([.visit(visit(1, 0, 600))])
    #expect(try TrackReader(path: scratch.path).visit(1)?.name?.short == "London")
    var clock = TestClock()
    _ = try scratch.queue().drain(&clock)
    let name = try #require(try TrackReader(path: scratch.path).visit(1)?.name)
    #expect(name.short == placeName().short && name.timeZone == "Europe/London" && name.provider == "nominatim")
  }

  @Test func anotherImportReplacesTheFirstAndUntilThenItIsUsed() throws {
    let scratch = try Scratch()
    // More than go into one transaction.
    _ = try fill(
      scratch,
      (1...2500).map { line($0, "A\($0)", Coordinate(latitude: Double($0) / 100, longitude: 1)) })
    #expect(try scratch.integer("SELECT count(*) FROM town") == 2500)
    let reader = try Gazetteer(Database(path: scratch.path, mode: .readOnly))
    func nearest() throws -> String? { try reader?.nearest(to: Coordinate(latitude: 4, longitude: 1.01))?.name }
    #expect(try nearest() == "A400")
    // Given up, and of another file.
    let half = try GazetteerImport(path: scratch.path)
    for k in 1...1500 {
      try Array(line(k, "E", Coordinate(latitude: 4, longitude: 1.01)).utf8).withUnsafeBytes { try half.add($0) }
    }
    #expect(try nearest() == "A400")
    #expect(try fill(scratch, ["rubbish"]).towns == 0)
    #expect(try nearest() == "A400")
    #expect(try scratch.integer("SELECT count(*) FROM town") == 2500)
    let work = try fill(
      scratch,
      [
        line(3, "C", Coordinate(latitude: 3, longitude: 3)), "no\ttown", "",
        line(0, "D", Coordinate(latitude: 91, longitude: 0)),
      ])
    #expect(work.towns == 1 && work.skipped == 3)
    #expect(try scratch.integer("SELECT count(*) FROM town") == 1)
    // Who reads has not to open it again.
    #expect(try nearest() == "C")
  }

  @Test func aListNamesTheTownThatIsNearestToEachPosition() throws {
    let scratch = try Scratch()
    _ = try fill(
      scratch,
      [
        line(1, "West", Coordinate(latitude: 47, longitude: 9)),
        line(2, "East", Coordinate(latitude: 47, longitude: 9.001)),
      ])
    let names = try TrackReader(path: scratch.path).placeNames()
    for k in [0, 3, 4, 6, 7, 10] {
      let town = try names.town(Coordinate(latitude: 47, longitude: 9 + Double(k) * 0.0001))?.short
      #expect(town == (k < 5 ? "West" : "East"))
    }
  }

  // Needs the towns beside the checkout.
  @Test(.enabled(if: Shared.path("gazetteer/cities15000.txt.xz") != nil))
  func twoThousandPointsAmongRealTowns() throws {
    let file = try #require(Shared.path("gazetteer/cities15000.txt.xz"))
    let unpack = Process()
    unpack.executableURL = URL(filePath: "/usr/bin/env")
    unpack.arguments = ["xz", "-dc", file]
    let pipe = Pipe()
    unpack.standardOutput = pipe
    try unpack.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    unpack.waitUntilExit()
    let scratch = try Scratch()
    let work = try GazetteerImport(path: scratch.path)
    var towns: [Coordinate] = []
    for row in text.split(separator: 10) {
      try Array(row).withUnsafeBytes {
        if let town = GazetteerImport.parse($0) { towns.append(town.coordinate) }
        try work.add($0)
      }
    }
    try work.finish()
    #expect(work.towns == 34_006 && work.skipped == 0)
    let gazetteer = try #require(try Gazetteer(Database(path: scratch.path, mode: .readOnly)))
    let seed: UInt64 = 20_260_901
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    // Coordinates as vectors: brute force is 68 million distances.
    let vectors = towns.map(Self.vector).flatMap { [$0.0, $0.1, $0.2] }
    for k in 0..<2000 {
      let near = towns[Int.random(in: towns.indices, using: &random)]
      let point =
        k % 4 == 0
        ? Coordinate(
          latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
        : k % 4 == 1
          ? Coordinate(
            latitude: .random(in: -75...75, using: &random), longitude: .random(in: 179...180, using: &random))
          : Coordinate(
            latitude: min(90, max(-90, near.latitude + .random(in: -1...1, using: &random))),
            longitude: (near.longitude + .random(in: -1...1, using: &random)).remainder(dividingBy: 360))
      let v = Self.vector(point)
      let best = vectors.withUnsafeBufferPointer { all in
        var best = -2.0
        var k = 0
        while k < all.count {
          best = max(best, v.0 * all[k] + v.1 * all[k + 1] + v.2 * all[k + 2])
          k += 3
        }
        return best
      }
      let found = try #require(try gazetteer.nearest(to: point))
      let w = Self.vector(found.coordinate)
      #expect(v.0 * w.0 + v.1 * w.1 + v.2 * w.2 >= best - 1e-13, "\(point)")
    }
  }

  private static func vector(_ at: Coordinate) -> (Double, Double, Double) {
    let (lat, lon) = (at.latitude * .pi / 180, at.longitude * .pi / 180)
    return (cos(lat) * cos(lon), cos(lat) * sin(lon), sin(lat))
  }
}
