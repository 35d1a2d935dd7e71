import TrackCore

/// Rows in order, some hundreds at once: while they are shown to whoever reads slowly, no statement is open that would keep the recorder's
/// log from being reused, and the first are shown before the last are read.
public struct Pages<Row> {
  /// What orders rows: no two have the same.
  struct Position {
    var time: Int64
    var id: Int64

    static var beginning: Position { Position(time: .min, id: .min) }
  }

  private var last: Position
  private let read: (inout Position) throws(StoreError) -> [Row]?

  /// - Parameter read: reads at most `pageSize` rows after a position and moves it to the last of them; nil where there is none.
  init(after last: Position, read: @escaping (inout Position) throws(StoreError) -> [Row]?) {
    self.last = last
    self.read = read
  }

  /// nil after the last one.
  public mutating func next() throws(StoreError) -> [Row]? { try read(&last) }

  /// All that are left.
  mutating func rest() throws(StoreError) -> [Row] {
    var rows: [Row] = []
    while let page = try next() { rows += page }
    return rows
  }

  public func each(_ body: (Row) throws -> Void) throws {
    var pages = self
    while let page = try pages.next() { for row in page { try body(row) } }
  }

  /// The last `limit` of those that meet a condition; without a limit all, each as soon as it is found.
  public func each(
    limit: Int?, where isMeant: (Row) throws -> Bool, _ body: (Row) throws -> Void
  ) throws {
    guard let limit else { return try each { if try isMeant($0) { try body($0) } } }
    var found: [Row] = []
    try each { if try isMeant($0) { found.append($0) } }
    for row in found.suffix(limit) { try body(row) }
  }
}

/// Rows of a page. A trip with its names takes half a kilobyte.
let pageSize = 500

extension TrackReader {
  /// Rows of a query with the parameters 1 and 2 for a range, 3 and 4 for a position, 5 for a number of rows; each page in one state of the
  /// database.
  ///
  /// - Parameter before: a query for the newest row that a limit leaves out, with the parameters 1 and 2 for the range, 3 for the limit.
  func pages<Row>(
    _ sql: String, _ range: TimeRange, limit: Int?, before: String,
    _ rows: @escaping (Statement) throws(StoreError) -> [Row], position: @escaping (Row) -> Pages<Row>.Position
  ) throws(StoreError) -> Pages<Row> {
    let query = try database.prepare(sql)
    return Pages(after: try self.position(before, range, limit)) { (last) throws(StoreError) in
      query.bind(1, range.lower)
      query.bind(2, range.upper)
      query.bind(3, last.time)
      query.bind(4, last.id)
      query.bind(5, Int64(pageSize))
      let page = try self.snapshot { () throws(StoreError) in try rows(query) }
      guard let newest = page.last else { return nil }
      last = position(newest)
      return page
    }
  }

  /// After which row the newest `limit` of a range begin.
  private func position<Row>(
    _ sql: String, _ range: TimeRange, _ limit: Int?
  ) throws(StoreError) -> Pages<Row>.Position {
    guard let limit else { return .beginning }
    let query = try database.prepare(sql)
    query.bind(1, range.lower)
    query.bind(2, range.upper)
    query.bind(3, Int64(limit))
    guard try query.step() else { return .beginning }
    return Pages<Row>.Position(time: query.int(0), id: query.int(1))
  }
}
