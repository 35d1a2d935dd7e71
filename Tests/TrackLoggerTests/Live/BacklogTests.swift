import Testing
import TrackCore

@testable import TrackLogger

private let here = Coordinate(latitude: 47.1, longitude: 9.5)

/// As appended in one batch.
private func batch(_ changes: TrackChange...) -> [Backlog.Element] { changes.map { .change($0) } + [.batchEnd] }

extension Backlog {
  fileprivate mutating func append(_ changes: [TrackChange], checkpoint: [UInt8] = []) {
    append(changes, checkpoint: checkpoint, devicePaths: [])
  }
}

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
  @Test func keepsTheOrderTheBatchesAndTheNewestCheckpoint() {
    var backlog = Backlog()
    backlog.append([fix(1), event(2)], checkpoint: [1], devicePaths: ["/dev/a"])
    backlog.append([fix(3)], checkpoint: [2], devicePaths: ["/dev/a", "/dev/b"])
    #expect(backlog.elements == batch(fix(1), event(2)) + batch(fix(3)))
    #expect(backlog.checkpoint == [2])
    #expect(backlog.devicePaths == ["/dev/a", "/dev/b"])
  }

  @Test func takingLeavesNothing() {
    var backlog = Backlog()
    backlog.append([fix(1)])
    #expect(backlog.take().elements == batch(fix(1)))
    #expect(backlog.isEmpty)
  }

  @Test func aCheckpointAloneIsWorthWriting() {
    var backlog = Backlog()
    backlog.append([], checkpoint: [7])
    #expect(!backlog.isEmpty)
  }

  @Test func theOldestFixesGoFirstAndAreCounted() {
    var backlog = Backlog(limit: 10)
    backlog.append([event(0)] + (1...10).map { fix($0) })
    #expect(backlog.elements == batch(event(0), fix(8), fix(9), fix(10)))
    #expect(backlog.dropped == 7)
  }

  @Test func outdatedStatesGoBeforeEventsAndAreNoLoss() {
    var backlog = Backlog(limit: 4)
    backlog.append([visit(1, fixes: 1), event(1), visit(1, fixes: 2)])
    #expect(backlog.elements == batch(visit(1, fixes: 1), event(1), visit(1, fixes: 2)), "there is room")
    backlog.append([visit(2, fixes: 1), visit(1, fixes: 3)])
    #expect(backlog.elements == [.batchEnd] + batch(visit(2, fixes: 1), visit(1, fixes: 3)))
    #expect(backlog.dropped == 1, "the event")
  }

  @Test func aWithdrawalOutdatesWhatItWithdraws() {
    var backlog = Backlog(limit: 3)
    backlog.append([visit(1, fixes: 1), .visitWithdrawn(1), visit(2, fixes: 1)])
    #expect(backlog.elements == batch(.visitWithdrawn(1), visit(2, fixes: 1)))
    #expect(backlog.dropped == 0)
  }

  @Test func aDiskThatNeverTakesAnythingCostsBoundedMemory() {
    var backlog = Backlog(limit: 100)
    for second in 0..<10_000 as Range<Int64> {
      backlog.append([fix(second), event(second), visit(1, fixes: Int(second))])
      #expect(backlog.elements.count <= 100)
    }
    #expect(backlog.elements.suffix(2) == batch(visit(1, fixes: 9_999)))
    #expect(backlog.dropped > 19_800)
  }
}
