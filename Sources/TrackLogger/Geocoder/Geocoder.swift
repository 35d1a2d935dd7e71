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
    let reply: HTTPReply
    do throws(HTTPError) {
      reply = try source.get(query.reverse(at), isInterrupted: isInterrupted)
    } catch {
      guard case .offline(let reason) = error else { throw error }
      return .offline(reason)
    }
    if let failure = try failure(reply, reader) { return failure }
    switch try reader.place(reply.body) {
    case .nothing: return .nothing
    case .foreign(let what): return .offline("the server sent \(what)")
    case .place(let address, let attribution):
      return .answer(
        PlaceName(
          short: address.short, full: address.line, city: address.city, countryCode: address.countryCode,
          provider: query.provider.rawValue, attribution: attribution ?? query.provider.attribution, fetched: wall))
    }
  }

  /// What the status says where it is no success.
  func failure(_ reply: HTTPReply, _ reader: ReplyReader) throws -> DrainOutcome? {
    switch ReplyStatus(code: reply.status, retryAfter: reply.retryAfter, date: reply.date) {
    case .success: return nil
    case .refused:
      return .refused(try reader.message(reply.body).map { "\(reply.status): \($0)" } ?? "status \(reply.status)")
    case .blocked: return .blocked("the server refuses us (status \(reply.status))")
    case .later(let after): return .later(after: after, "status \(reply.status)")
    case .foreign: return .offline("status \(reply.status): a captive portal, or another server")
    }
  }
}
