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
    case ("retry", 1): return try retry(invocation, in: world)
    case ("prefetch", 2): return try PrefetchCommand.run(words[1], invocation, in: world)
    case ("lookup", 2): return try LookupCommand.run(words[1], invocation, in: world)
    case ("status", _), ("retry", _): throw Failure.usage("geocode \(words[0]) takes nothing more")
    case ("prefetch", _): throw Failure.usage("geocode prefetch takes one file: ROUTE.gpx")
    case ("lookup", _):
      throw Failure.usage("geocode lookup takes one address, in quotes: \"10 Downing Street, London\"")
    case (let word?, _):
      throw Failure.usage(
        "geocode takes status, retry, prefetch or lookup, not '\(word)'"
          + Suggestion.didYouMean(word, among: ["status", "retry", "prefetch", "lookup"]))
    }
  }

  private static func drain(_ invocation: Invocation, in world: World) throws -> ExitCode {
    guard let signals = Signals() else { throw Failure(.failed, "there is no file descriptor left") }
    let path = try setup(invocation, in: world).path
    let loop = DrainLoop(path: path, signals: signals, log: ServiceLog()) {
      let service = try setup(invocation, in: world).service
      if service == nil { world.say("[geocode] provider is none: nobody is asked") }
      return service
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

  /// `tracklogger geocode retry`: whatever was refused or put off is asked again.
  private static func retry(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let setup = try setup(invocation, in: world)
    guard let service = setup.service else { throw Failure(.data, "[geocode] provider is none: nobody is asked") }
    let count = try GeocodeQueue(path: setup.path, settings: service.drain).retry()
    if invocation.has(.json) {
      var json = JSONWriter()
      json.beginObject()
      json.key("released")
      json.value(count)
      json.endObject()
      try json.drain(to: world.output)
    } else {
      try world.output.write("\(count) requests that were refused or put off may be made again\n")
    }
    return .done
  }
}
