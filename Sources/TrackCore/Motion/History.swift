/// The bins of the last minutes, by number.
typealias History = Ring<Bin>

extension Ring where Element == Bin {
  /// 21 minutes at 1 Hz.
  static var history: History { History(capacity: 256, filler: Bin()) }

  /// Seconds without a fix before bin `k`.
  func silence(before k: Int) -> Float { k > first ? Float((self[k].start - self[k - 1].end).seconds) : 0 }

  /// The first bin of the last `seconds` before bin `k`.
  func index(_ seconds: Float, before k: Int) -> Int {
    let from = self[k].start - .seconds(Double(seconds))
    var j = k
    while j > first, self[j - 1].start >= from { j -= 1 }
    return j
  }

  /// The median position of the bins that `isIncluded`, of the newest `limit` of them from `range`.
  func centre(of range: Range<Int>, limit: Int = 64, where isIncluded: (Bin) -> Bool = { _ in true }) -> Point? {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: limit) { chosen in
      var count = 0
      var k = range.upperBound - 1
      while k >= range.lowerBound, count < limit {
        if isIncluded(self[k]) {
          chosen[count] = k
          count += 1
        }
        k -= 1
      }
      guard count > 0 else { return nil }
      return Point(
        east: median(count: count) { self[chosen[$0]].position.east },
        north: median(count: count) { self[chosen[$0]].position.north })
    }
  }

  func medianError(of range: Range<Int>) -> Float {
    median(count: range.count) { self[range.lowerBound + $0].error }
  }

  /// The mean Doppler velocity of bins `range`; nil where none has one.
  func velocity(of range: ClosedRange<Int>) -> Point? {
    var sum = Point.zero
    var count: Float = 0
    for k in range {
      guard let velocity = self[k].velocity else { continue }
      sum = sum + velocity
      count += 1
    }
    return count > 0 ? sum * (1 / count) : nil
  }
}
