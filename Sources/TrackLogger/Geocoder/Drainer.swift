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
  private var newestFix: Instant?
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

  /// Queues what waits nowhere, and dates answers that came under a wrong clock.
  func prepare() throws {
    newestFix = try queue.newestFix()
    try queue.sweep()
    if let wall = clock(newestFix).wall { try queue.believe(wall) }
  }

  /// Makes one request, where one may be made. nil: it did; else what is waited for.
  func step(isInterrupted: () -> Bool) throws -> DrainTurn? {
    guard lock.take(isInterrupted: isInterrupted) else { throw HTTPError.interrupted }
    defer { lock.release() }
    let turn = try queue.next(now())
    guard case .ask(let ticket) = turn else { return turn }
    let outcome: DrainOutcome
    do {
      outcome = try geocoder.reverse(ticket.coordinate, reader, wall: now().wall, isInterrupted: isInterrupted)
    } catch {
      // The request was made, and counts.
      try? queue.finishLookup(now())
      throw error
    }
    try persist(ticket, outcome)
    note(outcome)
    return nil
  }

  /// The network may be back.
  func networkChanged() throws { try queue.retryOffline() }

  /// Whether another process has written since the last call.
  func hasNews() throws -> Bool { try queue.hasChanged() }

  private func now() -> GeocodeClock { clock(newestFix) }

  /// A recorder that commits to a slow disk can hold the database for long: what was answered is not thrown away for that.
  private func persist(_ ticket: Ticket, _ outcome: DrainOutcome) throws {
    var attempts = 0
    while true {
      do throws(StoreError) {
        return try queue.finish(ticket, outcome, now(), random: random())
      } catch {
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
    case .refused(let reason), .blocked(let reason), .later(_, let reason), .offline(let reason): trouble = reason
    }
  }
}
