import TrackCore
import TrackStore

/// `tracklogger geocode lookup ADDRESS`: where an address is.
enum LookupCommand {
  /// How long a person waits for the budget.
  private static let patience = Interval.seconds(30)

  static func run(_ address: String, _ invocation: Invocation, in world: World) throws -> ExitCode {
    let setup = try GeocodeCommand.setup(invocation, in: world)
    guard let service = setup.service else { throw Failure(.data, "[geocode] provider is none: nobody is asked") }
    guard address.contains(where: { !$0.isWhitespace }), address.utf8.count <= 1000 else {
      throw Failure.usage("geocode lookup takes an address, in quotes")
    }
    let queue = try GeocodeQueue(path: setup.path, settings: service.drain)
    let reader = try ReplyReader(queue)
    let found = try candidates(address, service, queue, reader, DrainLock(database: setup.path))
    let list = List<ReplyReader.Candidate>(
      nothing: "nothing is known by that name", columns: [.left("POSITION"), .left("NAME"), .left("ADDRESS")]
    ) { json, place, _ in
      json.candidate(place, service)
    } cells: {
      ([Shown.position($0.coordinate), $0.address.short, $0.address.line], .plain)
    }
    try list.write(invocation, in: world) { put in for place in found { try put(place, nil) } }
    return found.isEmpty ? .failed : .done
  }

  private static func candidates(
    _ address: String, _ service: GeocodeService, _ queue: GeocodeQueue, _ reader: ReplyReader, _ lock: DrainLock
  ) throws -> [ReplyReader.Candidate] {
    let clock = BootClock()
    let newest = try queue.newestFix()
    let client = try GeocodeCommand.client(service)
    let until = Clocks.now() + patience
    while true {
      _ = lock.take { false }
      defer { lock.release() }
      if let (wait, pause) = try queue.takeForLookup(clock.now(newestFix: newest)) {
        guard pause == .budget, Clocks.now() + wait < until else {
          throw Failure(.unavailable, DrainLoop.words(pause, nil, wait))
        }
        lock.release()
        Clocks.sleep(wait)
        continue
      }
      let reply: Result<HTTPReply, HTTPError>
      do throws(HTTPError) {
        reply = .success(try client.get(service.query.forward(address), isInterrupted: { false }))
      } catch {
        reply = .failure(error)
      }
      try queue.finishLookup(clock.now(newestFix: newest))
      return try judge(reply, Geocoder(service.query, client), reader)
    }
  }

  private static func judge(
    _ reply: Result<HTTPReply, HTTPError>, _ geocoder: Geocoder, _ reader: ReplyReader
  ) throws -> [ReplyReader.Candidate] {
    switch reply {
    case .failure(.interrupted): throw Failure(.failed, "interrupted")
    case .failure(.offline(let reason)): throw Failure(.unavailable, reason)
    case .success(let reply):
      switch try geocoder.failure(reply, reader) {
      case .refused(let reason)?: throw Failure(.failed, "the server refuses the question (\(reason))")
      case .later(_, let reason)?, .blocked(let reason)?, .offline(let reason)?: throw Failure(.unavailable, reason)
      case .answer?, .nothing?, nil: break
      }
      guard let found = try reader.candidates(reply.body) else {
        throw Failure(.unavailable, "the server sent something else than places")
      }
      return found
    }
  }
}

extension JSONWriter {
  fileprivate mutating func candidate(_ place: ReplyReader.Candidate, _ service: GeocodeService) {
    beginObject()
    position(place.coordinate)
    key("name")
    value(place.address.short)
    key("full")
    value(place.address.line)
    key("city")
    value(place.address.city)
    key("country_code")
    value(place.address.countryCode)
    key("attribution")
    value(place.attribution ?? service.provider.attribution)
    endObject()
  }
}
