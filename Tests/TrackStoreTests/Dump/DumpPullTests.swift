import Testing
import TrackCore

@testable import TrackStore

@Suite struct DumpPullTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func bothHaveEqualRowsWheneverOnePullsAndIsCutOff(seed: UInt64) throws {
    let scratch = try Scratch()
    let home = try Home()
    var random = SeededGenerator(seed: seed)
    let writer = try scratch.writer()
    writer.devicePaths = ["", "/dev/ttyACM0"]
    for (index, step) in Journey(seed: seed, stays: 8).steps.enumerated() {
      writer.apply(step)
      if index % 17 == 0 { writer.apply(.fix(fix(-Double.random(in: 0...1e6, using: &random), device: 1))) }
      writer.endBatch()
      if Int.random(in: 0..<3, using: &random) == 0 { try writer.commit() }
      if Int.random(in: 0..<5, using: &random) == 0 {
        try home.pull(scratch) { _ in Int.random(in: 0..<3, using: &random) > 0 }
      }
    }
    try writer.commit()
    let (box, _) = try home.pull(scratch)
    let rows = try scratch.dumped()
    #expect(rows.count > 100)
    #expect(try home.rows(box) == rows)
    #expect(try home.pull(scratch).loaded == Loaded())
    #expect(try home.reader(box).check().isEmpty)
  }

  @Test(arguments: 0..<6 as Range<UInt64>) func twoWhoPullAtTheSameTimeDoNotDisturbEachOther(seed: UInt64) throws {
    let scratch = try Scratch()
    let home = try Home()
    var random = SeededGenerator(seed: seed)
    let writer = try scratch.writer()
    // Dumps that were begun at different times, each read and taken in its own pace.
    var dumps: [(DumpReader, [DumpBatch])] = []
    for step in Journey(seed: seed, stays: 8).steps {
      writer.apply(step)
      writer.endBatch()
      try writer.commit()
      let box = try home.store.boxes().first
      switch Int.random(in: 0..<6, using: &random) {
      case 0: dumps.append((try DumpReader(TrackReader(path: scratch.path), after: box?.cursor), []))
      case 1, 2:
        guard let index = dumps.indices.randomElement(using: &random) else { continue }
        if let batch = try dumps[index].0.next() { dumps[index].1.append(batch) }
      case 3, 4:
        guard let index = dumps.indices.randomElement(using: &random), !dumps[index].1.isEmpty else { continue }
        let box = try home.store.box(
          of: dumps[index].0.head, eras: dumps[index].0.eras, name: nil, host: nil)
        _ = try home.store.load(
          try Home.sent(dumps[index].1.removeFirst()), of: dumps[index].0.eras, into: box)
      default: continue
      }
    }
    for (dump, batches) in dumps.shuffled(using: &random) {
      let box = try home.store.box(of: dump.head, eras: dump.eras, name: nil, host: nil)
      for batch in batches { _ = try home.store.load(try Home.sent(batch), of: dump.eras, into: box) }
    }
    let (box, _) = try home.pull(scratch)
    #expect(try home.rows(box) == scratch.dumped())
  }

  @Test func aTripUnderWayArrivesAndIsCompletedLater() throws {
    let scratch = try Scratch()
    let home = try Home()
    let writer = try scratch.writer()
    writer.apply([.fix(fix(0)), .trip(trip(1, 0, 30, isOver: false))])
    try writer.commit()
    let (box, _) = try home.pull(scratch)
    #expect(try home.reader(box).trips().map(\.trip) == [trip(1, 0, 30, isOver: false)])
    writer.apply([.fix(fix(60)), .trip(trip(1, 0, 60))])
    try writer.commit()
    #expect(try home.pull(scratch).loaded.trips == 1)
    #expect(try home.reader(box).trips().map(\.trip) == [trip(1, 0, 60)])
  }

  @Test func whatIsTakenBackIsTakenBackAtHome() throws {
    let scratch = try Scratch()
    let home = try Home()
    let writer = try scratch.writer()
    writer.apply([.trip(trip(1, 0, 30, isOver: false)), .visit(visit(1, 60, 300))])
    try writer.commit()
    let (box, _) = try home.pull(scratch)
    writer.apply([.tripWithdrawn(1), .visitWithdrawn(1)])
    try writer.commit()
    #expect(try home.pull(scratch).loaded.deleted == 3)
    #expect(try home.reader(box).counts() == RowCounts(fixes: 0, trips: 0, visits: 0, places: 0, events: 0))
  }

  @Test func whatComesBackAfterItWasTakenBackIsThere() throws {
    let scratch = try Scratch()
    let home = try Home()
    let writer = try scratch.writer()
    writer.apply([.trip(trip(1, 0, 30)), .visit(visit(1, 60, 300))])
    try writer.commit()
    writer.apply([.tripWithdrawn(1), .visitWithdrawn(1)])
    try writer.commit()
    writer.apply([.trip(trip(1, 0, 40)), .visit(visit(1, 60, 400))])
    try writer.commit()
    let (box, _) = try home.pull(scratch)
    #expect(try home.rows(box) == scratch.dumped())
    #expect(try home.reader(box).trips().count == 1)
  }

  @Test func aNameGivenAtHomeHoldsWhateverTheBoxSays() throws {
    let scratch = try Scratch()
    let home = try Home()
    let writer = try scratch.writer()
    writer.apply([.visit(visit(1, 0, 300))])
    try writer.commit()
    let (box, _) = try home.pull(scratch)
    #expect(try home.store.name(place: 1, of: box, "Mother"))
    #expect(try !home.store.name(place: 2, of: box, "nowhere"))
    // The place's centre changes, then the box names it too.
    writer.apply([.visit(visit(1, 0, 400, 51.50001))])
    try writer.commit()
    try Database(path: scratch.path, mode: .readWrite).execute(
      """
      UPDATE place SET name = 'Garage', change = 900; DELETE FROM change WHERE kind = 4;
      INSERT INTO change VALUES (900, 4, 1, NULL)
      """)
    try home.pull(scratch)
    #expect(try home.reader(box).visits().map(\.place) == [PlaceReference(id: 1, name: "Mother")])
    #expect(try home.reader(box).places().map(\.name) == ["Mother"])
    #expect(try home.store.name(place: 1, of: box, nil))
    #expect(try home.reader(box).places().map(\.name) == ["Garage"])
  }

  @Test func aPlaceThatWasNamedAtHomeStaysThereThoughTheBoxLetsGoOfIt() throws {
    let scratch = try Scratch()
    let home = try Home()
    let writer = try scratch.writer()
    writer.apply([.visit(visit(1, 0, 300)), .visit(visit(2, 1000, 1300, 52))])
    try writer.commit()
    let (box, _) = try home.pull(scratch)
    _ = try home.store.name(place: 2, of: box, "Mother")
    writer.apply([.visitWithdrawn(1), .visitWithdrawn(2)])
    try writer.commit()
    try home.pull(scratch)
    #expect(try home.reader(box).places().map(\.name) == ["Mother"])
  }

  @Test func whatIsPrunedOnTheBoxStaysAtHome() throws {
    let scratch = try Scratch()
    let home = try Home()
    let writer = try scratch.writer()
    writer.apply([.fix(fix(0)), .fix(fix(10)), .trip(trip(1, 0, 10))])
    try writer.commit()
    let (box, _) = try home.pull(scratch)
    let before = try home.rows(box)
    try Database(path: scratch.path, mode: .readWrite).execute(
      """
      INSERT INTO meta VALUES ('sequence', (SELECT max(number) FROM change));
      DELETE FROM fix; DELETE FROM trip; DELETE FROM change
      """)
    #expect(try home.pull(scratch).loaded == Loaded())
    writer.apply([.fix(fix(500))])
    try writer.commit()
    #expect(try home.pull(scratch).loaded.fixes == 1)
    #expect(try home.rows(box).count == before.count + 1)
  }

  @Test func moreFixesThanABatchTakesComeInParts() throws {
    let scratch = try Scratch()
    let home = try Home()
    let writer = try scratch.writer(pendingLimit: 100_000)
    // A number for 20,000 fixes: no receiver is so quick.
    for n in 0..<20_000 { writer.apply(.fix(fix(Double(n) / 200))) }
    writer.apply(.trip(trip(1, 0, 100)))
    try writer.commit()
    #expect(try scratch.integer("SELECT count(*) FROM change WHERE kind = 1") == 1)
    var batches = 0
    let (box, loaded) = try home.pull(scratch) { batch in
      batches += 1
      return batch.rows < 9000
    }
    #expect(batches >= 3)
    #expect(loaded.fixes == 20_000)
    #expect(try home.rows(box) == scratch.dumped())
  }

  @Test func aCutWithinTheParts() throws {
    let scratch = try Scratch()
    let home = try Home()
    let writer = try scratch.writer(pendingLimit: 100_000)
    for n in 0..<20_000 { writer.apply(.fix(fix(Double(n) / 200))) }
    try writer.commit()
    var left = 2
    try home.pull(scratch) { _ in
      left -= 1
      return left >= 0
    }
    let (box, loaded) = try home.pull(scratch)
    #expect(loaded.fixes < 20_000)
    #expect(try home.rows(box) == scratch.dumped())
  }

  @Test func rowsOfABoxAndOwnRowsDoNotMeet() throws {
    let scratch = try Scratch()
    let home = try Home()
    let writer = try scratch.writer()
    try Journey(seed: 4, stays: 3).write(to: writer) { $0 % 3 == 0 }
    let own = try home.scratch.writer(source: "own")
    try Journey(seed: 5, stays: 3).write(to: own) { $0 % 3 == 0 }
    let before = try home.scratch.contents()
    let (box, _) = try home.pull(scratch)
    #expect(try home.scratch.contents() == before)
    #expect(try home.rows(box) == scratch.dumped())
    #expect(try home.reader(box).trips() == TrackReader(path: scratch.path).trips())
    #expect(try TrackReader(path: home.scratch.path).check().isEmpty)
  }
}
