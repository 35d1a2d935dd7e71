import TrackCore

/// Reads what changed in a database since a cursor, a batch at a time. Between batches it holds nothing of the database, so
/// however slowly they are taken, the recorder's log of writes can be put away.
///
/// A row that changes while it is read moves to a later number and comes with that. The last batch reaches to the newest
/// change: then all rows are as they were at that moment. Not `Sendable`: use it from one thread.
public final class DumpReader {
  public let head: DumpHead
  /// Those that began after the cursor, as far as has been read.
  public private(set) var eras: [DumpEra] = []
  /// Why nothing can be read after the cursor; nil: it can.
  public let refusal: DumpLine.Refusal?
  /// Up to which number has been read.
  public private(set) var through: Int64

  private let reader: TrackReader
  private let changes: Statement
  private let fixes: Statement
  private let rows: [(kind: Int64, table: DumpTable, select: Statement)]
  private let erasAfter: Statement
  private let devices: Statement
  private let names: Statement
  private var sentDevices: Set<Int64> = []
  private var sentNames: Set<Int64> = []
  /// Names that are remembered to have been sent; one that is sent again does no harm.
  private static let mostNames = 4096

  /// A batch ends with the change that brings it to so many rows.
  private static let rowsWanted = 3072
  /// Fixes of one change that a batch takes. A change of more (two minutes at a rate that no receiver has) comes in parts.
  private static let mostFixes = 8192
  /// The fix with which the next part of the next change begins.
  private var nextPart: Int64?

