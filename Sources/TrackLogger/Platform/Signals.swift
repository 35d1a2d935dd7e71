import CLinux
import Glibc

/// The signals that steer the service, as a descriptor that poll waits for. From its making on they interrupt nothing, in no
/// thread: make it before the first thread starts.
final class Signals {
  enum Request { case stop, reload }

  let descriptor: Int32

  /// nil where the process has no descriptor left.
  init?() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    // A peer that is gone is an error of the write, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
    descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// What has been asked for since the last call; a stop outdoes a reload.
  func take() -> Request? {
    var request: Request?
    var info = signalfd_siginfo()
    while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
      if info.ssi_signo == UInt32(SIGHUP) { request = request ?? .reload } else { request = .stop }
    }
    return request
  }
}
