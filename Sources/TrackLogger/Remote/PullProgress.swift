import Glibc
import TrackCore

/// How a pull gets on, on standard error: on a terminal only, once a second has passed, and gone when it is done.
struct PullProgress {
  private let isShown = isatty(2) == 1
  private let began = Clocks.now()
  /// The first change that was to come.
  private var first: Int64?
  private var drawn: Arrival?

  /// - Parameters:
  ///   - through: the newest change that has arrived, over all connections.
  ///   - newest: the newest that there is.
  mutating func show(rows: Int, through: Int64, of newest: Int64) {
    guard isShown else { return }
    let first = self.first ?? through
    self.first = first
    let now = Clocks.now()
    let elapsed = (now - began).seconds
    guard elapsed >= 1, drawn.map({ now - $0 >= .seconds(0.2) }) ?? true else { return }
    drawn = now
    let part = newest > first ? min(1, max(0, Double(through - first) / Double(newest - first))) : 1
    draw("\r\u{1b}[K" + Self.line(rows: rows, part: part, seconds: elapsed, columns: Terminal.columns(of: 2)))
  }

  /// As much as fits beside the cursor.
  static func line(rows: Int, part: Double, seconds: Double, columns: Int) -> String {
    let rate = Int(Double(rows) / max(seconds, 0.001))
    var words = ["\(Int(part * 100)) %"]
    if part > 0.01, part < 1 { words.append("\(Int(seconds * (1 - part) / part) + 1) s left") }
    words += ["\(rows) rows", "\(rate) rows/s"]
    while words.count > 1, words.joined(separator: ", ").count >= columns { words.removeLast() }
    return words.joined(separator: ", ")
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
