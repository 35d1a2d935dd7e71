import Testing
import TrackCore

@testable import TrackStore

@Suite struct DaysTests {
  private let midnights = [0.0, 86_400, 172_800].map(at)

  private func days(_ boundaries: [Instant], _ changes: [TrackChange]) throws -> [DaySum] {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    writer.apply(changes)
    try writer.commit()
    return try TrackReader(path: scratch.path).days(boundaries: boundaries)
  }

  @Test func aTripCountsOnItsDay() throws {
    let days = try days(
      midnights, [.trip(trip(1, 100, 200)), .trip(trip(2, 86_400, 86_500)), .visit(visit(1, 200, 86_400))])
    #expect(days.map(\.trips) == [1, 1])
    #expect(days.map(\.visits) == [1, 0])
    #expect(days.map(\.distance) == [1000, 1000])
    #expect(days.map(\.bridgedDistance) == [12.5, 12.5])
    #expect(days.map(\.movingTime) == [.seconds(100), .seconds(100)])
  }

  @Test func theDistanceOfATripOverMidnightIsSharedOutByItsFixes() throws {
    // 300 s before midnight at three times the speed of the 100 s after it.
    var changes: [TrackChange] = []
    var latitude = 51.5
    for second in stride(from: 86_100.0, through: 86_500, by: 1) {
      changes.append(.fix(fix(second, latitude)))
      latitude += second < 86_400 ? 3e-4 : 1e-4
    }
    changes.append(.trip(trip(1, 86_100, 86_500, distance: 10_000)))
    let days = try days(midnights, changes)
    #expect(abs(days[0].distance - 9000) < 1)
    #expect(days[0].distance + days[1].distance == 10_000)
    #expect(days.map(\.trips) == [1, 1])
    #expect(days.map(\.movingTime) == [.seconds(300), .seconds(100)])
    // Nothing was bridged by a long silence: time shares what there is.
    #expect(days.map(\.bridgedDistance) == [9.38, 3.12])
  }

  @Test func whatWasBridgedIsSharedOutBySilences() throws {
    let fixes = [86_000.0, 86_010, 86_350, 86_450, 86_460].enumerated().map { index, second in
      TrackChange.fix(fix(second, 51.5 + Double(index) * 1e-3))
    }
    let days = try days(midnights, fixes + [.trip(trip(1, 86_000, 86_460, distance: 200))])
    // Two silences of equal length; half of the second lies beyond midnight.
    #expect(abs(days[0].bridgedDistance - 9.375) < 0.006)
    #expect(days[0].bridgedDistance + days[1].bridgedDistance == 12.5)
    #expect(days.map(\.distance) == [100, 100])
    #expect(days.map(\.movingTime) == [.seconds(230), .seconds(230)])
  }

  @Test func withoutFixesTimeShares() throws {
    let days = try days(midnights, [.trip(trip(1, 86_300, 86_700))])
    #expect(days.map(\.distance) == [250, 750])
  }

  @Test func whatLiesBeyondTheBoundariesIsNotCounted() throws {
    let days = try days([at(86_400), at(86_450)], [.trip(trip(1, 86_300, 86_500)), .visit(visit(1, 86_500, 90_000))])
    #expect(days.map(\.distance) == [250])
    #expect(days.map(\.trips) == [1])
    #expect(days.map(\.visits) == [0])
  }

  @Test func aTripOfManyDaysAddsUp() throws {
    let boundaries = (0...10).map { at(Double($0) * 86_400) }
    let days = try days(boundaries, [.trip(trip(1, 43_200, 43_200 + 8 * 86_400, distance: 1_234_567.89))])
    #expect(days.map(\.trips) == [1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
    #expect(abs(days.map(\.distance).reduce(0, +) - 1_234_567.89) < 1e-6)
    #expect(days.map(\.movingTime).reduce(.zero, +) == .seconds(8 * 86_400))
  }

  @Test func anOpenVisitIsOnEveryDayUntilNow() throws {
    #expect(try days(midnights, [.visit(visit(1, 100, 500, isOver: false))]).map(\.visits) == [1, 1])
    #expect(try days([at(0)], []).isEmpty)
  }
}
