import Glibc

/// The file that is being written under a name of its own until it is whole: a signal that ends the program takes it away. There is one
/// at a time.
enum UnfinishedFile {
  /// Read by a signal handler. `nonisolated(unsafe)`: set and cleared by the one thread that writes files.
  nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?

  /// From now on until `end()`.
  static func begin(_ path: String) {
    self.path = strdup(path)
    for signal in [SIGHUP, SIGINT, SIGTERM] {
      // Who ignores a signal, as nohup does, or has it blocked, is left alone.
      let old = Glibc.signal(signal, removeAndEnd)
      if unsafeBitCast(old, to: Int.self) != 0 { Glibc.signal(signal, old) }
    }
  }

  static func end() {
    let path = self.path
    self.path = nil
    free(path)
  }

  /// Of all that it calls a signal handler may call it (signal-safety(7)).
  private static let removeAndEnd: @convention(c) (Int32) -> Void = { signal in
    if let path = UnfinishedFile.path { unlink(path) }
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
  }
}
