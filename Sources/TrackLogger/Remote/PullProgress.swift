import Glibc
import TrackCore

/// How a pull gets on, on standard error: on a terminal only, once a second has passed, and gone when it is done.
struct PullProgress {
  private let isShown = isatty(2) == 1
  private let began = Clocks.now()
  private var drawn: Arrival?

  mutating func show(rows: Int, part: Double) {
    guard isShown else { return }
    let now = Clocks.now()
    let elapsed = (now - began).seconds
    guard elapsed >= 1, drawn.map({ now - $0 >= .seconds(0.2) }) ?? true else { return }
    drawn = now
    draw("\r\u{1b}[K" + Self.line(rows: rows, part: part, seconds: elapsed))
  }

  static func line(rows: Int, part: Double, seconds: Double) -> String {
    let rate = Int(Double(rows) / max(seconds, 0.001))
    var line = "\(rows) rows, \(rate) rows/s, \(Int(part * 100)) %"
    if part > 0.01, part < 1 { line += ", \(Int(seconds * (1 - part) / part) + 1) s left" }
    return line
  }

  mutating func clear() {
    if drawn != nil { draw("\r\u{1b}[K") }
    drawn = nil
  }

  private func draw(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.write(2, $0.baseAddress, $0.count) }
  }
}
