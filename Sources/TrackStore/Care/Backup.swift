import CSQLite
import Glibc

/// A consistent copy of a database that may be in use, made through SQLite's own backup interface.
public enum Backup {
  /// Pages between two looks at whether it goes on: a quarter of a megabyte.
  private static let pagesPerStep: Int32 = 256

  /// Copies the database to `path`, an empty file or none; on the disk when this returns. Whoever writes goes on: what they write meanwhile is not
  /// in the copy.
  ///
  /// - Parameter progress: is told the part that is done, 0 to 1.
  public static func copy(
    _ reader: TrackReader, to path: String, progress: (Double) -> Void = { _ in }
  ) throws(StoreError) {
    let source = reader.database
    source.operation = "back up"
    let copy = try Database(path: path, mode: .create)
    copy.operation = "back up"
    // It is thrown away where it is not finished, so there is nothing to roll back.
    try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -128")
    try source.execute("PRAGMA cache_size = -128")
    // Within a snapshot: without it each commit of the recorder would begin the copy anew.
    try reader.snapshot { () throws(StoreError) in
      _ = try source.integer("SELECT count(*) FROM sqlite_schema")
      try run(from: source, to: copy, progress)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0, fsync(file) == 0 else { throw DatabaseFile.systemError("back up", path) }
    close(file)
  }

  private static func run(
    from source: Database, to copy: Database, _ progress: (Double) -> Void
  ) throws(StoreError) {
    guard let backup = copy.beginBackup(of: source) else { throw copy.error(SQLITE_ERROR) }
    var result = SQLITE_OK
    while result == SQLITE_OK {
      result = sqlite3_backup_step(backup, pagesPerStep)
      let total = sqlite3_backup_pagecount(backup)
      if total > 0 { progress(1 - Double(sqlite3_backup_remaining(backup)) / Double(total)) }
    }
    let end = sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE, end == SQLITE_OK else { throw copy.error(result == SQLITE_DONE ? end : result) }
  }

  /// Before a copy takes the name `path`: refuses where someone records into what is there, and takes away the files beside it, which
  /// would be taken for those of the copy.
  public static func clear(_ path: String, for reader: TrackReader) throws(StoreError) {
    guard access(path, F_OK) == 0 else { return }
    if try DatabaseFile.resolved(path) == DatabaseFile.resolved(reader.path) {
      throw StoreError(.other, path: path, operation: "back up", message: "it is the database itself")
    }
    // Where nobody ever recorded there is no lock, and none is made.
    let lock = access(path + ".lock", F_OK) == 0 ? try RecorderLock(path: path) : nil
    try withExtendedLifetime(lock) { () throws(StoreError) in
      for suffix in ["-wal", "-shm", "-journal"] where access(path + suffix, F_OK) == 0 {
        if unlink(path + suffix) != 0 { throw DatabaseFile.systemError("back up", path) }
      }
    }
  }
}
