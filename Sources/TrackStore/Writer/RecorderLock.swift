import Glibc

/// Held by the one process that records into a database; the system lets go of it however that process ends. It lies
/// beside the database, since closing any handle on that file would drop SQLite's own locks.
final class RecorderLock {
  private let file: Int32

  /// `path` is the database's. Throws `recorderRunning` where another holds it.
  init(path: String) throws(StoreError) {
    let name = try DatabaseFile.resolved(path) + ".lock"
    let mode = DatabaseFile.mode(of: path)
    let file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    guard file >= 0 else { throw DatabaseFile.systemError("lock", path) }
    fchmod(file, mode)
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let error =
        errno == EWOULDBLOCK
        ? StoreError(.recorderRunning(pid: Self.holder(file)), path: path, operation: "lock")
        : DatabaseFile.systemError("lock", path)
      close(file)
      throw error
    }
    // Only told to people: the lock holds without it.
    ftruncate(file, 0)
    let pid = Array("\(getpid())\n".utf8)
    pwrite(file, pid, pid.count, 0)
    self.file = file
  }

  deinit {
    ftruncate(file, 0)
    // Closing alone lets go only once a child that is just being started has closed its copy, too.
    flock(file, LOCK_UN)
    close(file)
  }

  private static func holder(_ file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
