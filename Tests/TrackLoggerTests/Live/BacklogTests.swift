import Testing
import TrackCore

@testable import TrackLogger

private let here = Coordinate(latitude: 47.1, longitude: 9.5)

private func fix(_ second: Int64) -> TrackChange {
  .fix(Fix(time: Instant(milliseconds: second * 1000), coordinate: here))
}

private func event(_ second: Int64) -> TrackChange {
  .event(TrackEvent(.moving, time: Instant(milliseconds: second * 1000), noticed: Instant(milliseconds: second * 1000)))
}

private func visit(_ id: Int64, fixes: Int) -> TrackChange {
  let time = Instant(milliseconds: 0)
  return .visit(
    Visit(id: id, arrival: time, departure: nil, last: time, centre: here, accuracy: 5, fixes: fixes, inferred: false))
}

@Suite struct BacklogTests {
  @Test func keepsTheOrderAndTheNewestCheckpoint() {
    var backlog = Backlog()
    backlog.append([fix(1)], checkpoint: [1])
    backlog.append([event(2)], checkpoint: nil)
    backlog.append([fix(3)], checkpoint: [2])
    #expect(backlog.changes == [fix(1), event(2), fix(3)])
    #expect(backlog.checkpoint == [2])
  }

  @Test func takingLeavesNothing() {
    var backlog = Backlog()
    backlog.append([fix(1)], checkpoint: [1])
    #expect(backlog.take().changes == [fix(1)])
    #expect(backlog.isEmpty)
  }

  @Test func aCheckpointAloneIsWorthWriting() {
    var backlog = Backlog()
    backlog.append([], checkpoint: [7])
    #expect(!backlog.isEmpty)
  }

  @Test func theOldestFixesGoFirstAndAreCounted() {
    var backlog = Backlog(limit: 10)
    backlog.append([event(0)] + (1...10).map { fix($0) }, checkpoint: nil)
    #expect(backlog.changes == [event(0)] + (7...10).map { fix($0) })
    #expect(backlog.dropped == 6)
  }

  @Test func outdatedStatesGoBeforeEventsAndAreNoLoss() {
    var backlog = Backlog(limit: 4)
    backlog.append(
      [visit(1, fixes: 1), event(1), visit(1, fixes: 2), visit(2, fixes: 1), visit(1, fixes: 3)], checkpoint: nil)
    #expect(backlog.changes == [visit(2, fixes: 1), visit(1, fixes: 3)])
    #expect(backlog.dropped == 1, "the event")
  }

  @Test func aWithdrawalOutdatesWhatItWithdraws() {
    var backlog = Backlog(limit: 2)
    backlog.append([visit(1, fixes: 1), .visitWithdrawn(1), visit(2, fixes: 1)], checkpoint: nil)
    #expect(backlog.changes == [.visitWithdrawn(1), visit(2, fixes: 1)])
    #expect(backlog.dropped == 0)
  }

  @Test func aDiskThatNeverTakesAnythingCostsBoundedMemory() {
    var backlog = Backlog(limit: 100)
    for second in 0..<10_000 as Range<Int64> {
      backlog.append([fix(second), event(second), visit(1, fixes: Int(second))], checkpoint: nil)
      #expect(backlog.changes.count <= 100)
    }
    #expect(backlog.changes.last == visit(1, fixes: 9_999))
    #expect(backlog.dropped > 19_800)
  }
}
