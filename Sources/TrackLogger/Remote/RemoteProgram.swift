import Glibc

/// A program whose output is read here; its words go where ours go. Ended with its owner.
final class RemoteProgram {
  /// Its standard output.
  let output: Descriptor
  private let process: pid_t
  private var status: Int32?

  /// Starts a program that is found in PATH. `arguments` begin with its name.
  init(_ arguments: [String]) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(.io, "cannot make a pipe: \(reason(errno))") }
    output = Descriptor(owning: ends[0])
    let theirs = Descriptor(owning: ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, theirs.number, 1)
    // This program ignores SIGPIPE; that one may count on it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Nor does it inherit that signals are blocked: it must be possible to end it.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var process: pid_t = 0
    let code = posix_spawnp(&process, arguments.first ?? "", &actions, &attributes, words, environ)
    guard code == 0 else { throw Failure(.io, "cannot start \(arguments.first ?? ""): \(reason(code))") }
    self.process = process
  }

  deinit { stop() }

  /// Ends it, however far it is.
  func stop() {
    if status == nil { kill(process, SIGTERM) }
    _ = wait()
  }

  /// Waits for its end: its exit code, or minus the signal that ended it.
  func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(process, &raw, 0) < 0, errno == EINTR {}
    let signal = raw & 0x7f
    let status = signal == 0 ? raw >> 8 & 0xff : -signal
    self.status = status
    return status
  }

  /// The next bytes of its output; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    while true {
      let n = Glibc.read(output.number, buffer.baseAddress, buffer.count)
      if n >= 0 { return n }
      if errno != EINTR { throw Failure(.io, "cannot read from the pipe: \(reason(errno))") }
    }
  }
}
