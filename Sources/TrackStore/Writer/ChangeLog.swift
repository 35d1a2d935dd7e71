/// What the numbers of table `change` stand for.
enum ChangeKind {
  static let fixes: Int64 = 1
  static let trip: Int64 = 2
  static let visit: Int64 = 3
  static let place: Int64 = 4
  static let event: Int64 = 5
  /// A visit or an end of a trip got its name.
  static let label: Int64 = 6
  static func deleted(_ kind: Int64) -> Int64 { -kind }
}

/// The one ever-growing sequence of changes, and which row each number stands for. Used within a transaction.
///
/// The first change that goes through it begins an era.
final class ChangeLog {
  private let database: Database
  private let insert: Statement
  private let delete: Statement
  private let newest: Statement
  private let begin: Statement
  private let tokenAt: Statement
  private let token = Int64.random(in: 0...Int64.max)
  /// The number that began the era.
  private var beginning: Int64?
  /// The first number of the transaction.
  private var first: Int64 = 1
  /// The last number given out.
  private var last: Int64 = 0

  init(_ database: Database) throws(StoreError) {
    self.database = database
    insert = try database.prepare("INSERT INTO change (number, kind, first, last) VALUES (?1, ?2, ?3, ?4)")
    delete = try database.prepare("DELETE FROM change WHERE number = ?1")
    begin = try database.prepare("INSERT INTO era (number, token) VALUES (?1, ?2)")
    tokenAt = try database.prepare("SELECT token FROM era WHERE number = ?1")
    // The second half holds where what the log ended with was taken away.
    newest = try database.prepare(
      """
      SELECT max(coalesce((SELECT max(number) FROM change), 0),
        coalesce((SELECT value FROM meta WHERE key = 'sequence'), 0))
      """)
  }

  /// To be called first in each transaction: others write too.
  func refresh() throws(StoreError) {
    last = try newest.step() ? newest.int(0) : 0
    newest.reset()
    first = last + 1
    guard let beginning else { return }
    tokenAt.bind(1, beginning)
    // It may have been rolled back.
    if try tokenAt.returned() != token { self.beginning = nil }
  }

  /// A number that no row has had. Whoever takes one records it before the transaction ends.
  func next() -> Int64 {
    last += 1
    return last
  }

  func record(_ number: Int64, _ kind: Int64, first: Int64, last: Int64? = nil) throws(StoreError) {
    if beginning == nil {
      beginning = self.first
      begin.bind(1, self.first)
      begin.bind(2, token)
      try begin.run()
    }
    insert.bind(1, number)
    insert.bind(2, kind)
    insert.bind(3, first)
    insert.bind(4, last)
    try insert.run()
  }

  /// The row with this number has got another.
  func forget(_ number: Int64) throws(StoreError) {
    delete.bind(1, number)
    try delete.run()
  }
}
