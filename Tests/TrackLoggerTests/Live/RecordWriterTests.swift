import Foundation
import Testing
import TrackCore

@testable import TrackLogger

private func fix(_ second: Int64) -> TrackChange {
  .fix(Fix(time: Instant(milliseconds: second * 1000), coordinate: Coordinate(latitude: 1, longitude: 2)))
}

/// A database that refuses the first writes. Only the writer's thread touches it, until that has ended.
private final class Stubborn: Recorder, @unchecked Sendable {
  struct Refusal: Error, CustomStringConvertible { let description = "the disk is full" }

  let tried = DispatchSemaphore(value: 0)
  /// Let go before each write.
  let gate: DispatchSemaphore?
  private var refusals: Int
  private var taken: Backlog?
  private(set) var written: [[TrackChange]] = []
  private(set) var checkpoint: [UInt8]?
  private(set) var isClosed = false

  init(refusals: Int = 0, gate: DispatchSemaphore? = nil) {
    self.refusals = refusals
    self.gate = gate
  }

  func take(_ backlog: Backlog) { taken = backlog }

  func commit() throws {
    tried.signal()
    gate?.wait()
    refusals -= 1
    if refusals >= 0 { throw Refusal() }
    guard let taken else { return }
    written.append(taken.elements.compactMap { if case .change(let change) = $0 { change } else { nil } })
    checkpoint = taken.checkpoint
  }

  func close() { isClosed = true }
}

@Suite struct RecordWriterTests {
  private let log = ServiceLog(stream: nil)

  @Test func everythingIsWrittenInOrderBeforeItEnds() throws {
    let database = Stubborn()
    let writer = try #require(RecordWriter(database, log: log))
    for second in 0..<100 as Range<Int64> { writer.append([fix(second)], checkpoint: [UInt8(second)]) }
    #expect(writer.finish() == 0)
    #expect(database.written.flatMap { $0 } == (0..<100).map { fix($0) })
    #expect(database.checkpoint == [99])
    #expect(database.isClosed)
  }

  @Test func whatADiskCannotTakeYetBecomesOneBatch() throws {
    let gate = DispatchSemaphore(value: 0)
    let database = Stubborn(gate: gate)
    let writer = try #require(RecordWriter(database, log: log))
    writer.append([fix(0)], checkpoint: [])
    database.tried.wait()
    #expect(writer.writingSince != nil)
    for second in 1..<10 as Range<Int64> { writer.append([fix(second)], checkpoint: []) }
    gate.signal()
    gate.signal()
    #expect(writer.finish() == 0)
    #expect(database.written == [[fix(0)], (1..<10).map { fix($0) }])
    #expect(writer.writingSince == nil)
  }

  @Test func aRefusedBatchIsTriedAgainWhole() throws {
    let database = Stubborn(refusals: 1)
    let writer = try #require(RecordWriter(database, log: log))
    writer.append([fix(0), fix(1)], checkpoint: [1])
    database.tried.wait()
    #expect(writer.finish() == 0)
    #expect(database.written == [[fix(0), fix(1)]])
    #expect(writer.trouble == nil)
  }

  @Test func whatNoLastAttemptBringsToDiskIsCountedAndNothingFollowsIt() throws {
    let gate = DispatchSemaphore(value: 0)
    let database = Stubborn(refusals: 2, gate: gate)
    let writer = try #require(RecordWriter(database, log: log))
    writer.append([fix(0), fix(1)], checkpoint: [1])
    database.tried.wait()
    writer.append([fix(2)], checkpoint: [2])
    gate.signal()
    gate.signal()
    gate.signal()
    #expect(writer.finish() == 3)
    #expect(database.written.isEmpty)
    #expect(database.checkpoint == nil)
    #expect(writer.trouble == "the disk is full")
    #expect(database.isClosed)
  }
}
