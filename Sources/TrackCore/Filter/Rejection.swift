/// Why an epoch did not become a fix, in the order tried. Raw values are the keys of `replay --json`.
public enum Rejection: String, CaseIterable, Sendable {
  case noFix, notFinite, outOfRange, nullIsland, noTime, simulated, wrongDate, future, outOfOrder, duplicate, stale
  case inaccurate, impossibleSpeed, frozen, impossibleJump
}

/// What is known of the date from elsewhere than the receiver.
public enum DateEvidence: Equatable, Sendable {
  /// The program's release date or the configured earliest date: no fix is older. A stored fix is weaker evidence than
  /// that: one that was dated years ahead would refuse all true ones after it.
  case floor(Instant)
  /// The system clock is synchronised and says this at that arrival.
  case clock(Instant, at: Arrival)
}
