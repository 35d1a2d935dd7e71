import Glibc

/// The service's words on stderr: one line each, with the journal's priority in front where the journal reads them.
struct ServiceLog: Sendable {
  /// As syslog numbers them.
  enum Priority: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  private let isJournal: Bool

  /// `stream` is the environment's JOURNAL_STREAM: the device and inode of what systemd connected. A shell that systemd
  /// started may have pointed stderr elsewhere since, so both are compared.
  init(stream: String? = getenv("JOURNAL_STREAM").map { String(cString: $0) }) {
    var status = stat()
    isJournal = fstat(STDERR_FILENO, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
  }

  func callAsFunction(_ priority: Priority, _ words: String) {
    var line = isJournal ? "<\(priority.rawValue)>\(words)\n" : "tracklogger: \(words)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
