import CLinux
import Glibc

/// How another thread wakes a loop that sleeps in poll.
final class Wakeup: Sendable {
  /// Readable once someone has called `wake`.
  let descriptor: Int32

  /// nil where the process has no descriptor left.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Sleeps in the next poll again.
  func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
