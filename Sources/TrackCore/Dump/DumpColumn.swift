/// A column of the rows of one table.
public enum DumpColumn: Equatable, Sendable {
  case integers(Integers)
  case texts([String?])

  public struct Integers: Equatable, Sendable {
    /// One for each row; 0 where it is absent.
    public var values: [Int64] = []
    /// Which rows have none; empty where all have.
    public var absent: [Bool] = []

    public init() {}

    public mutating func append(_ value: Int64?) {
      if value == nil, absent.isEmpty { absent = [Bool](repeating: false, count: values.count) }
      if value == nil || !absent.isEmpty { absent.append(value == nil) }
      values.append(value ?? 0)
    }

    public subscript(row: Int) -> Int64? { absent.isEmpty || !absent[row] ? values[row] : nil }
  }

  /// How a column is written. Of numbers the difference to what is expected: what changes evenly costs little.
  public enum Coding: UInt8, Sendable {
    /// 0 is expected.
    case plain = 0
    /// The one before: for what changes slowly.
    case delta = 1
    /// As far from the one before as that was from its own: for what moves evenly.
    case linear = 2
    case text = 3

    /// Added where rows have no value.
    static let withAbsent: UInt8 = 16
  }

  public var hasAbsent: Bool {
    switch self {
    case .integers(let column): !column.absent.isEmpty
    case .texts(let texts): texts.contains(nil)
    }
  }

  func append(to bytes: inout [UInt8], as coding: Coding) {
    bytes.append(coding.rawValue + (hasAbsent ? Coding.withAbsent : 0))
    switch self {
    case .integers(let column):
      if hasAbsent { Self.append(absent: column.absent, to: &bytes) }
      var expected = Expected(coding)
      for (row, value) in column.values.enumerated() where column.absent.isEmpty || !column.absent[row] {
        Varint.append(Varint.zigzag(value &- expected.value), to: &bytes)
        expected.follow(value)
      }
    case .texts(let texts):
      if hasAbsent { Self.append(absent: texts.map { $0 == nil }, to: &bytes) }
      for case let text? in texts { Varint.append(UInt64(text.utf8.count), to: &bytes) }
      for case let text? in texts { bytes.append(contentsOf: text.utf8) }
    }
  }

  /// The lengths of runs, of present rows first, then of absent and present ones in turns.
  private static func append(absent: [Bool], to bytes: inout [UInt8]) {
    var runs: [UInt64] = [0]
    var isAbsent = false
    for row in absent {
      if row != isAbsent {
        runs.append(0)
        isAbsent = row
      }
      runs[runs.count - 1] += 1
    }
    Varint.append(UInt64(runs.count), to: &bytes)
    for run in runs { Varint.append(run, to: &bytes) }
  }

  init(_ scanner: inout DumpScanner, rows: Int) throws(DumpError) {
    let byte = try scanner.byte()
    guard let coding = Coding(rawValue: byte & ~Coding.withAbsent) else { throw .damaged }
    let absent = byte & Coding.withAbsent != 0 ? try Self.absent(&scanner, rows: rows) : []
    if coding == .text {
      self = .texts(try Self.texts(&scanner, rows: rows, absent: absent))
      return
    }
    var column = Integers()
    column.absent = absent
    column.values.reserveCapacity(rows)
    var expected = Expected(coding)
    for row in 0..<rows {
      if !absent.isEmpty, absent[row] {
        column.values.append(0)
        continue
      }
      let value = expected.value &+ Varint.unzigzag(try scanner.varint())
      column.values.append(value)
      expected.follow(value)
    }
    self = .integers(column)
  }

  private static func texts(
    _ scanner: inout DumpScanner, rows: Int, absent: [Bool]
  ) throws(DumpError) -> [String?] {
    var lengths: [Int?] = []
    for row in 0..<rows {
      lengths.append(!absent.isEmpty && absent[row] ? nil : try scanner.count(upTo: DumpBatch.longestText))
    }
    var texts: [String?] = []
    for length in lengths {
      if let length { texts.append(try scanner.text(length)) } else { texts.append(nil) }
    }
    return texts
  }

  private static func absent(_ scanner: inout DumpScanner, rows: Int) throws(DumpError) -> [Bool] {
    var absent: [Bool] = []
    absent.reserveCapacity(rows)
    for run in 0..<(try scanner.count(upTo: rows + 1)) {
      let length = try scanner.count(upTo: rows - absent.count)
      absent.append(contentsOf: repeatElement(run % 2 == 1, count: length))
    }
    guard absent.count == rows else { throw .damaged }
    return absent
  }
}

/// What the next number is likely to be.
private struct Expected {
  private let coding: DumpColumn.Coding
  private var last: Int64 = 0
  private var seen = 0
  private(set) var value: Int64 = 0

  init(_ coding: DumpColumn.Coding) { self.coding = coding }

  mutating func follow(_ number: Int64) {
    switch coding {
    case .plain, .text: break
    case .delta: value = number
    case .linear:
      value = seen == 0 ? number : number &+ (number &- last)
      last = number
      seen = 1
    }
  }
}
