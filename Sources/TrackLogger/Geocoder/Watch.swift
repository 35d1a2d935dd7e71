import CLinux
import Glibc
import TrackCore

/// Tells when something may have changed: rows in the database, or the network. What is not to be had is missed in silence: the
/// loop looks by itself now and then.
final class Watch {
  private let files: Descriptor?
  private let network: Descriptor?
  private let log: String

  struct Changes {
    var database = false
    var network = false
  }

  /// `path` is the database's: its log grows with each commit.
  init(database path: String) {
    let number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    files = number < 0 ? nil : Descriptor(owning: number)
    let socket = tl_network_events()
    network = socket < 0 ? nil : Descriptor(owning: socket)
    log = path + "-wal"
    watch()
  }

  /// A log that was replaced is another file; watching one twice changes nothing.
  private func watch() {
    guard let files else { return }
    inotify_add_watch(files.number, log, UInt32(IN_MODIFY))
  }

  /// Sleeps until something changes, `other` can be read, or the time is over.
  func wait(_ time: Interval, other: Int32) -> Changes {
    watch()
    var waits = [files?.number ?? -1, network?.number ?? -1, other].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&waits, nfds_t(waits.count), Int32(clamping: max(0, time.milliseconds)))
    return Changes(
      database: waits[0].revents != 0 && empty(files), network: waits[1].revents != 0 && empty(network))
  }

  /// Reads what has been told; only that something was matters.
  private func empty(_ descriptor: Descriptor?) -> Bool {
    guard let descriptor else { return false }
    var buffer = [UInt8](repeating: 0, count: 8192)
    while read(descriptor.number, &buffer, buffer.count) > 0 {}
    return true
  }
}
