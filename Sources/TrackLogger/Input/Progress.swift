import Glibc

/// A progress bar on standard error: on a terminal only, once a second has passed, and gone when the work is done.
struct Progress {
  private let total: Int64?
  private let isShown: Bool
  private let began: Double
  private var drawn = 0.0

  /// `total` in bytes; nil where unknown.
  init(total: Int64?) {
    self.total = total
    isShown = isatty(2) == 1
    began = Self.now()
  }

  /// Seconds since it began.
  var elapsed: Double { Self.now() - began }

  mutating func show(bytes: Int64) {
    guard isShown else { return }
    let now = Self.now()
    guard now - began >= 1, now - drawn >= 0.1 else { return }
    drawn = now
    let megabytes = "\(bytes / 1_000_000) MB"
    guard let total, total > 0 else { return draw("\r\(megabytes)") }
    // Beside brackets, percents, megabytes and the cursor.
    let width = max(5, min(30, Terminal.columns(of: 2) - 22))
    let done = min(width, Int(Double(bytes) / Double(total) * Double(width)))
    let bar = String(repeating: "#", count: done) + String(repeating: ".", count: width - done)
    draw("\r[\(bar)] \(min(100, bytes * 100 / total)) %  \(megabytes)")
  }

  func clear() {
    if drawn > 0 { draw("\r\u{1b}[K") }
  }

  private func draw(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.write(2, $0.baseAddress, $0.count) }
  }

  private static func now() -> Double {
    var t = timespec()
    clock_gettime(CLOCK_MONOTONIC, &t)
    return Double(t.tv_sec) + Double(t.tv_nsec) / 1e9
  }
}