  /// - Parameter cursor: nil: from the beginning.
  public init(_ reader: TrackReader, after cursor: DumpCursor?) throws(StoreError) {
    self.reader = reader
    let database = reader.database
    database.operation = "dump"
    // KiB. Each page is read once.
    try database.execute("PRAGMA cache_size = -128")
    head = try reader.snapshot { () throws(StoreError) in
      let info = try reader.info()
      let sequence = try database.integer("SELECT value FROM meta WHERE key = 'sequence'") ?? 0
      return DumpHead(uuid: info.uuid, box: info.box, newest: max(info.lastChange, sequence))
    }
    refusal = try Self.refusal(of: cursor, head, database)
    through = cursor?.number ?? 0
    erasAfter = try database.prepare(
      "SELECT number, token FROM era WHERE number > ?1 ORDER BY number DESC LIMIT \(DumpEra.most)")
    changes = try database.prepare(
      "SELECT number, kind, first, last FROM change WHERE number > ?1 ORDER BY number")
    fixes = try database.prepare(
      "SELECT \(DumpTable.fix.columnList) FROM fix WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
    var rows: [(Int64, DumpTable, Statement)] = []
    for (kind, table) in [
      (ChangeKind.trip, DumpTable.trip), (ChangeKind.visit, .visit), (ChangeKind.place, .place),
      (ChangeKind.event, .event), (ChangeKind.label, .label),
    ] {
      let select = "SELECT \(table.columnList) FROM \(table.name) WHERE \(table.key) = ?1"
      rows.append((kind, table, try database.prepare(select)))
    }
    self.rows = rows
    names = try database.prepare(
      """
      SELECT name.id, short, full, city, country, provider, text, name.fetched FROM name
        JOIN service ON service.id = name.service JOIN credit ON credit.id = name.credit WHERE name.id = ?1
      """)
    devices = try database.prepare("SELECT \(DumpTable.device.columnList) FROM device ORDER BY id")
    try takeEras()
  }

  private static func refusal(
    of cursor: DumpCursor?, _ head: DumpHead, _ database: Database
  ) throws(StoreError) -> DumpLine.Refusal? {
    guard let cursor else { return nil }
    if cursor.uuid != head.uuid { return .replaced }
    if cursor.number > head.newest { return .restored }
    guard let witness = cursor.witness else { return nil }
    let era = try database.prepare("SELECT token FROM era WHERE number <= ?1 ORDER BY number DESC LIMIT 1")
    era.bind(1, cursor.number)
    return try era.returned() == witness ? nil : .restored
  }

  private func takeEras() throws(StoreError) {
    erasAfter.bind(1, eras.last?.number ?? through)
    var new: [DumpEra] = []
    while try erasAfter.step() { new.append(DumpEra(number: erasAfter.int(0), token: erasAfter.int(1))) }
    eras += new.reversed()
  }

  /// The next batch; nil: there is nothing newer.
  public func next() throws(StoreError) -> DumpBatch? {
    reader.database.operation = "dump"
    return try reader.snapshot { () throws(StoreError) in
      defer { changes.reset() }
      changes.bind(1, through)
      var batch = Gathering(after: through)
      while batch.rows < Self.rowsWanted, nextPart == nil || batch.rows == 0, try changes.step() {
        let (kind, first) = (changes.int(1), changes.int(2))
        if kind == ChangeKind.fixes {
          try takeFixes(first: first, last: changes.optionalInt(3) ?? first, into: &batch)
        } else {
          try take(kind: kind, id: first, into: &batch)
        }
        if nextPart == nil { through = changes.int(0) }
      }
      guard through > batch.after || nextPart != nil else { return nil }
      // One may have begun since the last batch.
      try takeEras()
      if batch.fixes.rows > 0 { try takeDevices(into: &batch) }
      try takeNames(into: &batch)
      return batch.finished(through: through)
    }
  }

  private func takeFixes(first: Int64, last: Int64, into batch: inout Gathering) throws(StoreError) {
    // Beyond `last` where the change that was in parts is gone: its fixes are those of a later one.
    fixes.bind(1, max(first, nextPart ?? first))
    nextPart = nil
    fixes.bind(2, last)
    defer { fixes.reset() }
    var count = 0
    while try fixes.step() {
      if count == Self.mostFixes {
        nextPart = fixes.int(0)
        return
      }
      batch.fixes.append(fixes)
      count += 1
    }
  }

  private func take(kind: Int64, id: Int64, into batch: inout Gathering) throws(StoreError) {
    for (index, row) in rows.enumerated() {
      if kind == row.kind {
        row.select.bind(1, id)
        // None, where it was pruned.
        while try row.select.step() { batch.changed[index].append(row.select) }
      } else if kind == ChangeKind.deleted(row.kind) {
        batch.deleted[index].append(id: id)
      }
    }
  }

  /// The names of receivers, once in a dump, with the first fixes after each was named.
  private func takeDevices(into batch: inout Gathering) throws(StoreError) {
    while try devices.step() {
      if sentDevices.insert(devices.int(0)).inserted { batch.devices.append(devices) }
    }
  }

  /// The names that labels refer to, once in a dump.
  private func takeNames(into batch: inout Gathering) throws(StoreError) {
    for name in batch.namesOfLabels where !sentNames.contains(name) {
      if sentNames.count >= Self.mostNames { sentNames.removeAll() }
      sentNames.insert(name)
      names.bind(1, name)
      while try names.step() { batch.names.append(names) }
    }
  }
}

/// A batch that rows are added to.
private struct Gathering {
  let after: Int64
  var devices = DumpBatch.Section(.device)
  var fixes = DumpBatch.Section(.fix)
  var changed: [DumpBatch.Section] = Self.tables.map { DumpBatch.Section($0) }
  var deleted: [DumpBatch.Section] = Self.tables.map { DumpBatch.Section($0, isDeletion: true) }

  var names = DumpBatch.Section(.name)

  static let tables: [DumpTable] = [.trip, .visit, .place, .event, .label]

  var namesOfLabels: [Int64] {
    guard case .integers(let names) = changed[4].columns[2] else { return [] }
    return names.values
  }

  init(after: Int64) { self.after = after }

  var rows: Int {
    fixes.rows + changed.reduce(0) { $0 + $1.rows } + deleted.reduce(0) { $0 + $1.rows }
  }

  /// What was deleted comes first: an id that was used again is then there.
  func finished(through: Int64) -> DumpBatch {
    DumpBatch(
      after: after, through: through, sections: (deleted + [devices, fixes, names] + changed).filter { $0.rows > 0 })
  }
}
