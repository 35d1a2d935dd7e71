import Glibc
import Testing

@testable import TrackCore

@Suite struct TrackSimplifierTests {
  private func simplified(_ fixes: [Fix], _ tolerance: Double) -> [Fix] {
    var simplifier = TrackSimplifier(tolerance: tolerance)
    var kept: [Fix] = []
    for fix in fixes { simplifier.add(fix) { kept.append($0) } }
    simplifier.finish { kept.append($0) }
    return kept
  }

  /// Metres by which the line through `kept` misses the worst of `all`.
  private func worst(_ all: [Fix], _ kept: [Fix]) -> Double {
    var worst = 0.0
    var leg = 0
    for fix in all {
      while leg + 2 < kept.count, fix.time > kept[leg + 1].time { leg += 1 }
      let line = GreatCircle(.init(kept[leg].coordinate), .init(kept[min(leg + 1, kept.count - 1)].coordinate))
      worst = max(worst, line.distance(to: .init(fix.coordinate)))
    }
    return worst
  }

  /// A winding way in steps of some metres from a position, over pole and antimeridian alike.
  private func way(_ count: Int, latitude: Double, longitude: Double, seed: UInt64) -> [Fix] {
    var generator = SeededGenerator(seed: seed)
    var heading = 0.7
    var (latitude, longitude) = (latitude, longitude)
    return (0..<count).map { k in
      heading += Double.random(in: -0.4...0.4, using: &generator)
      latitude += cos(heading) * 1e-4
      longitude += sin(heading) * 1e-4 / max(0.01, cos(latitude * .pi / 180))
      if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
      return sceneFix(min(90, latitude), longitude, second: Int64(k))
    }
  }

  @Test(
    arguments: [(0, 0.0, 0.0), (1, 60, 10), (2, 78, 179.99), (3, -45, -179.99), (4, 89.5, 0)]
      as [(UInt64, Double, Double)])
  func noFixLiesFartherFromTheLineThanTheTolerance(seed: UInt64, latitude: Double, longitude: Double) {
    let all = way(3000, latitude: latitude, longitude: longitude, seed: seed)
    for tolerance in [1.0, 10, 100] {
      let kept = simplified(all, tolerance)
      #expect(worst(all, kept) <= tolerance, "seed \(seed)")
      #expect(kept.count < all.count, "seed \(seed)")
      #expect(kept.first == all.first && kept.last == all.last)
    }
  }

  @Test func aToleranceIsOfMetresAlsoFarNorth() {
    // 0.001° of longitude is 19 m at 80° north, 111 m at the equator.
    func bent(_ latitude: Double) -> [Fix] {
      [sceneFix(latitude, 10), sceneFix(latitude + 0.01, 10.001, second: 1), sceneFix(latitude + 0.02, 10, second: 2)]
    }
    #expect(simplified(bent(80), 25).count == 2)
    #expect(simplified(bent(0), 25).count == 3)
  }

  @Test func nothingIsSpecialAboutTheAntimeridian() {
    let line = (0...10).map { k in
      let longitude = 179.9 + Double(k) * 0.02
      return sceneFix(0, longitude > 180 ? longitude - 360 : longitude, second: Int64(k))
    }
    #expect(simplified(line, 0.01).count == 2)
  }

  @Test func aLineOfAnyLengthIsThinned() {
    let line = (0..<20_000).map { sceneFix(Double($0) * 1e-4, 0, second: Int64($0)) }
    let kept = simplified(line, 0.5)
    #expect(kept.count <= 2 + 20_000 / (TrackSimplifier.block - 1))
    #expect(kept.last == line.last)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test(arguments: [0, 1, 2, TrackSimplifier.block - 1, TrackSimplifier.block, TrackSimplifier.block + 1])
  func aToleranceOfZeroKeepsEveryBend(count: Int) {
    let all = way(count, latitude: 48, longitude: 11, seed: 9)
    #expect(simplified(all, 0) == all)
  }

  @Test func theSamePlaceTwiceIsNoTrouble() {
    let circle = [sceneFix(48, 11), sceneFix(48.01, 11, second: 1), sceneFix(48, 11, second: 2)]
    #expect(simplified(circle, 10).count == 3)
    #expect(simplified([sceneFix(48, 11), sceneFix(48, 11, second: 1), sceneFix(48, 11, second: 2)], 10).count == 2)
  }

  @Test(arguments: [
    (0.001, 0.5, 111.195), (0, 1.001, 111.195), (-0.001, 0, 111.195), (0, 0.25, 0),
  ])
  func theDistanceFromAWayIsThatToItsNearestPoint(latitude: Double, longitude: Double, metres: Double) {
    let way = GreatCircle(
      .init(Coordinate(latitude: 0, longitude: 0)), .init(Coordinate(latitude: 0, longitude: 1)))
    let distance = way.distance(to: .init(Coordinate(latitude: latitude, longitude: longitude)))
    #expect(abs(distance - metres) < 0.001)
  }
}
