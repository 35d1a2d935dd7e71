import TrackCore

/// Values over a time as a row of bars; a blank is where nothing is known.
struct Sparkline {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  private let start: Instant
  private let length: Double
  private var highest: [Double?]

  init(from start: Instant, to end: Instant, columns: Int) {
    self.start = start
    length = max(1, (end - start).seconds)
    highest = Array(repeating: nil, count: max(1, columns))
  }

  mutating func add(_ value: Double, at time: Instant) {
    let share = (time - start).seconds / length
    guard share >= 0, share <= 1 else { return }
    let column = min(highest.count - 1, Int(share * Double(highest.count)))
    highest[column] = max(highest[column] ?? value, value)
  }

  /// The highest value; nil without any.
  var top: Double? { highest.compactMap { $0 }.max() }

  var text: String {
    let top = max(self.top ?? 0, 1e-9)
    return String(
      highest.map { value -> Character in
        guard let value else { return " " }
        return Self.bars[min(Self.bars.count - 1, max(0, Int(value / top * Double(Self.bars.count))))]
      })
  }
}
