import TrackCore

/// Rows that a batch brought.
public struct Loaded: Equatable, Sendable {
  public var fixes = 0
  public var trips = 0
  public var visits = 0
  public var places = 0
  public var events = 0
  /// Of visits and ends of trips.
  public var names = 0
  public var deleted = 0

  public init() {}

  public static func += (a: inout Loaded, b: Loaded) {
    a.fixes += b.fixes
    a.trips += b.trips
    a.visits += b.visits
    a.places += b.places
    a.events += b.events
    a.names += b.names
    a.deleted += b.deleted
  }

  public var rows: Int { fixes + trips + visits + places + events + names + deleted }
}

/// Writes the rows of one box.
final class BoxLoader {
  private let database: Database
  private let box: Box
  private let arrived: Statement
  private let arrive: Statement
  private let keepsPlace: Statement
  private var inserts: [UInt8: Statement] = [:]
  private var deletes: [UInt8: Statement] = [:]

  init(_ database: Database, _ box: Box) throws(StoreError) {
    self.database = database
    self.box = box
    arrived = try database.prepare("SELECT number FROM box WHERE id = \(box.id)")
    arrive = try database.prepare(
      "UPDATE box SET number = ?1, witness = coalesce(?2, witness) WHERE id = \(box.id)")
    keepsPlace = try database.prepare("SELECT 1 FROM box_place_name WHERE box = \(box.id) AND place = ?1")
    for table in DumpTable.all {
      let name = box.prefix + table.name
      let marks = (1...table.columns.count).map { "?\($0)" }.joined(separator: ", ")
      // A fix never changes: one that is here is the same.
      let verb = table == .fix ? "INSERT OR IGNORE" : "INSERT OR REPLACE"
      inserts[table.code] = try database.prepare("\(verb) INTO \(name) (\(table.columnList)) VALUES (\(marks))")
      deletes[table.code] = try database.prepare("DELETE FROM \(name) WHERE \(table.key) = ?1")
    }
  }

  /// Within a transaction: two may load dumps of one box at the same time.
  ///
  /// - Parameter witness: the token of the era that the batch ends in; nil: that of the one before.
  func load(_ batch: DumpBatch, witness: Int64?) throws -> Loaded {
    let number = try arrived.returned() ?? 0
    guard batch.after <= number else { throw BoxConflict.gap(arrived: number) }
    var loaded = Loaded()
    // The other one had this from a later reading.
    if batch.through < number || batch.through == number && batch.after < number { return loaded }
    for section in batch.sections {
      if section.isDeletion {
        loaded.deleted += try delete(section)
        continue
      }
      let count = try insert(section)
      switch section.table {
      case .fix: loaded.fixes += count
      case .trip: loaded.trips += count
      case .visit: loaded.visits += count
      case .place: loaded.places += count
      case .event: loaded.events += count
      case .label: loaded.names += count
      default: break
      }
    }
    arrive.bind(1, batch.through)
    arrive.bind(2, witness)
    try arrive.run()
    return loaded
  }

  private func insert(_ section: DumpBatch.Section) throws(StoreError) -> Int {
    guard let insert = inserts[section.table.code] else { return 0 }
    var count = 0
    for row in 0..<section.rows {
      section.bind(row, to: insert)
      try insert.run()
      count += Int(database.rowsChanged)
    }
    return count
  }

  private func delete(_ section: DumpBatch.Section) throws(StoreError) -> Int {
    guard let delete = deletes[section.table.code] else { return 0 }
    var count = 0
    for row in 0..<section.rows {
      // A name that was given here keeps its place, as one that was given there would.
      if section.table == .place, try isNamed(section.id(row)) { continue }
      delete.bind(1, section.id(row))
      try delete.run()
      count += Int(database.rowsChanged)
      try deleteLabels(of: section.table, section.id(row))
    }
    return count
  }

  private func deleteLabels(of table: DumpTable, _ id: Int64) throws(StoreError) {
    guard let delete = deletes[DumpTable.label.code] else { return }
    let subjects: [Subject] =
      switch table {
      case .visit: [.visit(id)]
      case .trip: [.tripStart(id), .tripEnd(id)]
      default: []
      }
    for subject in subjects {
      delete.bind(1, subject.key)
      try delete.run()
    }
  }

  private func isNamed(_ place: Int64) throws(StoreError) -> Bool {
    keepsPlace.bind(1, place)
    return try keepsPlace.returned() != nil
  }
}
