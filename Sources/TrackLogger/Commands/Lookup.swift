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
    let found = try candidates(address, Drainer(path: setup.path, service))
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

  private static func candidates(_ address: String, _ drainer: Drainer) throws -> [ReplyReader.Candidate] {
    let until = Clocks.now() + patience
    while true {
      switch try drainer.lookup(address, isInterrupted: { false }) {
      case .wait(let rest, .budget) where Clocks.now() + rest < until: Clocks.sleep(rest)
      case .wait(let rest, let pause): throw Failure(.unavailable, DrainLoop.words(pause, nil, rest))
      case .done(.refused(let reason), _): throw Failure(.failed, "the server refuses the question (\(reason))")
      case .done(.later(_, let reason), _), .done(.blocked(let reason), _), .done(.foreign(let reason), _),
        .done(.offline(let reason), _):
        throw Failure(.unavailable, reason)
      case .done(.answer, let found), .done(.nothing, let found): return found
      }
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
