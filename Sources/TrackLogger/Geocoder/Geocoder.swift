import TrackCore
import TrackStore

/// Asks one server, one request at a time, and judges what it says.
struct Geocoder {
  let query: PlaceQuery
  let source: any PageSource

  init(_ query: PlaceQuery, _ source: any PageSource) {
    self.query = query
    self.source = source
  }

  /// What is at a position. Throws `HTTPError.interrupted` alone.
  func reverse(
    _ at: Coordinate, _ reader: ReplyReader, wall: Instant?, isInterrupted: () -> Bool
  ) throws -> DrainOutcome {
    let body: [UInt8]
    switch try get(query.reverse(at), reader, isInterrupted) {
    case .failure(let failure): return failure.outcome
    case .success(let bytes): body = bytes
    }
    switch try reader.place(body) {
    case .nothing: return .nothing
    case .foreign(let what): return .foreign("the server sent \(what)")
    case .place(let address, let attribution):
      return .answer(
        PlaceName(
          short: address.short, full: address.line, city: address.city, countryCode: address.countryCode,
          provider: query.provider.rawValue, attribution: attribution ?? query.provider.attribution, fetched: wall))
    }
  }

  /// Where an address is: `.nothing` for a reply that was understood, with what was found.
  func forward(
    _ address: String, _ reader: ReplyReader, isInterrupted: () -> Bool
  ) throws -> (outcome: DrainOutcome, found: [ReplyReader.Candidate]) {
    switch try get(query.forward(address), reader, isInterrupted) {
    case .failure(let failure): return (failure.outcome, [])
    case .success(let body):
      guard let found = try reader.candidates(body) else {
        return (.foreign("the server sent something else than places"), [])
      }
      return (.nothing, found)
    }
  }

  private struct NoBody: Error { var outcome: DrainOutcome }

  private func get(
    _ url: String, _ reader: ReplyReader, _ isInterrupted: () -> Bool
  ) throws -> Result<[UInt8], NoBody> {
    let reply: HTTPReply
    do throws(HTTPError) {
      reply = try source.get(url, isInterrupted: isInterrupted)
    } catch {
      switch error {
      case .offline(let reason): return .failure(NoBody(outcome: .offline(reason)))
      case .broken(let reason): return .failure(NoBody(outcome: .foreign(reason)))
      case .interrupted: throw error
      }
    }
    return try failure(reply, reader).map { .failure(NoBody(outcome: $0)) } ?? .success(reply.body)
  }

  /// What the status says where it is no success.
  private func failure(_ reply: HTTPReply, _ reader: ReplyReader) throws -> DrainOutcome? {
    switch ReplyStatus(code: reply.status, retryAfter: reply.retryAfter, date: reply.date) {
    case .success: return nil
    case .refused:
      return .refused(try reader.message(reply.body).map { "\(reply.status): \($0)" } ?? "status \(reply.status)")
    case .blocked: return .blocked("the server refuses us (status \(reply.status))")
    case .later(let after): return .later(after: after, "status \(reply.status)")
    case .foreign:
      return .foreign(
        "status \(reply.status): a captive portal, or [geocode] url is no \(query.provider.rawValue) server's")
    }
  }
}
