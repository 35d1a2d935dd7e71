/// Finds what a mistyped word was meant to be.
enum Suggestion {
  /// `; did you mean 'trips'?`, or nothing where no candidate is near.
  static func didYouMean(_ word: String, among candidates: [String]) -> String {
    nearest(word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The candidate within a third of the word's length in edits (at least one, swaps count once), or that it abbreviates.
  static func nearest(_ word: String, among candidates: [String]) -> String? {
    guard word.utf8.count <= 64 else { return nil }
    let typed = Array(word.utf8)
    let scored = candidates.map { (name: $0, edits: distance(typed, Array($0.utf8))) }
    if let best = scored.min(by: { $0.edits < $1.edits }), best.edits <= max(1, typed.count / 3) { return best.name }
    let longer = candidates.filter { $0.hasPrefix(word) }
    return word.isEmpty || longer.count != 1 ? nil : longer.first
  }

  /// Insertions, deletions, substitutions and swaps of neighbours between `a` and `b` (optimal string alignment).
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...b.count)
    for i in 0..<a.count {
      var next = [i + 1]
      for j in 0..<b.count {
        var cost = min(row[j + 1] + 1, next[j] + 1, row[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        next.append(cost)
      }
      before = row
      row = next
    }
    return row[b.count]
  }
}
