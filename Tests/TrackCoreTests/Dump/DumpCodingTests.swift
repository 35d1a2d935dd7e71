import Testing

@testable import TrackCore

@Suite struct DumpCodingTests {
  @Test func theChecksumIsThatOfZlib() {
    var sum = CRC32()
    sum.add("1234".utf8)
    sum.add("56789".utf8)
    #expect(sum.text == "cbf43926")
    #expect(CRC32().text == "00000000")
  }

  @Test(arguments: [(0, [0]), (-1, [1]), (1, [2]), (64, [0x80, 1]), (-64, [127])] as [(Int64, [UInt8])])
  func smallNumbersOfEitherSignAreShort(number: Int64, bytes: [UInt8]) {
    var written: [UInt8] = []
    Varint.append(Varint.zigzag(number), to: &written)
    #expect(written == bytes)
    #expect(Varint.unzigzag(Varint.zigzag(number)) == number)
  }

  @Test(arguments: [.min, .min + 1, -1, 0, 1, .max - 1, .max] as [Int64], [DumpColumn.Coding.plain, .delta, .linear])
  func noNumberIsTooLargeForAColumn(number: Int64, coding: DumpColumn.Coding) throws {
    var numbers = DumpColumn.Integers()
    for value in [number, .min, number, .max, 0, number, number] { numbers.append(value) }
    var bytes: [UInt8] = []
    DumpColumn.integers(numbers).append(to: &bytes, as: coding)
    let read = try bytes.withUnsafeBytes { bytes in
      var scanner = DumpScanner(bytes)
      return try DumpColumn(&scanner, rows: 7)
    }
    #expect(read == .integers(numbers))
  }

  @Test func whatMovesEvenlyCostsAByteARow() {
    var numbers = DumpColumn.Integers()
    for n in 0..<1000 as Range<Int64> { numbers.append(486_658_438 + 1000 * n + n % 2) }
    var bytes: [UInt8] = []
    DumpColumn.integers(numbers).append(to: &bytes, as: .linear)
    #expect(bytes.count < 1010)
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func aBatchIsReadAsItWasWritten(seed: UInt64) throws {
    var sample = DumpSample(seed: seed)
    let batch = sample.batch()
    let (bytes, ends) = batch.payload()
    #expect(ends == ends.sorted() && ends.last == bytes.count)
    #expect(try read(bytes) == batch)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func aBrokenPayloadIsRefusedOrReadButNeverFatal(seed: UInt64) {
    var sample = DumpSample(seed: seed)
    let bytes = sample.batch(rows: 8).payload().bytes
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        broken[.random(in: 0..<broken.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { broken = Array(broken.prefix(.random(in: 0...broken.count, using: &random))) }
      if let batch = try? read(broken) { #expect(batch.rows <= DumpBatch.mostRows) }
    }
  }

  @Test func aFewBytesCannotStandForMillionsOfRows() {
    // 65,537 rows; then twice 40,000, each column a run of absent ones.
    #expect(throws: DumpError.damaged) { try read([1, 0x81, 0x80, 0x04]) }
    var column: [UInt8] = [1 + 16, 2, 0]
    Varint.append(40_000, to: &column)
    var rows: [UInt8] = []
    Varint.append(40_000, to: &rows)
    let head: [UInt8] = [4 + 64]
    let section = head + rows + column
    #expect(throws: DumpError.self) { try read(section + section) }
  }

  @Test func whatNoDatabaseHoldsIsRefused() {
    var batch = DumpBatch(after: 0, through: 1, sections: [DumpBatch.Section(.place)])
    func set(lat: Int64?, name: String?) {
      for (index, value) in [3, nil, lat, 5, 1].enumerated() where index != 1 {
        var numbers = DumpColumn.Integers()
        numbers.append(value)
        batch.sections[0].columns[index] = .integers(numbers)
      }
      batch.sections[0].columns[1] = .texts([name])
    }
    set(lat: 900_000_000, name: nil)
    #expect(throws: Never.self) { try read(batch.payload().bytes) }
    set(lat: 900_000_001, name: nil)
    #expect(throws: DumpError.nonsense(table: "place", column: "lat")) { try read(batch.payload().bytes) }
    set(lat: nil, name: "x")
    #expect(throws: DumpError.nonsense(table: "place", column: "lat")) { try read(batch.payload().bytes) }
  }

  @Test func everyTableHasItsOwnNumberAndAnIDFirst() {
    #expect(Set(DumpTable.all.map(\.code)).count == DumpTable.all.count)
    for table in DumpTable.all {
      #expect(table.code < DumpTable.deleted)
      #expect(table.columns[0].name == (table == .label ? "subject" : "id"))
    }
  }

  private func read(_ bytes: [UInt8]) throws -> DumpBatch {
    try bytes.withUnsafeBytes { try DumpBatch(after: 0, through: 7, payload: $0) }
  }
}

@Suite struct DumpCursorTests {
  private let uuid = "670ebf8d-a873-4d84-8477-4bdd8ddb39a0"

  @Test func aCursorIsReadAsItWasWritten() {
    for cursor in [
      DumpCursor(uuid: uuid, number: 0), DumpCursor(uuid: uuid, number: .max, witness: 0),
    ] {
      #expect(DumpCursor(cursor.text) == cursor)
    }
  }

  @Test(arguments: [
    "", ":", ":1", "670ebf8d-a873-4d84-8477-4bdd8ddb39a0", "670ebf8d-a873-4d84-8477-4bdd8ddb39a0:",
    "670ebf8d-a873-4d84-8477-4bdd8ddb39a0:-1", "670ebf8d-a873-4d84-8477-4bdd8ddb39a0:+1",
    "670ebf8d-a873-4d84-8477-4bdd8ddb39a0:1:", "670ebf8d-a873-4d84-8477-4bdd8ddb39a0:1:2:3",
    "670EBF8D-a873-4d84-8477-4bdd8ddb39a0:1", "670ebf8d-a873-4d84-8477-4bdd8ddb39a:1",
    "$(reboot)-a873-4d84-8477-4bdd8ddb39a0:1",
    "670ebf8d-a873-4d84-8477-4bdd8ddb39a0:99999999999999999999",
  ])
  func whatIsNoCursorIsRefused(text: String) { #expect(DumpCursor(text) == nil) }
}
