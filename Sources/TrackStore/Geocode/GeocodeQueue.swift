import TrackCore

/// The queue as its drainer sees it: what may be asked now, and what came of it. Several may use one database; each request
/// is paid for from one budget, in a transaction. Not `Sendable`: use it from one thread.
public final class GeocodeQueue {
  let database: Database
  let settings: DrainSettings
  let service: Int64
  private let log: ChangeLog
  private let labels: LabelRows
  private let requests: RequestRows
  private let names: NameRows
  private let budget: Budget
  private let state: ServiceState
  private let rows: Statement
  private let remove: Statement
  private let postpone: Statement
  private let park: Statement
  private let release: Statement
  private let target: Statement
  private var dataVersion: Int64 = 0

  /// Opens an existing database. `places.provider` must name one. Changes nothing that waits.
  public init(path: String, settings: DrainSettings) throws(StoreError) {
    self.settings = settings
    database = try Database(path: path, mode: .readWrite)
    database.operation = "open the queue"
    try Schema.migrate(database)
    try database.execute("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -256")
    log = try ChangeLog(database)
    labels = try LabelRows(database, log)
    requests = try RequestRows(database)
    names = try NameRows(database)
    budget = try Budget(database, capacity: settings.capacity, rate: settings.rate)
    service = try requests.service(settings.places.provider?.rawValue ?? "", settings.places.language)
    state = try ServiceState(database, service, url: settings.url)
    // Where one stays first, then what failed less often, then the newest.
    rows = try database.prepare(
      """
      SELECT wait, since, boot, wall, id, lat, lon, rank FROM request WHERE service = ?1 AND parked = 0
      ORDER BY rank, attempts, time DESC
      """)
    remove = try database.prepare("DELETE FROM request WHERE id = ?1")
    postpone = try database.prepare(
      """
      UPDATE request SET attempts = attempts + 1, error = ?2, wait = ?3, since = ?4, boot = ?5, wall = ?6 WHERE id = ?1
      """)
    park = try database.prepare("UPDATE request SET attempts = attempts + 1, parked = 1, error = ?2 WHERE id = ?1")
    release = try database.prepare(
      "UPDATE request SET attempts = 0, wait = NULL, parked = 0, error = NULL WHERE service = ?1 AND attempts > 0")
    target = try database.prepare("SELECT target, attempts FROM request WHERE id = ?1")
  }

  /// All or nothing.
  func transaction<T>(_ operation: String, _ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    database.operation = operation
    do {
      try database.begin()
      try log.refresh()
      let value = try body()
      try database.commit()
      return value
    } catch {
      database.rollback()
      throw error
    }
  }

  /// Makes ours what was meant for another provider or language, and queues what has no name and waits nowhere: recorded while
  /// nobody was asked, loaded from elsewhere, or with nothing there the last time, too long ago. For its drainer alone.
  public func sweep(_ clock: GeocodeClock) throws(StoreError) {
    var now = clock.wall
    if now == nil { now = try newestFix() }
    let queue = try PlaceQueue(database, log, settings.places)
    try transaction("queue what has no name") { () throws(StoreError) in
      try takeOver()
      try adoptServer()
      try noteUnnamed(to: queue)
      try queue.flush(now: now)
    }
  }

  private func takeOver() throws(StoreError) {
    for sql in [
      """
      UPDATE OR IGNORE request SET service = ?1, attempts = 0, wait = NULL, parked = 0, error = NULL WHERE service <> ?1
      """, "DELETE FROM request WHERE service <> ?1",
    ] {
      let others = try database.prepare(sql)
      others.bind(1, service)
      try others.run()
    }
  }

  /// What another server refused, this one may answer.
  private func adoptServer() throws(StoreError) { if try state.adopt() { try releaseRows() } }

  private func releaseRows() throws(StoreError) {
    release.bind(1, service)
    try release.run()
  }

  /// Tries again at once whatever was refused or put off, whoever said so: the budget alone holds.
  ///
  /// - Returns: how many requests it was.
  public func retry() throws(StoreError) -> Int {
    try transaction("try again") { () throws(StoreError) in
      try releaseRows()
      let count = Int(database.rowsChanged)
      try state.forget()
      return count
    }
  }

  /// What may be asked now. After `.ask` comes `finish`.
  public func next(_ clock: GeocodeClock) throws(StoreError) -> DrainTurn {
    try transaction("take a request from the queue") { () throws(StoreError) in
      if let wall = clock.wall { try names.date(wall) }
      rows.bind(1, service)
      defer { rows.reset() }
      var soonest: Interval?
      while try rows.step() {
        let rest = Deadline(rows, from: 0)?.remaining(clock) ?? .zero
        guard rest > .zero else {
          let ticket = Ticket(coordinate: Units.coordinate(rows.int(5), rows.int(6)), id: rows.int(4))
          let wait = try takeTurn(clock, isUrgent: rows.int(7) != Rank.ahead)
          return wait.map { .wait($0, $1) } ?? .ask(ticket)
        }
        soonest = min(soonest ?? rest, rest)
      }
      return soonest.map { .wait($0, .retry) } ?? .idle
    }
  }

  private func takeTurn(_ clock: GeocodeClock, isUrgent: Bool) throws(StoreError) -> (Interval, DrainPause)? {
    if let pause = try state.pause(clock) { return pause }
    return try budget.take(clock, isUrgent: isUrgent).map { ($0, .budget) }
  }

