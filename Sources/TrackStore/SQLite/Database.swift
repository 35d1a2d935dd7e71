import CSQLite
import Glibc

/// The one owner of an SQLite connection. To be used from one thread at a time; not `Sendable`.
final class Database {
  enum Mode {
    case readOnly
    /// The file on a medium that takes no writes, with nothing beside it to be merged in: read without locks.
    case immutable
    /// An existing file.
    case readWrite
    /// An existing file, or a new empty one of mode 0660.
    case create
    /// No file at all; `path` is of no meaning.
    case memory
  }

  let path: String
  /// What is being done, for errors.
  var operation = "open"
  fileprivate let handle: OpaquePointer

  /// Opens the file, without reading it. Waits up to `busyTimeout` ms where another connection holds a lock. `vfs`
  /// names SQLite's layer above the disk, which tests replace; nil: its own.
  init(path: String, mode: Mode, busyTimeout: Int32 = 5000, vfs: String? = nil) throws(StoreError) {
    self.path = path
    if mode == .create { try DatabaseFile.create(path) }
    if mode != .memory { try DatabaseFile.requireFile(path) }
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    // ":memory:" is a file name here like any other.
    var name = path.hasPrefix("/") ? path : "./" + path
    switch mode {
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .readWrite, .create: flags |= SQLITE_OPEN_READWRITE
    case .memory:
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
    case .immutable:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = DatabaseFile.uri(path) + "?immutable=1"
    }
    var connection: OpaquePointer?
    let result = sqlite3_open_v2(name, &connection, flags, vfs)
    guard let connection else {
      throw StoreError(.other, path: path, operation: operation, code: SQLITE_NOMEM, message: "out of memory")
    }
    guard result == SQLITE_OK else {
      let error = StoreError(
        extendedCode: result, systemError: sqlite3_system_errno(connection), path: path, operation: operation,
        message: String(cString: sqlite3_errmsg(connection)))
      sqlite3_close_v2(connection)
      throw error
    }
    // SQLite falls back to reading where a file takes no writes, without a word.
    if mode == .readWrite || mode == .create, sqlite3_db_readonly(connection, "main") == 1 {
      sqlite3_close_v2(connection)
      throw StoreError(.readOnly, path: path, operation: operation)
    }
    if let beginning = Self.foreignBeginning(connection) {
      sqlite3_close_v2(connection)
      // Zeros are what a power cut leaves of a page that was being written, and a WAL is what a database has beside it.
      let isDamaged = beginning.allSatisfy { $0 == 0 } || DatabaseFile.size(path + "-wal") > 0
      throw StoreError(
        isDamaged ? .corrupt : .notADatabase, path: path, operation: operation, message: "its beginning is overwritten")
    }
    handle = connection
    sqlite3_busy_timeout(handle, busyTimeout)
    keepWAL()
  }

  // A statement holds its database, so none outlives this.
  deinit { sqlite3_close_v2(handle) }

  /// What the file begins with where that is not how a database begins. SQLite itself takes a file that is shorter than a
  /// page for an empty one, and would write over it. Read through SQLite's own handle: closing another one on the file
  /// would drop its locks.
  private static func foreignBeginning(_ connection: OpaquePointer) -> [UInt8]? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let methods = file.pointee.pMethods
    else { return nil }
    var size: sqlite3_int64 = 0
    guard methods.pointee.xFileSize(file, &size) == SQLITE_OK, size > 0 else { return nil }
    let expected = Array("SQLite format 3\0".utf8)
    var bytes = [UInt8](repeating: 0, count: min(Int(clamping: size), expected.count))
    // One that the disk does not give up is another matter.
    guard methods.pointee.xRead(file, &bytes, Int32(bytes.count), 0) == SQLITE_OK else { return nil }
    return bytes == expected ? nil : bytes
  }

  /// The files beside the database stay when the last connection closes: who may read but not create files in the
  /// directory could not open the database without them.
  private func keepWAL() {
    var on: Int32 = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &on)
  }

  /// Runs statements that return nothing of interest.
  func execute(_ sql: String) throws(StoreError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    if result != SQLITE_OK { throw error(result, sql: sql) }
  }

  func prepare(_ sql: String) throws(StoreError) -> Statement { try Statement(sql, on: self) }

  /// The first column of the first row as an integer.
  func integer(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.optionalInt(0) : nil
  }

  /// The first column of the first row as text.
  func text(_ sql: String) throws(StoreError) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.optionalText(0) : nil
  }

  /// Where another process is doing the same SQLite does not wait, as it does elsewhere; this does, for five seconds.
  func useWAL() throws(StoreError) {
    for attempt in 0... {
      do throws(StoreError) {
        return try execute("PRAGMA journal_mode = WAL")
      } catch {
        guard error.kind == .locked, attempt < 250 else { throw error }
        usleep(20_000)
      }
    }
  }

  /// How many rows the last INSERT, UPDATE or DELETE touched.
  var rowsChanged: Int32 { sqlite3_changes(handle) }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Takes the write lock now, so that a transaction that has begun cannot fail for another writer.
  func begin() throws(StoreError) { try execute("BEGIN IMMEDIATE") }
  func commit() throws(StoreError) { try execute("COMMIT") }
  /// Back to before `begin`; what SQLite has rolled back by itself is no error.
  func rollback() { if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) } }

  /// nil: `error` says why.
  func beginBackup(of source: Database) -> OpaquePointer? {
    sqlite3_backup_init(handle, "main", source.handle, "main")
  }

  func error(_ result: Int32, sql: String? = nil) -> StoreError {
    StoreError(
      extendedCode: sqlite3_extended_errcode(handle) == SQLITE_OK ? result : sqlite3_extended_errcode(handle),
      systemError: sqlite3_system_errno(handle), path: path, operation: operation,
      message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }

  fileprivate func prepareHandle(_ sql: String) throws(StoreError) -> OpaquePointer {
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard result == SQLITE_OK, let statement else { throw error(result, sql: sql) }
    return statement
  }
}

extension Statement {
  convenience init(_ sql: String, on database: Database) throws(StoreError) {
    self.init(try database.prepareHandle(sql), sql: sql, on: database)
  }
}
