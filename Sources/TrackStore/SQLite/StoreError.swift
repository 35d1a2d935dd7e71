import CSQLite
import Glibc

/// What went wrong between this program and its database. The description is a sentence that says what to do; it never
/// holds a bound value, so no coordinate gets into a log.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Kind: Equatable, Sendable {
    /// There is no such file.
    case missing
    /// The file, its directory or a file beside it cannot be opened with these rights.
    case cannotOpen
    /// The file is something else.
    case notADatabase
    /// An SQLite database, but of another program.
    case foreignDatabase
    /// Written by a newer program: schema `found`, of which this program knows up to `known`.
    case newerSchema(found: Int, known: Int)
    /// Of an older program, or empty, where it must not be written to.
    case olderSchema
    /// The file, or the disk it is on, takes no writes.
    case readOnly
    /// Another program held the database longer than the time allowed for waiting.
    case locked
    /// Another process records into this database.
    case recorderRunning(pid: Int32?)
    /// No space left, or the quota is used up.
    case diskFull
    /// The file is damaged.
    case corrupt
    /// The disk failed to read or write.
    case inputOutput
    /// Whatever else SQLite reports.
    case other
  }

  public var kind: Kind
  /// The database.
  public var path: String
  /// What was being done: "open", "commit", "list trips".
  public var operation: String
  /// SQLite's primary and extended result codes; 0 where the fault was not SQLite's.
  public var code: Int32
  public var extendedCode: Int32
  /// SQLite's or the system's words.
  public var message: String
  /// The statement, its parameters as placeholders.
  public var sql: String?

  init(
    _ kind: Kind, path: String, operation: String, code: Int32 = 0, extendedCode: Int32 = 0, message: String = "",
    sql: String? = nil
  ) {
    self.kind = kind
    self.path = path
    self.operation = operation
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
  }

  /// From an extended result code of SQLite and the system's error number behind it.
  init(
    extendedCode: Int32, systemError: Int32, path: String, operation: String, message: String, sql: String? = nil
  ) {
    let code = extendedCode & 0xff
    let outOfSpace = systemError == ENOSPC || systemError == EDQUOT
    let kind: Kind =
      switch code {
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: outOfSpace ? .diskFull : .cannotOpen
      case SQLITE_READONLY: .readOnly
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_FULL: .diskFull
      case SQLITE_CORRUPT: .corrupt
      case SQLITE_IOERR: outOfSpace ? .diskFull : .inputOutput
      default: .other
      }
    self.init(
      kind, path: path, operation: operation, code: code, extendedCode: extendedCode, message: message, sql: sql)
  }

  public var description: String {
    switch kind {
    case .missing:
      "there is no database at \(path) yet: record one with 'run' or 'replay', or name another with --db"
    case .cannotOpen:
      "cannot open the database \(path) (\(message)): it takes the right to read and write the file, the files beside "
        + "it and their directory; for the service's database join the group tracklogger"
    case .notADatabase:
      "\(path) is not a database: name another file with --db, or move this one away"
    case .foreignDatabase:
      "\(path) is a database of another program: name another file with --db"
    case .newerSchema(let found, let known):
      "\(path) was written by a newer tracklogger (schema \(found), this one knows \(known)): upgrade this program"
    case .olderSchema:
      "the database \(path) is of an older tracklogger: it is brought up to date when this one records into it or lists it"
    case .readOnly:
      "the database \(path) is read-only: make the file, its directory and its disk writable, or name another with --db"
    case .locked:
      "the database \(path) is in use by another program: try again when that is done"
    case .recorderRunning(let pid):
      "another process\(pid.map { " (\($0))" } ?? "") is recording into \(path): stop that one first, or name another "
        + "database with --db"
    case .diskFull:
      "no space is left on the disk of \(path): free some, what was recorded so far is kept"
    case .corrupt:
      "the database \(path) is damaged (\(message)): run 'check', then restore a backup or let a new one be started"
    case .inputOutput:
      "the disk failed while the database \(path) was in use (\(operation): \(message)): check the disk and its cable or card"
    case .other:
      "the database \(path) failed to \(operation): \(message)"
    }
  }
}
