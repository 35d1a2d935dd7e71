import TrackCore
import TrackStore

/// `tracklogger geocode`: asks for the names of places; and what goes with it.
enum GeocodeCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let words = invocation.operands
    if words.first != nil, invocation.has(.once) { throw Failure.usage("--once goes with geocode alone") }
    switch (words.first, words.count) {
    case (nil, _): return try drain(invocation, in: world)
    case ("status", 1): return try GeocodeStatusCommand.run(invocation, in: world)
    case ("prefetch", 2): return try PrefetchCommand.run(words[1], invocation, in: world)
    case ("lookup", 2): return try LookupCommand.run(words[1], invocation, in: world)
    case ("status", _): throw Failure.usage("geocode status takes nothing more")
    case ("prefetch", _): throw Failure.usage("geocode prefetch takes one file: ROUTE.gpx")
    case ("lookup", _):
      throw Failure.usage("geocode lookup takes one address, in quotes: \"10 Downing Street, London\"")
    case (let word?, _):
      throw Failure.usage(
        "geocode takes status, prefetch or lookup, not '\(word)'"
          + Suggestion.didYouMean(word, among: ["status", "prefetch", "lookup"]))
    }
  }

  private static func drain(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let setup = try setup(invocation, in: world)
    guard let service = setup.service else {
      world.say("[geocode] provider is none: nobody is asked")
      return .done
    }
    guard let signals = Signals() else { throw Failure(.failed, "there is no file descriptor left") }
    let client = try client(service)
    let clock = BootClock()
    let loop = DrainLoop(path: setup.path, signals: signals, log: ServiceLog()) {
      let drainer = try Drainer(path: setup.path, service, source: client, clock: clock.now)
      try drainer.prepare()
      return drainer
    }
    do {
      return try invocation.has(.once) ? loop.once() : loop.stay()
    } catch HTTPError.interrupted {
      return .done
    }
  }

  /// Whom to ask, and the database. nil: nobody.
  static func setup(_ invocation: Invocation, in world: World) throws -> (service: GeocodeService?, path: String) {
    let configuration = try Configuration.load(invocation)
    return (
      try GeocodeService(configuration), try DatabasePath.resolve(invocation, configuration, in: world)
    )
  }

  static func client(_ service: GeocodeService) throws(Failure) -> HTTPClient {
    try HTTPClient(contact: service.contact, language: service.drain.places.language)
  }
}
