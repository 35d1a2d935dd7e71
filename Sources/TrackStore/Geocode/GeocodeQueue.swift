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
  private let due: Statement
  private let soonest: Statement
  private let remove: Statement
  private let postpone: Statement
  private let park: Statement
  private let target: Statement
  private var dataVersion: Int64 = 0

  /// Opens an existing database to drain. `places.provider` must name one.
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
    try database.begin()
    do {
      service = try requests.service(settings.places.provider?.rawValue ?? "", settings.places.language)
      state = try ServiceState(database, service)
      due = try database.prepare(Self.dueQuery)
      soonest = try database.prepare(
        "SELECT wait, since, boot, wall FROM request WHERE service = ?1 AND parked = 0 AND wait IS NOT NULL")
      remove = try database.prepare("DELETE FROM request WHERE id = ?1")
      postpone = try database.prepare(
        """
        UPDATE request SET attempts = attempts + 1, error = ?2, wait = ?3, since = ?4, boot = ?5, wall = ?6 WHERE id = ?1
        """)
      park = try database.prepare(
        "UPDATE request SET attempts = attempts + 1, parked = 1, error = ?2 WHERE id = ?1")
      target = try database.prepare("SELECT target, attempts FROM request WHERE id = ?1")
      try adopt()
      try database.commit()
    } catch {
      database.rollback()
      throw error
    }
  }

  /// Where one stays first, then what failed less often, then the newest. `Deadline.remaining` in SQL.
  private static let dueQuery = """
    SELECT id, lat, lon, rank FROM request WHERE service = ?1 AND parked = 0 AND (wait IS NULL OR
      CASE WHEN boot = ?2 THEN since + wait <= ?3
        WHEN wall IS NOT NULL AND ?4 IS NOT NULL AND ?4 >= wall THEN wall + wait <= ?4
        ELSE min(wait, \(Deadline.mostAfterBoot)) <= ?3 END)
    ORDER BY rank, attempts, time DESC LIMIT 1
    """

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

  /// What was meant for another provider, or stopped at another server, is ours now.
  private func adopt() throws(StoreError) {
    let others = try database.prepare(
      """
      UPDATE OR IGNORE request SET service = ?1, attempts = 0, wait = NULL, since = NULL, boot = NULL, wall = NULL, parked = 0,
        error = NULL WHERE service <> ?1
      """)
    others.bind(1, service)
    try others.run()
    let rest = try database.prepare("DELETE FROM request WHERE service <> ?1")
    rest.bind(1, service)
    try rest.run()
    guard try state.adopt(url: settings.url) else { return }
    let again = try database.prepare("UPDATE request SET wait = NULL, parked = 0, error = NULL WHERE service = ?1")
    again.bind(1, service)
    try again.run()
  }

  /// Queues what has no name and waits nowhere: recorded while nobody was asked, or loaded from elsewhere.
  public func sweep() throws(StoreError) {
    let queue = try PlaceQueue(database, log, settings.places)
    try transaction("queue what has no name") { () throws(StoreError) in
      try noteUnnamed(to: queue)
      try queue.flush()
    }
  }

  /// What may be asked now. After `.ask` comes `finish`.
  public func next(_ clock: GeocodeClock) throws(StoreError) -> DrainTurn {
    try transaction("take a request from the queue") { () throws(StoreError) in
      due.bind(1, service)
      due.bind(2, clock.bootHash)
      due.bind(3, clock.time.milliseconds)
      due.bind(4, clock.wall?.milliseconds)
      let isDue = try due.step()
      let ticket = isDue ? Ticket(coordinate: Units.coordinate(due.int(1), due.int(2)), id: due.int(0)) : nil
      let isUrgent = isDue && due.int(3) != Rank.ahead
      due.reset()
      guard let ticket else { return try restOfRows(clock) }
      if let (rest, pause) = try state.pause(clock) { return .wait(rest, pause) }
      if let wait = try budget.take(clock, isUrgent: isUrgent) { return .wait(wait, .budget) }
      return .ask(ticket)
    }
  }

  /// A request of another kind, from the same budget: nil where it may be made now, else how long to wait and for what.
  public func takeForLookup(_ clock: GeocodeClock) throws(StoreError) -> (Interval, DrainPause)? {
    try transaction("take a request from the budget") { () throws(StoreError) in
      if let (rest, pause) = try state.pause(clock), pause != .offline { return (rest, pause) }
      return try budget.take(clock, isUrgent: true).map { ($0, .budget) }
    }
  }

  public func finishLookup(_ clock: GeocodeClock) throws(StoreError) {
    try transaction("end a request") { () throws(StoreError) in try budget.settle(clock) }
  }

  private func restOfRows(_ clock: GeocodeClock) throws(StoreError) -> DrainTurn {
    soonest.bind(1, service)
    var rest: Interval?
    while try soonest.step() {
      guard let deadline = Deadline(soonest, from: 0) else { continue }
      rest = min(rest ?? deadline.remaining(clock), deadline.remaining(clock))
    }
    return rest.map { .wait(max($0, Interval(milliseconds: 1)), .retry) } ?? .idle
  }

  /// Writes down how a request ended.
  ///
  /// - Parameter random: 0...1, spreads the waits.
  public func finish(
    _ ticket: Ticket, _ outcome: DrainOutcome, _ clock: GeocodeClock, random: Double
  ) throws(StoreError) {
    try transaction("write an answer") { () throws(StoreError) in
      try budget.settle(clock)
      target.bind(1, ticket.id)
      let isThere = try target.step()
      let (what, attempts) = isThere ? (target.int(0), target.int(1)) : (0, 0)
      target.reset()
      switch outcome {
      case .answer(let name):
        try state.answered()
        if isThere { try settle(ticket, what, try names.save(name, service: service, before: what), clock) }
      case .nothing:
        try state.answered()
        if isThere { try settle(ticket, what, nil, clock) }
      case .refused(let reason):
        try state.answered(error: reason)
        park.bind(1, ticket.id)
        park.bind(2, reason)
        try park.run()
      case .blocked(let reason):
        try state.pause(.blocked, ReplyStatus.longestWait, reason, clock)
      case .later(let after, let reason):
        let policy = settings.lifetimes.failure
        let own = policy.wait(after: Int(attempts) + 1, random: random)
        try postpone(ticket, max(own, after ?? .zero), reason, clock)
        let failures = try state.failures() + 1
        let pause = policy.ofServer.wait(after: failures, random: random)
        try state.pause(.later, max(pause, after ?? .zero), reason, clock)
      case .offline(let reason):
        let failures = try state.failures() + 1
        try state.pause(.offline, RetryPolicy.offline.wait(after: failures, random: random), reason, clock)
      }
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

  /// The clock can be believed now: what was fetched while it could not ages from here on.
  public func believe(_ wall: Instant) throws(StoreError) {
    guard try database.integer("SELECT EXISTS (SELECT 1 FROM answer WHERE fetched IS NULL)") == 1 else { return }
    try transaction("date the answers") { () throws(StoreError) in try names.date(wall) }
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

  /// Queues cells ahead of a journey, at low priority; those with a fresh answer or already waiting add nothing.
  ///
  /// - Returns: how many were queued.
  public func prefetch(_ points: [Coordinate], at now: Instant) throws(StoreError) -> Int {
    try transaction("queue a route") { () throws(StoreError) in
      var queued = 0
      for point in points {
        guard let cell = Target.cell(point, size: settings.places.cell) else { continue }
        if try requests.freshAnswer(cell, service, at: now) != nil { continue }
        if try requests.isWaiting(cell, service) { continue }
        try requests.ask(cell, service, at: point, rank: Rank.ahead, time: now)
        queued += 1
      }
      try requests.bound()
      return queued
    }
  }

  func budgetState(_ clock: GeocodeClock) throws(StoreError) -> (tokens: Double, wait: Interval) {
    try budget.state(clock)
  }
}
