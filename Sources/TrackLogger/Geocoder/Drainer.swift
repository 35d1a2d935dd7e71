import TrackCore
import TrackStore

/// Takes what may be asked from the queue, asks, and writes down the answer: a step at a time, without a clock of its own.
final class Drainer {
  private let queue: GeocodeQueue
  private let reader: ReplyReader
  private let geocoder: Geocoder
  private let lock: DrainLock
  private let random: () -> Double
  private let clock: (Instant?) -> GeocodeClock
  /// How the last request ended, in words for the log; nil: well.
  private(set) var trouble: String?
  /// Answers so far.
  private(set) var answered = 0

  init(
    path: String, _ service: GeocodeService, source: any PageSource,
    clock: @escaping (Instant?) -> GeocodeClock,
    random: @escaping () -> Double = { Double.random(in: 0...1) }
  ) throws {
    queue = try GeocodeQueue(path: path, settings: service.drain)
    reader = try ReplyReader(queue)
    geocoder = Geocoder(service.query, source)
    lock = try DrainLock(database: path)
    self.clock = clock
    self.random = random
  }

  /// With the clocks of this host, over the network.
  convenience init(path: String, _ service: GeocodeService) throws {
    let client = try HTTPClient(contact: service.contact, language: service.drain.places.language)
    try self.init(path: path, service, source: client, clock: BootClock().now)
  }

  /// Takes over the queue: what waits for another server or nowhere.
  func prepare() throws { try queue.sweep(now()) }

  /// Makes one request, where one may be made. nil: it did; else what is waited for.
  func step(isInterrupted: () -> Bool) throws -> DrainTurn? {
    try lock.take(isInterrupted: isInterrupted)
    defer { lock.release() }
    let turn = try queue.next(now())
    guard case .ask(let ticket) = turn else { return turn }
    let outcome = try asking {
      try geocoder.reverse(ticket.coordinate, reader, wall: now().wall, isInterrupted: isInterrupted)
    }
    try persist(ticket, outcome)
    note(outcome)
    return nil
  }

  /// Where an address is, or what has to be waited for before the question may be put.
  func lookup(_ address: String, isInterrupted: () -> Bool) throws -> Lookup {
    try lock.take(isInterrupted: isInterrupted)
    defer { lock.release() }
    if let (rest, pause) = try queue.takeForLookup(now()) { return .wait(rest, pause) }
    let (outcome, found) = try asking { try geocoder.forward(address, reader, isInterrupted: isInterrupted) }
    try persist(nil, outcome)
    return .done(outcome, found)
  }

  enum Lookup {
    case wait(Interval, DrainPause)
    case done(DrainOutcome, [ReplyReader.Candidate])
  }

  /// A request that is broken off was made, and counts.
  private func asking<T>(_ request: () throws -> T) throws -> T {
    do {
      return try request()
    } catch {
      try? queue.abandon(now())
      throw error
    }
  }

  /// The network may be back.
  func networkChanged() throws { try queue.retryOffline() }

  /// Whether another process has written since the last call.
  func hasNews() throws -> Bool { try queue.hasChanged() }

  /// The newest fix tells whether the wall clock can be right.
  private func now() throws -> GeocodeClock { clock(try queue.newestFix()) }

  /// A recorder that commits to a slow disk can hold the database for long: what was answered is not thrown away for that.
  private func persist(_ ticket: Ticket?, _ outcome: DrainOutcome) throws {
    var attempts = 0
    while true {
      do {
        return try queue.finish(ticket, outcome, now(), random: random())
      } catch let error as StoreError {
        attempts += 1
        guard error.kind == .locked, attempts < 12 else { throw error }
      }
    }
  }

  private func note(_ outcome: DrainOutcome) {
    switch outcome {
    case .answer, .nothing:
      answered += 1
      trouble = nil
    case .refused(let reason), .blocked(let reason), .later(_, let reason), .foreign(let reason), .offline(let reason):
      trouble = reason
    }
  }
}
