import TrackCore

/// Something that fails and is tried again for ever: how long to wait, and which failures deserve a line in the log.
/// The wait is a second, then twice as long each time, 30 seconds at most. A trouble is told while the waits grow, when its
/// words change, and then once an hour: a gpsd that is missing all winter does not fill the journal.
struct Retry {
  static let longest = Interval.seconds(30)
  private static let repeatsAfter = Interval.minutes(60)

  private var upcoming = Interval.seconds(1)
  private var told: (words: String, wait: Interval, at: Arrival)?

  /// One more failure. `line`: what to say, which ends in what happens next; nil: it has been said.
  mutating func failed(_ words: String, at now: Arrival) -> (wait: Interval, line: String?) {
    let wait = upcoming
    upcoming = min(wait * 2, Self.longest)
    if let told, told.words == words, told.wait == wait, now - told.at < Self.repeatsAfter { return (wait, nil) }
    told = (words, wait, now)
    return (wait, "\(words), retrying in \(wait.milliseconds / 1000) s")
  }

  /// It works: the next failure is told whatever it says. True where there was a trouble.
  mutating func succeeded() -> Bool {
    defer { told = nil }
    return told != nil
  }

  /// It has worked for long enough: the next failure waits a second again.
  mutating func forget() { upcoming = .seconds(1) }
}
