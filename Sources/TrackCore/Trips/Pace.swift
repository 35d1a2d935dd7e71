/// How fast it was from one bin to the next, by the receiver's Doppler velocities.
///
/// At the speed of vehicles the speeds themselves count: a mean of vectors would cut each corner. At walking speed their noise would
/// lengthen the way, as it always adds: there the mean vector counts, and where velocities are rough the middle of four of them.
struct Pace {
  /// Bins looked at on either side.
  static let reach = 3
  /// A speed counts up to so many times the median of its neighbours, and a bit: a spike does not drive.
  static let spikeFactor: Float = 2.5
  static let spikeMargin: Float = 2.5
  /// The same for positions alone, which always seem to move a little.
  static let lineFactor: Float = 1.5
  static let lineMargin: Float = 1
  /// Metres per second: faster is a vehicle, slower may stand.
  static let vehicle: Float = 2.5
  static let stroll: Float = 0.5
  /// Metres per second from one bin's velocity to the next that are more than a walker changes it.
  static let rough: Float = 0.4
  /// Seconds between bins up to which four of them tell of one stretch.
  static let dense: Float = 7

  let history: History
  let isDense: Bool

  init(history: History, cadence: Cadence) {
    self.history = history
    isDense = cadence.usual < Self.dense
  }

  /// The median speed about bin `k`.
  func usual(about k: Int) -> Float {
    let low = max(history.first, k - Self.reach)
    let high = min(history.last, k + Self.reach)
    return median(count: high - low + 1) { history[low + $0].speed }
  }

  /// The most that is believed of positions alone about bin `k`: their median speed from bin to bin, and a bit.
  func longestLine(about k: Int) -> Float {
    let low = max(history.first + 1, k - Self.reach)
    let high = min(history.last, k + Self.reach)
    return Self.lineFactor * median(count: high - low + 1) { line(to: low + $0) } + Self.lineMargin
  }

  private func line(to k: Int) -> Float {
    let seconds = Float((history[k].middle - history[k - 1].middle).seconds)
    return history[k].position.distance(to: history[k - 1].position) / max(0.1, seconds)
  }

  /// The most that is believed where `usual` is the median.
  static func limit(_ usual: Float) -> Float { spikeFactor * usual + spikeMargin }

  /// Metres per second from bin `k - 1` to bin `k`; nil where one of them has no velocity.
  func speed(to k: Int, usual: Float) -> Float? {
    guard let a = history[k - 1].velocity, let b = history[k].velocity else { return nil }
    if !isDense, max(history[k - 1].speed, history[k].speed) > Self.vehicle {
      // Speeds sometimes miss how it stood and went between sparse fixes, and the straight line cuts corners.
      return ((history[k - 1].speed + history[k].speed) / 2 + line(to: k)) / 2
    }
    var speed = ((a + b) * 0.5).length
    if usual > Self.vehicle {
      speed = (history[k - 1].speed + history[k].speed) / 2
    } else if isDense, usual > Self.stroll, k - 2 >= history.first, k < history.last, isRough(about: k) {
      let middle = Point(east: middle(about: k) { $0.east }, north: middle(about: k) { $0.north })
      speed = min(speed, middle.length)
    }
    return min(speed, Self.limit(usual))
  }

  private func isRough(about k: Int) -> Bool {
    let low = max(history.first + 1, k - 2 * Self.reach)
    let high = min(history.last, k + Self.reach)
    let change = median(count: high - low + 1) { j in
      guard let a = history[low + j - 1].velocity, let b = history[low + j].velocity else { return 0 }
      return (b - a).length
    }
    return change > Self.rough
  }

  /// The mean of the two middle ones of the four velocities about the step to bin `k`.
  private func middle(about k: Int, _ component: (Point) -> Float) -> Float {
    var sum: Float = 0
    var least = Float.infinity
    var largest = -Float.infinity
    for j in k - 2...k + 1 {
      let value = history[j].velocity.map(component) ?? 0
      sum += value
      least = min(least, value)
      largest = max(largest, value)
    }
    return (sum - least - largest) / 2
  }
}
