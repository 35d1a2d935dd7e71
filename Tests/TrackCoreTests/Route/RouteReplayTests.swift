import Testing

@testable import TrackCore

@Suite struct RouteReplayTests {
  private func point(_ kind: GPXPoint.Kind, _ second: Double, _ latitude: Double, _ longitude: Double = 11)
    -> GPXParser.Item
  {
    .point(
      GPXPoint(
        kind, Coordinate(latitude: latitude, longitude: longitude),
        time: Instant(milliseconds: 1_777_622_400_000) + .seconds(second)))
  }

  private func fixes(_ items: [GPXParser.Item], interpolates: Bool = true) -> [Fix] {
    var route = RouteReplay(interpolates: interpolates)
    var fixes: [Fix] = []
    for item in items {
      route.take(item)
      while let fix = route.next() { fixes.append(fix) }
    }
    route.finish()
    while let fix = route.next() { fixes.append(fix) }
    return fixes
  }

  private func seconds(_ fixes: [Fix]) -> [Double] {
    fixes.map { ($0.time - Instant(milliseconds: 1_777_622_400_000)).seconds }
  }

  @Test func thereIsAFixEachSecondWithTheSpeedAndCourseOfTheLeg() {
    let fixes = fixes([.file, .part, point(.track, 0, 48), point(.track, 10, 48.001)])
    #expect(seconds(fixes) == Array(0...10).map(Double.init))
    #expect(fixes[0].speed == nil)
    for (k, fix) in fixes.enumerated() {
      #expect(abs(fix.coordinate.latitude - (48 + Double(k) * 0.0001)) < 1e-6)
      if k > 0 {
        #expect(abs((fix.speed ?? 0) - 11.12) < 0.01)
        #expect(fix.course == 0)
      }
    }
  }

  @Test func aLegThatTakesNoWholeSecondsEndsWhereItEnds() {
    #expect(seconds(fixes([.part, point(.track, 0.5, 48), point(.track, 2.75, 48.001)])) == [0.5, 1.5, 2.5, 2.75])
    #expect(seconds(fixes([.part, point(.track, 0, 48), point(.track, 0.2, 48.001)])) == [0, 0.2])
  }

  @Test func timeThatStandsOrRunsBackIsLeftAsItIs() {
    #expect(seconds(fixes([.part, point(.track, 5, 48), point(.track, 5, 48.1), point(.track, 3, 48)])) == [5, 5, 3])
  }

  @Test func aSilenceBetweenPartsStaysOne() {
    #expect(
      seconds(fixes([.part, point(.track, 0, 48), .part, point(.track, 100, 48.1), point(.track, 102, 48.1)])) == [
        0, 100, 101, 102,
      ])
    let twoDays = 2 * 86_400.0
    #expect(seconds(fixes([.part, point(.track, 0, 48), point(.track, twoDays, 48)])) == [0, twoDays])
  }

  @Test func aTrackCountsBeforeRoutesAndThoseBeforeWaypoints() {
    let waypoints = [point(.waypoint, 2, 10), point(.waypoint, 0, 10)]
    let routes = [GPXParser.Item.part, point(.route, 4, 20), point(.route, 5, 20)]
    let tracks = [GPXParser.Item.part, point(.track, 7, 30)]
    #expect(seconds(fixes(waypoints)) == [0, 1, 2])
    #expect(seconds(fixes(waypoints + routes)) == [4, 5])
    #expect(seconds(fixes(waypoints + routes + tracks)) == [7])
    #expect(seconds(fixes([.file] + waypoints + [.file] + tracks + [.file] + routes)) == [0, 1, 2, 7, 4, 5])
  }

  @Test func theWayOverTheAntimeridianIsTheShortOne() {
    for fix in fixes([.part, point(.track, 0, 0, 179.9), point(.track, 10, 0, -179.9)]) {
      #expect(abs(fix.coordinate.longitude) > 179.8 && abs(fix.coordinate.longitude) <= 180)
      #expect(fix.course.map { abs($0 - 90) < 0.001 } ?? true)
    }
  }

  @Test func pointsAsTheyStandAreTheFixesThemselves() {
    var odd = GPXPoint(.track, Coordinate(latitude: 1, longitude: 2), time: Instant(milliseconds: 0))
    odd.speed = 3
    odd.elevation = 4
    odd.hdop = 0.5
    #expect(
      fixes([.part, .point(odd), point(.track, 1000, 48)], interpolates: false).first
        == Fix(
          time: Instant(milliseconds: 0), coordinate: odd.coordinate, mode: .threeDimensional, altitude: 4, speed: 3,
          hdop: 0.5))
    #expect(fixes([.part, point(.track, 0, 48), point(.track, 1000, 48)], interpolates: false).count == 2)
  }

  @Test func whatSaysNothingIsCounted() {
    var route = RouteReplay(interpolates: true)
    route.take(.nowhere)
    route.take(.point(GPXPoint(.track, Coordinate(latitude: 0, longitude: 0))))
    #expect(route.leftOut == 2)
    #expect(route.next() == nil)
  }

  @Test func noTwoSecondsAtRestAreTheVerySame() {
    let rest = fixes([.part, point(.track, 0, 48), point(.track, 60, 48)])
    #expect(zip(rest, rest.dropFirst()).allSatisfy { $0.coordinate != $1.coordinate })
    for fix in rest { #expect(Geodesy.distance(fix.coordinate, Coordinate(latitude: 48, longitude: 11)) < 0.2) }
    #expect(rest == fixes([.part, point(.track, 0, 48), point(.track, 60, 48)]))
  }
}
