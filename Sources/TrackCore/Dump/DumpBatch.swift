/// Everything that changed in a stretch of the sequence of changes, as it was when it was read.
public struct DumpBatch: Equatable, Sendable {
  /// Rows of one table, or the ids of rows that it no longer has.
  public struct Section: Equatable, Sendable {
    public let table: DumpTable
    public let isDeletion: Bool
    public var columns: [DumpColumn]

    /// Without rows yet.
    public init(_ table: DumpTable, isDeletion: Bool = false) {
      self.table = table
      self.isDeletion = isDeletion
      columns = table.columns.prefix(isDeletion ? 1 : table.columns.count).map {
        $0.coding == .text ? .texts([]) : .integers(.init())
      }
    }

    public var rows: Int {
      switch columns.first {
      case .integers(let column): column.values.count
      case .texts(let texts): texts.count
      case nil: 0
      }
    }
  }

  /// The changes with numbers beyond `after`, up to `through`.
  public var after: Int64
  public var through: Int64
  public var sections: [Section] = []

  /// Rows and bytes that a reader must be able to take at once; no batch has more.
  public static let mostRows = 65_536
  public static let longestPayload = 1 << 22
  /// Bytes of the longest text: names have a quarter of it at most.
  public static let longestText = 1 << 13

  public init(after: Int64, through: Int64, sections: [Section] = []) {
    self.after = after
    self.through = through
    self.sections = sections
  }

  public var rows: Int { sections.reduce(0) { $0 + $1.rows } }

  /// The bytes of all sections, and where a column ends: columns are alike in themselves, not among each other, which a
  /// compressor that hears of it uses.
  public func payload() -> (bytes: [UInt8], columnEnds: [Int]) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for section in sections where section.rows > 0 {
      bytes.append(section.table.code + (section.isDeletion ? DumpTable.deleted : 0))
      Varint.append(UInt64(section.rows), to: &bytes)
      for (column, description) in zip(section.columns, section.table.columns) {
        column.append(to: &bytes, as: description.coding)
        ends.append(bytes.count)
      }
    }
    return (bytes, ends)
  }

  /// Reads a payload; every value is one that a database may hold.
  public init(after: Int64, through: Int64, payload: UnsafeRawBufferPointer) throws(DumpError) {
    self.init(after: after, through: through)
    var scanner = DumpScanner(payload)
    var room = Self.mostRows
    while !scanner.isAtEnd {
      let code = try scanner.byte()
      let isDeletion = code & DumpTable.deleted != 0
      guard let table = DumpTable.all.first(where: { $0.code == code & ~DumpTable.deleted }) else { throw .damaged }
      let rows = try scanner.count(upTo: room)
      guard rows > 0 else { throw .damaged }
      room -= rows
      var section = Section(table, isDeletion: isDeletion)
      for index in section.columns.indices {
        let column = try DumpColumn(&scanner, rows: rows)
        guard table.columns[index].admits(column) else {
          throw .nonsense(table: table.name, column: table.columns[index].name)
        }
        section.columns[index] = column
      }
      sections.append(section)
    }
  }
}
