import CSQLite
import Testing
import TrackCore

@testable import TrackStore

/// One write after another fails, until the work has none left that could.
@Suite(.serialized) struct DiskFaultTests {
  private static let journey = Journey(seed: 3, stays: 3)

  private func writer(
    _ scratch: Scratch, _ durability: TrackWriter.Durability = .everyCommit
  ) throws -> TrackWriter {
    let options = TrackWriter.Options(
      path: scratch.path, source: "gpsd", durability: durability, overlaps: .keep, box: "box", visitRadius: 50,
      vfs: FaultyDisk.name)
    return try TrackWriter(options)
  }

  private static let steps = journey.steps.dropLast()

  /// A database of all steps but the last.
  private func image() throws -> Scratch {
    FaultyDisk.reset()
    let scratch = try Scratch()
    let writer = try writer(scratch)
    for step in Self.steps {
      writer.apply(step)
      writer.endBatch()
    }
    try writer.commit(checkpoint: [UInt8](repeating: 98, count: 900), position: 1)
    return scratch
  }

  /// A copy of it with the last step waiting.
  private func prepared(_ image: Scratch, _ scratch: Scratch) throws -> TrackWriter {
    FaultyDisk.reset()
    try image.copy(to: scratch)
    let writer = try writer(scratch)
    writer.apply(Self.journey.steps[Self.steps.count])
    writer.endBatch()
    return writer
  }

  private func finish(_ writer: TrackWriter) throws {
    try writer.commit(checkpoint: [UInt8](repeating: 99, count: 900), position: 2)
  }

  private func expected(_ image: Scratch) throws -> (before: [String], after: [String]) {
    let scratch = try Scratch()
    let writer = try prepared(image, scratch)
    let before = try scratch.contents()
    try finish(writer)
    return (before, try scratch.contents())
  }

  @Test(arguments: [SQLITE_IOERR, SQLITE_FULL])
  func aFailedCommitChangesNothingAndCanBeRepeated(code: Int32) throws {
    let image = try image()
    let (before, after) = try expected(image)
    #expect(before != after)
    var n = 0
    var didFail = true
    while didFail {
      n += 1
      let scratch = try Scratch()
      let writer = try prepared(image, scratch)
      FaultyDisk.reset(at: n, .fails(code))
      didFail = false
      do { try finish(writer) } catch let error as StoreError {
        didFail = true
        #expect([.diskFull, .inputOutput].contains(error.kind))
        #expect(writer.pendingCount > 0)
        #expect(try scratch.contents() == before)
        try finish(writer)
      }
      #expect(writer.pendingCount == 0)
      #expect(try scratch.contents() == after)
    }
    #expect(n > 5)
  }

  @Test func aCopyIntoTheDatabaseThatFailsCostsNothing() throws {
    let image = try image()
    let (_, after) = try expected(image)
    for n in 1..<60 {
      let scratch = try Scratch()
      let writer = try prepared(image, scratch)
      try finish(writer)
      FaultyDisk.reset(at: n)
      let database = try Database(path: scratch.path, mode: .readWrite, vfs: FaultyDisk.name)
      try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      if FaultyDisk.writes < n { return }
      #expect(try scratch.contents() == after)
      #expect(try TrackReader(path: scratch.path).check().isEmpty)
    }
    Issue.record("the copy never ended")
  }

  @Test func aPowerCutAtAnyWriteLeavesTheLastCommitOrThisOne() throws {
    let image = try image()
    let (before, after) = try expected(image)
    var n = 0
    while true {
      n += 1
      let scratch = try Scratch()
      let writer = try prepared(image, scratch)
      FaultyDisk.reset(at: n, lasts: true, .tears)
      try? finish(writer)
      let isThrough = FaultyDisk.writes < n
      // What a board finds when the power is back: the files, and no index in memory.
      let found = try Scratch()
      try scratch.copy(to: found)
      FaultyDisk.reset()
      let contents = try found.contents()
      #expect(contents == after || !isThrough && contents == before)
      #expect(try TrackReader(path: found.path).check().isEmpty)
      if isThrough { break }
    }
    #expect(n > 5)
  }

  @Test(arguments: [(TrackWriter.Durability.everyCommit, 10), (.eventually, 0)])
  func whatIsRecordedLiveIsOnTheDiskAtEachCommit(durability: TrackWriter.Durability, syncs: Int) throws {
    let scratch = try Scratch()
    FaultyDisk.reset()
    let writer = try writer(scratch, durability)
    FaultyDisk.reset()
    for second in 0..<10 {
      writer.apply(.fix(fix(Double(second))))
      try writer.commit()
    }
    // The first one to a new WAL has its head to bring as well.
    #expect((syncs...syncs + 1).contains(FaultyDisk.syncs), "\(FaultyDisk.syncs)")
  }

  @Test func anHourOfDrivingWritesLittle() throws {
    let scratch = try Scratch()
    FaultyDisk.reset()
    let writer = try writer(scratch)
    let hours = 1
    var checkpoint = [UInt8](repeating: 0, count: 3000)
    var random = SeededGenerator(seed: 1)
    for second in 0..<(hours * 3600) {
      writer.apply(.fix(fix(Double(second), 51.5 + Double(second) * 1e-4, -0.12 + Double(second) * 1.3e-4)))
      guard second % 10 == 9 else { continue }
      writer.apply(.trip(trip(Int64(second / 1800), Double(second / 1800 * 1800), Double(second), isOver: false)))
      writer.endBatch()
      for index in checkpoint.indices { checkpoint[index] = UInt8(truncatingIfNeeded: random.next()) }
      try writer.commit(checkpoint: checkpoint, position: 0)
    }
    let perHour = Double(FaultyDisk.bytes) / Double(hours) / 1e6
    #expect(perHour < 4.5, "\(perHour) MB")
    #expect(DatabaseFile.size(scratch.path + "-wal") < 1_200_000)
  }
}
