import TrackCore

/// How the queue is drained.
public struct DrainSettings: Equatable, Sendable {
  public var places: PlaceSettings
  /// The server's address.
  public var url: String
  public var capacity: Int
  public var rate: Double
  public var lifetimes: AnswerLifetimes

  public init(
    places: PlaceSettings, url: String, capacity: Int = 10, rate: Double = 0.5,
    lifetimes: AnswerLifetimes = AnswerLifetimes()
  ) {
    self.places = places
    self.url = url
    self.capacity = capacity
    self.rate = rate
    self.lifetimes = lifetimes
  }
}

/// How long an answer counts as fresh.
public struct AnswerLifetimes: Equatable, Sendable {
  public var address = Interval.seconds(86_400)
  public var nothing = Interval.seconds(7 * 86_400)
  /// How long a failure is left alone: at first, and at most.
  public var failure = RetryPolicy.failure

  public init() {}
}

/// One request that may be made now; it has been paid for.
public struct Ticket: Equatable, Sendable {
  public var coordinate: Coordinate
  /// The row of the queue.
  let id: Int64
}

/// What may be done now.
public enum DrainTurn: Equatable, Sendable {
  case ask(Ticket)
  /// Nothing before this has passed.
  case wait(Interval, DrainPause)
  /// Nothing waits.
  case idle
}

/// What is waited for.
public enum DrainPause: String, Equatable, Sendable {
  /// The budget: soon over.
  case budget
  /// The rows themselves were answered with a failure.
  case retry
  /// The server asked to be left alone for a while.
  case later
  /// What answers is not the server that we mean.
  case foreign
  /// There is no network, or no server.
  case offline
  case blocked
}

/// How a request ended.
public enum DrainOutcome: Equatable, Sendable {
  case answer(PlaceName)
  case nothing
  /// The server will never answer this one.
  case refused(String)
  case blocked(String)
  case later(after: Interval?, String)
  /// What came was no answer of such a server, or it was broken off: for this request alone, or for all.
  case foreign(String)
  /// No request went out: the next one would not either.
  case offline(String)
}
