/// Bins beyond the gate of a stay: an outlier, a drift, or the way out?
struct Excursion {
  /// Seconds outside before a departure is thought of …
  static let patience: Float = 30
  /// … and metres beyond which three bins are enough.
  static let farAway: Float = 400
  /// Seconds outside without motion shown, and metres (or `errors` times the error): it is elsewhere all the same.
  static let elsewhereTime: Float = 180
  static let elsewhere: Float = 100
  static let errors: Float = 4
  /// Seconds of silence before bins so many metres away that say the same at once: it was carried, or came unseen.
  static let carriedSilence: Float = 180
  static let carriedWay: Float = 1_000
  /// Seconds after which bins outside, but near, move the stay: its centre was wrong.
  static let absorbTime: Float = 600
  static let absorbDistance: Float = 250
  /// Bins inside, running, that call it off.
  static let returned = 2

  enum Verdict { case undecided, drift, left, leftUnseen }

  /// Number of the first bin outside.
  var first: Int
  /// Bins running that are inside again.
  var inside = 0
  /// Motion has been shown on the way out.
  var hasMoved = false

  /// What bin `k`, which lies outside, makes of it.
  mutating func verdict(at k: Int, of stay: Stay, in history: History, cadence: Cadence) -> Verdict {
    let bin = history[k]
    let from = max(first, history.first)
    let time = Float((bin.end - history[from].start).seconds)
    let distance = bin.position.distance(to: stay.centre)
    if !hasMoved {
      hasMoved = SustainedMotion.isShown(at: k, in: history, cadence: cadence) && leadsAway(k, from: stay, in: history)
    }
    guard time >= Self.patience || distance > Self.farAway && k - from >= 2 else { return .undecided }
    if hasMoved { return .left }
    if distance > Self.carriedWay, history.silence(before: from) >= Self.carriedSilence { return .leftUnseen }
    guard time >= 60 else { return .undecided }
    let error = history.medianError(of: from..<k + 1)
    if time >= Self.elsewhereTime, distance > max(Self.elsewhere, Self.errors * error) { return .leftUnseen }
    if time > Self.absorbTime, distance < Self.absorbDistance {
      return isOnePlace(through: k, within: stay.gate(error: bin.error), in: history) ? .drift : .leftUnseen
    }
    return .undecided
  }

  /// Whether four in five of the bins outside lie together.
  func isOnePlace(through k: Int, within gate: Float, in history: History) -> Bool {
    let bins = max(first, history.first)..<k + 1
    guard let centre = history.centre(of: bins) else { return false }
    let near = bins.reduce(0) { $0 + (history[$1].position.distance(to: centre) < gate ? 1 : 0) }
    return near * 5 >= bins.count * 4
  }

  /// A receiver that finds back after a dropout or a reflection seems to walk home: that is no departure.
  private func leadsAway(_ k: Int, from stay: Stay, in history: History) -> Bool {
    let before = history.index(30, before: k)
    return history[k].position.distance(to: stay.centre) > history[before].position.distance(to: stay.centre)
  }
}
