import Glibc
import TrackCore
import TrackStore

/// Held from the asking for a budget to the end of the request, so that no two processes ask at once. The system lets go of it
/// however the process ends; whoever takes it next then knows that no request is under way.
final class DrainLock {
  private let file: Descriptor

  /// `path` is the database's.
  init(database path: String) throws(Failure) {
    let name = path + ".geocode"
    let number = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o660)
    guard number >= 0 else { throw Failure(.io, "cannot lock \(name): \(reason(errno))") }
    fchmod(number, 0o660)
    file = Descriptor(owning: number)
  }

  /// Waits for it; false where `isInterrupted` says to stop.
  func take(isInterrupted: () -> Bool) -> Bool {
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      if isInterrupted() { return false }
      usleep(50_000)
    }
    return true
  }

  func release() { flock(file.number, LOCK_UN) }
}
