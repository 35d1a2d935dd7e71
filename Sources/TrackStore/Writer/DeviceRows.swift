import TrackCore

/// Receivers by their paths, each with a number of this database from 1 to 15; 0 is unnamed.
final class DeviceRows {
  private let find: Statement
  private let insert: Statement
  /// By `DeviceID.index`: the database's number, once a fix of that device was written.
  var known = [Int64?](repeating: nil, count: 256)

  init(_ database: Database) throws(StoreError) {
    find = try database.prepare("SELECT id FROM device WHERE path = ?1")
    insert = try database.prepare(
      """
      INSERT INTO device (id, path) SELECT n, ?1 FROM (SELECT coalesce(max(id), 0) + 1 AS n FROM device) WHERE n <= 15
      RETURNING id
      """)
  }

  /// Fixes of a sixteenth device and beyond are kept as unnamed.
  func id(of device: DeviceID, paths: [String]) throws(StoreError) -> Int64 {
    let index = Int(device.index)
    if let id = known[index] { return id }
    guard paths.indices.contains(index), !paths[index].isEmpty else { return 0 }
    let id = try row(paths[index])
    known[index] = id
    return id
  }

  private func row(_ path: String) throws(StoreError) -> Int64 {
    for statement in [find, insert] {
      statement.bind(1, path)
      if let id = try statement.returned() { return id }
    }
    return 0
  }
}
