/// Why an epoch did not become a fix, in the order tried. Raw values are the keys of `replay --json`.
public enum Rejection: String, CaseIterable, Sendable {
  case noFix, notFinite, outOfRange, nullIsland, noTime, simulated, wrongDate, future, outOfOrder, duplicate, stale
  case inaccurate, impossibleSpeed, frozen, impossibleJump
}

/// What is known of the date from elsewhere than the receiver.
public enum DateEvidence: Equatable, Sendable {
  /// The program's release date, the newest stored fix or the configured earliest date: no fix is older.
  case floor(Instant)
  /// The system clock is synchronised and says this at that arrival.
  case clock(Instant, at: Arrival)
}
