import TrackCore

/// Whether a provider may be asked, or is left alone for a while. Used within a transaction.
final class ServiceState {
  private let service: Int64
  private let url: String
  private let find: Statement
  private let set: Statement
  private let clear: Statement
  private let reset: Statement

  /// `url` is the server; what another one said counts no more.
  init(_ database: Database, _ service: Int64, url: String) throws(StoreError) {
    self.service = service
    self.url = url
    find = try database.prepare(
      "SELECT url, failures, state, wait, since, boot, wall, error FROM service WHERE id = ?1")
    set = try database.prepare(
      """
      UPDATE service SET failures = failures + 1, state = ?2, error = ?3, wait = ?4, since = ?5, boot = ?6, wall = ?7
      WHERE id = ?1
      """)
    clear = try database.prepare("UPDATE service SET failures = 0, state = NULL, wait = NULL, error = ?2 WHERE id = ?1")
    reset = try database.prepare(
      "UPDATE service SET url = ?2, failures = 0, state = NULL, wait = NULL, error = NULL WHERE id = ?1")
  }

  /// True where it is another server than before: what that one said counts no more.
  func adopt() throws(StoreError) -> Bool {
    find.bind(1, service)
    defer { find.reset() }
    if try find.step(), find.optionalText(0) == url { return false }
    try forget()
    return true
  }

  /// Whether what is known is of this server, or of none.
  func isOurs() throws(StoreError) -> Bool {
    find.bind(1, service)
    defer { find.reset() }
    guard try find.step(), let known = find.optionalText(0) else { return true }
    return known.isEmpty || known == url
  }

  /// Whatever it said before, it may be asked.
  func forget() throws(StoreError) {
    reset.bind(1, service)
    reset.bind(2, url)
    try reset.run()
  }

  /// How long it is still left alone, and why.
  func pause(_ clock: GeocodeClock) throws(StoreError) -> (Interval, DrainPause)? {
    find.bind(1, service)
    defer { find.reset() }
    guard try find.step(), find.optionalText(0) == url, let pause = DrainPause(rawValue: find.optionalText(2) ?? ""),
      let rest = Deadline(find, from: 3)?.remaining(clock), rest > .zero
    else { return nil }
    return (rest, pause)
  }

  /// Failures running.
  func failures() throws(StoreError) -> Int {
    find.bind(1, service)
    defer { find.reset() }
    return try find.step() ? Int(clamping: find.int(1)) : 0
  }

  func error() throws(StoreError) -> String? {
    find.bind(1, service)
    defer { find.reset() }
    return try find.step() ? find.optionalText(7) : nil
  }

  func pause(_ pause: DrainPause, _ wait: Interval, _ reason: String, _ clock: GeocodeClock) throws(StoreError) {
    set.bind(1, service)
    set.bind(2, pause.rawValue)
    set.bind(3, reason)
    Deadline(wait, from: clock).bind(to: set, from: 4)
    try set.run()
  }

  func answered(error: String? = nil) throws(StoreError) {
    clear.bind(1, service)
    clear.bind(2, error)
    try clear.run()
  }

  /// Another network may lead to the server.
  func endOffline() throws(StoreError) {
    find.bind(1, service)
    let isOffline =
      try find.step()
      && [DrainPause.offline, .foreign].map(\.rawValue).contains(find.optionalText(2) ?? "")
    find.reset()
    if isOffline { try answered(error: try error()) }
  }
}
