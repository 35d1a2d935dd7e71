import TrackCore

/// How the queue stands.
public struct GeocodeStatus: Equatable, Sendable {
  /// Requests that will be made, by what they are for.
  public var stays = 0
  public var onTheWay = 0
  public var ahead = 0
  /// Requests that a server refused for good.
  public var failed = 0
  /// Why, the most frequent first; at most five.
  public var failures: [Failed] = []
  /// Visits and ends of trips that have a name, and that wait for one.
  public var named = 0
  public var unnamed = 0
  /// Answers that are kept.
  public var answers = 0
  /// Towns of the gazetteer; nil: there is none.
  public var towns: Int?
  /// What keeps the server from being asked; nil: nothing.
  public var pause: DrainPause?
  /// Until when, for how long.
  public var pauseLeft = Interval.zero
  /// What went wrong last.
  public var error: String?
  public var tokens = 0.0
  /// How long until the next request; nil: nothing waits.
  public var nextTry: Interval?

  public struct Failed: Equatable, Sendable {
    public var reason: String
    public var count: Int
  }

  public var waiting: Int { stays + onTheWay + ahead }

  public init() {}
}

extension TrackReader {
  /// How the queue stands for a provider and its budget.
  public func geocodeStatus(_ settings: DrainSettings, _ clock: GeocodeClock) throws(StoreError) -> GeocodeStatus {
    try snapshot { () throws(StoreError) in
      database.operation = "read the queue"
      var status = GeocodeStatus()
      let find = try database.prepare("SELECT id FROM service WHERE provider = ?1 AND language = ?2")
      find.bind(1, settings.places.provider?.rawValue ?? "")
      find.bind(2, settings.places.language)
      let service = try find.returned() ?? 0
      try count(&status)
      let budget = try Budget(database, capacity: settings.capacity, rate: settings.rate).state(clock)
      status.tokens = budget.tokens
      let state = try ServiceState(database, service, url: settings.url)
      status.error = try state.error()
      if let (rest, pause) = try state.pause(clock) { (status.pauseLeft, status.pause) = (rest, pause) }
      if status.waiting > 0 {
        status.nextTry = max(budget.wait, status.pauseLeft, try soonest(clock))
      }
      return status
    }
  }

  private func count(_ status: inout GeocodeStatus) throws(StoreError) {
    let rows = try database.prepare("SELECT rank, parked, count(*) FROM request GROUP BY rank, parked")
    while try rows.step() {
      let count = Int(rows.int(2))
      switch (rows.int(1), rows.int(0)) {
      case (0, Rank.stay): status.stays += count
      case (0, Rank.way): status.onTheWay += count
      case (0, _): status.ahead += count
      default: status.failed += count
      }
    }
    let reasons = try database.prepare(
      "SELECT error, count(*) FROM request WHERE parked = 1 GROUP BY error ORDER BY 2 DESC, 1 LIMIT 5")
    while try reasons.step() {
      status.failures.append(.init(reason: reasons.optionalText(0) ?? "", count: Int(reasons.int(1))))
    }
    status.named = Int(try database.integer("SELECT count(*) FROM label WHERE name IS NOT NULL") ?? 0)
    status.unnamed = Int(try database.integer("SELECT count(*) FROM label WHERE name IS NULL") ?? 0)
    status.answers = Int(try database.integer("SELECT count(*) FROM answer") ?? 0)
    if try Gazetteer.exists(database) {
      status.towns = Int(try database.integer("SELECT count(*) FROM town") ?? 0)
    }
  }

  /// How long until the first row may be tried.
  private func soonest(_ clock: GeocodeClock) throws(StoreError) -> Interval {
    let rows = try database.prepare("SELECT wait, since, boot, wall FROM request WHERE parked = 0")
    var rest: Interval?
    while try rows.step() {
      guard let deadline = Deadline(rows, from: 0) else { return .zero }
      rest = min(rest ?? deadline.remaining(clock), deadline.remaining(clock))
    }
    return rest ?? .zero
  }

  /// Requests that wait and that were refused, whoever is asked.
  public func queueLength() throws(StoreError) -> (waiting: Int, failed: Int) {
    database.operation = "read the queue"
    return (
      Int(try database.integer("SELECT count(*) FROM request WHERE parked = 0") ?? 0),
      Int(try database.integer("SELECT count(*) FROM request WHERE parked = 1") ?? 0)
    )
  }
}