  /// A request of another kind, from the same budget: nil where it may be made now, else how long to wait and for what. After nil
  /// comes `finish` without a ticket.
  public func takeForLookup(_ clock: GeocodeClock) throws(StoreError) -> (Interval, DrainPause)? {
    try transaction("take a request from the budget") { () throws(StoreError) in
      // A person who asks knows whether the network is back.
      if let (rest, pause) = try state.pause(clock), pause == .later || pause == .blocked { return (rest, pause) }
      return try budget.take(clock, isUrgent: true).map { ($0, .budget) }
    }
  }

  /// Nobody knows how it ended: it was made, and is paid for.
  public func abandon(_ clock: GeocodeClock) throws(StoreError) {
    try transaction("end a request") { () throws(StoreError) in try budget.settle(clock) }
  }

  /// Writes down how a request ended: what it means for the row that it was made for, where there is one, and for the server.
  ///
  /// - Parameter random: 0...1, spreads the waits.
  public func finish(
    _ ticket: Ticket?, _ outcome: DrainOutcome, _ clock: GeocodeClock, random: Double
  ) throws(StoreError) {
    try transaction("write an answer") { () throws(StoreError) in
      try budget.settle(clock)
      // A look-up at another server than that of the queue says nothing of that.
      if ticket == nil, try !state.isOurs() { return }
      try adoptServer()
      if let ticket { try finishRow(ticket, outcome, clock, random) }
      let failures = try state.failures() + 1
      switch outcome {
      case .answer, .nothing: try state.answered()
      case .refused(let reason): try state.answered(error: reason)
      case .blocked(let reason): try state.pause(.blocked, ReplyStatus.longestWait, reason, clock)
      case .later(let after, let reason):
        let wait = settings.lifetimes.failure.ofServer.wait(after: failures, random: random)
        try state.pause(.later, max(wait, after ?? .zero), reason, clock)
      case .foreign(let reason):
        // One alone may be the fault of that one: another is tried before the server is left alone.
        let wait = failures < 2 ? .zero : RetryPolicy.foreign.wait(after: failures - 1, random: random)
        try state.pause(.foreign, wait, reason, clock)
      case .offline(let reason):
        try state.pause(.offline, RetryPolicy.offline.wait(after: failures, random: random), reason, clock)
      }
    }
  }

  private func finishRow(
    _ ticket: Ticket, _ outcome: DrainOutcome, _ clock: GeocodeClock, _ random: Double
  ) throws(StoreError) {
    target.bind(1, ticket.id)
    defer { target.reset() }
    // Meanwhile withdrawn.
    guard try target.step() else { return }
    let (what, tries) = (target.int(0), Int(target.int(1)) + 1)
    let policy = settings.lifetimes.failure
    switch outcome {
    case .answer(let name):
      try settle(ticket, what, try names.save(name, service: service, before: what), clock)
    case .nothing: try settle(ticket, what, nil, clock)
    case .refused(let reason):
      park.bind(1, ticket.id)
      park.bind(2, reason)
      try park.run()
    case .later(let after, let reason):
      try postpone(ticket, max(policy.wait(after: tries, random: random), after ?? .zero), reason, clock)
    case .foreign(let reason):
      try postpone(ticket, policy.ofForeign.wait(after: tries, random: random), reason, clock)
    case .blocked, .offline: break
    }
  }

  private func postpone(
    _ ticket: Ticket, _ wait: Interval, _ reason: String, _ clock: GeocodeClock
  ) throws(StoreError) {
    postpone.bind(1, ticket.id)
    postpone.bind(2, reason)
    Deadline(wait, from: clock).bind(to: postpone, from: 3)
    try postpone.run()
  }

  private func settle(_ ticket: Ticket, _ what: Int64, _ name: Int64?, _ clock: GeocodeClock) throws(StoreError) {
    let lifetime = name == nil ? settings.lifetimes.nothing : settings.lifetimes.address
    try names.answer(what, service: service, of: ticket.coordinate, name, at: clock.wall, lifetime: lifetime)
    if let name { try labels.nameAll(what, name) }
    remove.bind(1, ticket.id)
    try remove.run()
  }

  /// The network may be back: what waited for it is tried now.
  public func retryOffline() throws(StoreError) {
    try transaction("try again") { () throws(StoreError) in try state.endOffline() }
  }

  /// Whether another connection has written since the last call.
  public func hasChanged() throws(StoreError) -> Bool {
    let version = try database.integer("PRAGMA data_version") ?? 0
    defer { dataVersion = version }
    return version != dataVersion
  }

  /// The newest time of a fix; a clock before it is wrong.
  public func newestFix() throws(StoreError) -> Instant? {
    try database.integer("SELECT max(id) FROM fix").map(Units.fixTime)
  }

  /// Points of a route by what became of them.
  public struct Prefetched: Equatable, Sendable {
    public var queued = 0
    /// They have a fresh answer, or wait already.
    public var known = 0
    /// They found the queue full.
    public var left = 0

    public init() {}
  }

  /// Queues cells ahead of a journey, at low priority, from its start on as far as there is room.
  public func prefetch(_ points: [Coordinate], at now: Instant) throws(StoreError) -> Prefetched {
    try transaction("queue a route") { () throws(StoreError) in
      var count = Prefetched()
      var room = max(0, try requests.room())
      for point in points {
        guard let cell = Target.cell(point, size: settings.places.cell) else { continue }
        let answer = try requests.freshAnswer(cell, service, at: now)
        let isWaiting = try requests.isWaiting(cell, service)
        if answer != nil || isWaiting {
          count.known += 1
        } else if room == 0 {
          count.left += 1
        } else {
          try requests.ask(cell, service, at: point, rank: Rank.ahead, time: now)
          count.queued += 1
          room -= 1
        }
      }
      return count
    }
  }

  func budgetState(_ clock: GeocodeClock) throws(StoreError) -> (tokens: Double, wait: Interval) {
    try budget.state(clock)
  }
}
