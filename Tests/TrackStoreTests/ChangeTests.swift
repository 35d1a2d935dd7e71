import Testing
import TrackCore

@testable import TrackStore

/// "All after N" is complete, whenever one asks.
@Suite struct ChangeTests {
  /// What a reader knows who takes what changed, and nothing else.
  private struct Replica {
    var number: Int64 = 0
    var rows: [String: String] = [:]

    mutating func pull(_ scratch: Scratch) throws {
      let reader = try TrackReader(path: scratch.path)
      while true {
        let changes = try reader.changes(after: number, limit: 7)
        guard let last = changes.last else { return }
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.number < $1.number })
        #expect((changes.first?.number ?? 0) > number)
        for change in changes { try take(change.subject, reader.database) }
        number = last.number
      }
    }

    private mutating func take(_ subject: ChangeRow.Subject, _ database: Database) throws {
      switch subject {
      case .fixes(let first, let last): try copy("fix", "id BETWEEN \(first) AND \(last)", database)
      case .trip(let id): try copy("trip", "id = \(id)", database)
      case .visit(let id): try copy("visit", "id = \(id)", database)
      case .place(let id): try copy("place", "id = \(id)", database)
      case .event(let id): try copy("event", "id = \(id)", database)
      case .tripDeleted(let id): rows["trip \(id)"] = nil
      case .visitDeleted(let id): rows["visit \(id)"] = nil
      case .placeDeleted(let id): rows["place \(id)"] = nil
      case .unknown: Issue.record("unknown change")
      }
    }

    private mutating func copy(_ table: String, _ condition: String, _ database: Database) throws {
      let statement = try database.prepare("SELECT * FROM \(table) WHERE \(condition)")
      while try statement.step() {
        let row = (0..<statement.columns).map { statement.optionalText($0) ?? "NULL" }
        rows["\(table) \(row[0])"] = row.joined(separator: "|")
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func aReaderOfChangesAloneKnowsEveryRow(seed: UInt64) throws {
    let scratch = try Scratch()
    var random = SeededGenerator(seed: seed)
    var replica = Replica()
    var writer = try scratch.writer()
    for (index, step) in Journey(seed: seed).steps.enumerated() {
      writer.apply(step)
      if index % 17 == 0 { writer.apply(.fix(fix(-Double.random(in: 0...1e6, using: &random)))) }
      writer.endBatch()
      if Int.random(in: 0..<3, using: &random) == 0 { try writer.commit() }
      if Int.random(in: 0..<5, using: &random) == 0 { try replica.pull(scratch) }
      if index == 60 {
        try writer.commit()
        // Another source in between, as a replay would be.
        let path = scratch.path
        let options = TrackWriter.Options(
          path: path, source: "other", durability: .eventually, overlaps: .skip, box: nil, visitRadius: 50)
        try replace(&writer, scratch) {
          try Journey(seed: 99, stays: 2, firstTrip: 500, firstVisit: 500, start: -1e6)
            .write(to: try TrackWriter(options)) { _ in true }
        }
      }
    }
    try writer.commit()
    try replica.pull(scratch)
    var rows: [String: String] = [:]
    for table in ["fix", "trip", "visit", "place", "event"] {
      for row in try scratch.dump(table) { rows["\(table) \(row.prefix { $0 != "|" })"] = row }
    }
    #expect(rows.count > 50)
    #expect(replica.rows == rows)
    #expect(try TrackReader(path: scratch.path).check().isEmpty)
  }

  /// Lets go of the recorder's lock meanwhile.
  private func replace(_ writer: inout TrackWriter, _ scratch: Scratch, _ body: () throws -> Void) throws {
    let elsewhere = try Scratch()
    writer = try elsewhere.writer()
    try body()
    writer = try scratch.writer()
  }

  @Test func aBatchOfFixesHasOneNumberAndTwoMinutesOfThemOneRow() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    var numbers: [Int64] = []
    for second in 0..<600 {
      writer.apply(.fix(fix(Double(second))))
      if second % 10 == 9 {
        writer.endBatch()
        try writer.commit()
        numbers.append(try TrackReader(path: scratch.path).info().lastChange)
      }
    }
    #expect(numbers == Array(1...60))
    #expect(try scratch.integer("SELECT count(*) FROM change") == 5)
  }

  @Test func aNumberIsNeverGivenTwiceThoughTheLogLosesItsEnd() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    writer.apply([.trip(trip(1, 0, 10)), .trip(trip(2, 20, 30))])
    try writer.commit()
    let database = try Database(path: scratch.path, mode: .readWrite)
    try database.execute("INSERT INTO meta VALUES ('sequence', 2); DELETE FROM change")
    writer.apply(.trip(trip(3, 40, 50)))
    try writer.commit()
    #expect(try scratch.dump("change", columns: "number") == ["3"])
  }
}
