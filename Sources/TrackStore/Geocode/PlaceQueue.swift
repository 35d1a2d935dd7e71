import TrackCore

/// Puts what wants a name into the queue, in the transaction of the rows that want it.
final class PlaceQueue {
  private let settings: PlaceSettings
  private let database: Database
  private let log: ChangeLog
  private let labels: LabelRows
  private let requests: RequestRows
  private let arrived: Statement
  private let departed: Statement
  private let hasOthers: Statement

  /// What was written in this transaction. The places of trips' ends are known once all is.
  private var visits: [Visit.ID: (place: Int64, visit: Visit)] = [:]
  private var trips: [Trip.ID: Trip] = [:]
  private var passed: [PlaceRequest] = []
  private var withdrawn: [Subject] = []
  private var now: Instant?

  init(_ database: Database, _ log: ChangeLog, _ settings: PlaceSettings) throws(StoreError) {
    self.database = database
    self.log = log
    self.settings = settings
    labels = try LabelRows(database, log)
    requests = try RequestRows(database)
    let near = VisitEnds.agreement
    arrived = try database.prepare(
      """
      SELECT place, lat, lon FROM visit WHERE arrival BETWEEN ?1 - \(near) AND ?1 + \(near) AND place IS NOT NULL
      ORDER BY abs(arrival - ?1) LIMIT 1
      """)
    departed = try database.prepare(
      """
      SELECT place, lat, lon FROM visit WHERE departure BETWEEN ?1 - \(near) AND ?1 + \(near) AND place IS NOT NULL
      ORDER BY abs(departure - ?1) LIMIT 1
      """)
    hasOthers = try database.prepare("SELECT 1 FROM label WHERE target = ?1 AND name IS NULL LIMIT 1")
  }

  func note(_ visit: Visit, at place: Int64) { visits[visit.id] = (place, visit) }
  func note(_ trip: Trip) { trips[trip.id] = trip }
  func note(_ request: PlaceRequest) { passed.append(request) }
  func withdraw(_ visit: Visit.ID) {
    visits[visit] = nil
    withdrawn.append(.visit(visit))
  }
  func withdraw(trip: Trip.ID) {
    trips[trip] = nil
    withdrawn += [.tripStart(trip), .tripEnd(trip)]
  }

  /// Forgets what a transaction noted that came to nothing.
  func forget() {
    visits.removeAll()
    trips.removeAll()
    passed.removeAll()
    withdrawn.removeAll()
  }

  /// At the end of a transaction, when every row is written. An answer has to be fresh when the row was made, and at `now` where
  /// that is later.
  func flush(now: Instant? = nil) throws(StoreError) {
    self.now = now
    defer { forget() }
    if visits.isEmpty, trips.isEmpty, passed.isEmpty, withdrawn.isEmpty { return }
    let service = try settings.provider.map { (provider) throws(StoreError) in
      try requests.service(provider.rawValue, settings.language)
    }
    for subject in withdrawn {
      if let target = try labels.delete(subject) { try dropUnwanted(target, service) }
    }
    // In order, so that a replay writes the same rows.
    for (id, noted) in visits.sorted(by: { $0.key < $1.key }) {
      try want(
        .visit(id), Target.place(noted.place), at: noted.visit.centre, time: noted.visit.arrival, service)
    }
    for request in passed {
      guard let service, let cell = Target.cell(request.coordinate, size: settings.cell) else { continue }
      if try requests.freshAnswer(cell, service, at: request.time) != nil { continue }
      let near = try requests.nearest(
        to: request.coordinate, within: request.reach(minDistance: settings.minDistance), size: settings.cell, service,
        time: request.time)
      if near?.isFresh == true { continue }
      try requests.ask(near?.cell ?? cell, service, at: request.coordinate, rank: Rank.way, time: request.time)
    }
    if !passed.isEmpty { try requests.bound() }
    for (id, trip) in trips.sorted(by: { $0.key < $1.key }) {
      try want(.tripStart(id), trip.from, departed, time: trip.start, service)
      if let end = trip.end { try want(.tripEnd(id), trip.to, arrived, time: end, service) }
    }
  }

  /// An end of a trip is in the visit there, or on its own.
  private func want(
    _ subject: Subject, _ at: Coordinate, _ visits: Statement, time: Instant, _ service: Int64?
  ) throws(StoreError) {
    if try labels.isNamed(subject) { return }
    visits.bind(1, time.milliseconds)
    let isInVisit = try visits.step()
    let stay = isInVisit ? (visits.int(0), Units.coordinate(visits.int(1), visits.int(2))) : nil
    visits.reset()
    if let (place, centre) = stay { return try want(subject, Target.place(place), at: centre, time: time, service) }
    // Where it began to ask it goes on: a cell nearby may come to be asked for meanwhile.
    if let cell = try labels.target(subject), cell > 0 { return try want(subject, cell, at: at, time: time, service) }
    let nearby = try service.map { (service) throws(StoreError) in
      try requests.nearest(
        to: at, within: Double(settings.cell) / 2, size: settings.cell, service, time: max(time, now ?? time))
    }
    guard let cell = nearby.flatMap({ $0?.cell }) ?? Target.cell(at, size: settings.cell) else { return }
    try want(subject, cell, at: at, time: time, service)
  }

  private func want(
    _ subject: Subject, _ target: Int64, at: Coordinate, time: Instant, _ service: Int64?
  ) throws(StoreError) {
    let known = try labels.claim(subject, target)
    guard known != .named else { return }
    guard let service else { return }
    if case .moved(let former) = known { try dropUnwanted(former, service) }
    if let answer = try requests.freshAnswer(target, service, at: max(time, now ?? time)) {
      if let name = answer.name { try labels.name(subject, name) }
    } else if known == .waiting, try requests.isWaiting(target, service) {
      try requests.move(target, service, to: at)
    } else {
      try requests.ask(target, service, at: at, rank: Rank.stay, time: time)
    }
  }

  private func dropUnwanted(_ target: Int64, _ service: Int64?) throws(StoreError) {
    hasOthers.bind(1, target)
    let isWanted = try hasOthers.step()
    hasOthers.reset()
    if let service, !isWanted { try requests.drop(target, service) }
  }
}
