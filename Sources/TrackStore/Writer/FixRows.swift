import TrackCore

/// Writes recorded fixes, and notes in the change log which ids were written under which number.
final class FixRows {
  private let log: FixLog
  private let devices: DeviceRows
  private let database: Database
  private let newestID: Statement
  private let insert: Statement
  private let insertMany: Statement
  /// Newer than all in the table, so certainly new: they wait to be inserted several at a time.
  private var staged: [(id: Int64, fix: Fix)] = []
  private var newest: Int64 = .min
  private(set) var inserted: Int64 = 0

  /// Fixes in one INSERT: one step of a statement for sixteen rows takes a quarter less CPU than sixteen steps; more gain no
  /// more.
  private static let many = 16
  private static let columns: Int32 = 11

  init(_ database: Database, _ log: ChangeLog) throws(StoreError) {
    self.database = database
    self.log = FixLog(log)
    devices = try DeviceRows(database)
    newestID = try database.prepare("SELECT max(id) FROM fix")
    let into = "INTO fix (id, lat, lon, alt, speed, course, eph, epv, hdop, used, mode3d) VALUES "
    let row = "(" + String(repeating: "?, ", count: Int(Self.columns) - 1) + "?)"
    insert = try database.prepare("INSERT OR IGNORE \(into)\(row)")
    insertMany = try database.prepare("INSERT \(into)\(String(repeating: row + ", ", count: Self.many - 1))\(row)")
    staged.reserveCapacity(Self.many)
  }

  /// To be called first in each transaction: others write too.
  func refresh() throws(StoreError) { newest = try newestID.returned() ?? .min }

  func write(_ fix: Fix, paths: [String]) throws(StoreError) {
    let id = Units.fixID(fix.time, device: try devices.id(of: fix.device, paths: paths))
    if id > newest {
      newest = id
      staged.append((id, fix))
      if staged.count == Self.many { try insertStaged() }
    } else {
      try insertStaged()
      bind(id, fix, to: insert, row: 0)
      try insert.run()
      // Known already: nothing has changed.
      if database.rowsChanged == 0 { return }
    }
    inserted += 1
    try log.note(id)
  }

  func endBatch() throws(StoreError) { try log.endBatch() }

  /// Writes what waits, and ends the batch.
  func flush() throws(StoreError) {
    try insertStaged()
    try log.flush()
  }

  private func insertStaged() throws(StoreError) {
    if staged.count == Self.many {
      for row in staged.indices { bind(staged[row].id, staged[row].fix, to: insertMany, row: Int32(row)) }
      try insertMany.run()
    } else {
      for (id, fix) in staged {
        bind(id, fix, to: insert, row: 0)
        try insert.run()
      }
    }
    staged.removeAll(keepingCapacity: true)
  }

  private func bind(_ id: Int64, _ fix: Fix, to statement: Statement, row: Int32) {
    let before = row * Self.columns
    statement.bind(before + 1, id)
    statement.bind(before + 2, Units.e7(fix.coordinate.latitude))
    statement.bind(before + 3, Units.e7(fix.coordinate.longitude))
    statement.bind(before + 4, Units.hundredths(fix.altitude))
    statement.bind(before + 5, Units.hundredths(fix.speed))
    statement.bind(before + 6, fix.course.map(Units.course))
    statement.bind(before + 7, Units.hundredths(fix.eph))
    statement.bind(before + 8, Units.hundredths(fix.epv))
    statement.bind(before + 9, Units.hundredths(fix.hdop))
    statement.bind(before + 10, fix.satellitesUsed.map(Int64.init))
    statement.bind(before + 11, fix.mode == .threeDimensional ? 1 : 0)
  }

  /// What a later attempt starts from where a transaction fails.
  struct State {
    fileprivate var log: FixLog.Batch?
    fileprivate var inserted: Int64
    fileprivate var devices: [Int64?]
  }
  var state: State {
    get { State(log: log.state, inserted: inserted, devices: devices.known) }
    set {
      staged.removeAll(keepingCapacity: true)
      log.state = newValue.log
      inserted = newValue.inserted
      devices.known = newValue.devices
    }
  }
}
