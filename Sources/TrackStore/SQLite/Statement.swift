import CSQLite

/// A prepared statement: bind, step, reset, and again, with nothing allocated in between. Parameters count from 1,
/// columns from 0.
final class Statement {
  let sql: String
  private let handle: OpaquePointer
  // Keeps the connection open as long as the statement.
  private let database: Database

  /// Takes ownership of `handle`, a statement of `database`.
  init(_ handle: OpaquePointer, sql: String, on database: Database) {
    self.handle = handle
    self.sql = sql
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  // Binding fails only for an index out of range or without memory; the first is a fault of this program, found by its
  // tests.

  func bind(_ index: Int32, _ value: Int64) {
    let result = sqlite3_bind_int64(handle, index, value)
    assert(result == SQLITE_OK)
  }

  func bind(_ index: Int32, _ value: Int64?) {
    let result = value.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index)
    assert(result == SQLITE_OK)
  }

  func bind(_ index: Int32, _ value: String?) {
    let result =
      value.map { tl_bind_text(handle, index, $0, Int32(clamping: $0.utf8.count)) } ?? sqlite3_bind_null(handle, index)
    assert(result == SQLITE_OK)
  }

  /// UTF-8 that is at hand as bytes.
  func bind(_ index: Int32, text: [UInt8]) {
    let result = text.withUnsafeBytes { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return tl_bind_text(handle, index, "", 0) }
      return tl_bind_text(handle, index, start.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
    }
    assert(result == SQLITE_OK)
  }

  func bind(_ index: Int32, _ bytes: [UInt8]) {
    let result = bytes.withUnsafeBytes {
      $0.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0) : tl_bind_blob(handle, index, $0.baseAddress, Int32($0.count))
    }
    assert(result == SQLITE_OK)
  }

  /// True where there is a row to read; after the last one the statement is ready to be bound again.
  func step() throws(StoreError) -> Bool {
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result != SQLITE_DONE {
      let error = database.error(result, sql: sql)
      sqlite3_reset(handle)
      throw error
    }
    sqlite3_reset(handle)
    return false
  }

  /// Steps a statement that returns no row.
  func run() throws(StoreError) { while try step() {} }

  /// Runs to the end; the first column of the first row as an integer.
  func returned() throws(StoreError) -> Int64? {
    guard try step() else { return nil }
    let value = optionalInt(0)
    try run()
    return value
  }

  /// Ready to be bound again, though rows are left.
  func reset() { sqlite3_reset(handle) }

  /// How many columns a row has.
  var columns: Int32 { sqlite3_column_count(handle) }

  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func optionalInt(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
  }

  func optionalText(_ column: Int32) -> String? {
    sqlite3_column_text(handle, column).map { String(cString: $0) }
  }

  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(handle, column)
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
