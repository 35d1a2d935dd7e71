import Glibc
import TrackCore
import TrackStore

/// Held from the asking for a budget to the end of the request, so that no two processes ask at once. The system lets go of it
/// however the process ends; whoever takes it next then knows that no request is under way.
final class DrainLock {
  /// How long one waits for who asks: three times as long as a request may take.
  static let patience = Interval.seconds(30)

  private let file: Descriptor
  private let patience: Interval

  /// `path` is the database's.
  init(database path: String, patience: Interval = patience) throws(Failure) {
    self.patience = patience
    let name = path + ".geocode"
    // For those who may write the database.
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
    let number = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    guard number >= 0 else { throw Failure(.io, "cannot lock \(name): \(reason(errno))") }
    fchmod(number, mode)
    file = Descriptor(owning: number)
  }

  /// Waits for it. Throws `HTTPError.interrupted` where `isInterrupted` says to stop, a `Failure` where another process keeps it.
  func take(isInterrupted: () -> Bool) throws {
    let end = Clocks.now() + patience
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      if isInterrupted() { throw HTTPError.interrupted }
      guard Clocks.now() < end else {
        throw Failure(
          .unavailable,
          "\(holder.map { "process \($0)" } ?? "another process") has been asking a server for more than "
            + "\(Shown.duration(patience)) and does not end")
      }
      usleep(50_000)
    }
    // Only told to people: the lock holds without it.
    ftruncate(file.number, 0)
    let pid = Array("\(getpid())\n".utf8)
    pwrite(file.number, pid, pid.count, 0)
  }

  func release() { flock(file.number, LOCK_UN) }

  private var holder: Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file.number, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
