import CCurl
import TrackCore

/// A reply of a server, whatever it says.
struct HTTPReply: Equatable {
  var status: Int
  var body: [UInt8]
  var retryAfter: String?
  /// When the server says it is.
  var date: Instant?
}

/// Why there is no reply.
enum HTTPError: Error, Equatable {
  /// The request did not get out: no network, or no server.
  case offline(String)
  /// It did, and the server broke off, or could not be waited for.
  case broken(String)
  /// The program is asked to stop.
  case interrupted
}

/// What fetches a page; a test has another.
protocol PageSource: AnyObject {
  func get(_ url: String, isInterrupted: () -> Bool) throws(HTTPError) -> HTTPReply
}

/// Gets small pages with libcurl, one at a time, and never waits or takes more than it says here. Not `Sendable`.
final class HTTPClient: PageSource {
  /// What a server may take of our time and memory.
  struct Limits {
    var connect = Interval.seconds(5)
    var whole = Interval.seconds(10)
    /// Bytes of a body: a reply of a geocoder has two thousand.
    var body = 262_144
  }

  private let limits: Limits
  private let agent: String
  private let language: String
  /// Keeps its connection between requests.
  private let curl: UnsafeMutableRawPointer

  /// `contact` tells the server's keepers whom to write to; `language` is the Accept-Language header. Throws where there is
  /// no libcurl.
  init(contact: String?, language: String, limits: Limits = Limits()) throws(Failure) {
    if let reason = tl_curl_load() { throw Failure(.failed, String(cString: reason)) }
    guard let curl = tl_curl_open() else { throw Failure(.failed, "libcurl has no memory") }
    self.curl = curl
    self.limits = limits
    self.language = language
    agent = "tracklogger/\(programVersion)" + (contact.map { " (\($0))" } ?? "")
  }

  deinit { tl_curl_close(curl) }

  func get(_ url: String, isInterrupted: () -> Bool) throws(HTTPError) -> HTTPReply {
    let receiver = Receiver(limit: limits.body)
    let code = withoutActuallyEscaping(isInterrupted) { isInterrupted in
      receiver.isInterrupted = isInterrupted
      defer { receiver.isInterrupted = { false } }
      return perform(url, receiver)
    }
    let status = Int(tl_curl_status(curl))
    if receiver.wasInterrupted { throw .interrupted }
    if receiver.isTooLong { throw .broken("a reply of more than \(limits.body / 1024) kB") }
    guard code == CURLE_OK, status > 0 else {
      throw tl_curl_has_asked(curl) != 0 ? .broken(words(code)) : .offline(words(code))
    }
    return HTTPReply(
      status: status, body: receiver.body, retryAfter: receiver.retryAfter,
      date: receiver.date.flatMap(HTTPDate.instant))
  }

  private func perform(_ url: String, _ receiver: Receiver) -> CURLcode {
    tl_curl_reset(curl)
    var headers = tl_curl_append(nil, "Accept: application/json")
    if !language.isEmpty { headers = tl_curl_append(headers, "Accept-Language: \(language)") ?? headers }
    defer { tl_curl_free(headers) }
    let user = Unmanaged.passUnretained(receiver).toOpaque()
    let codes = [
      tl_curl_set_text(curl, CURLOPT_URL, url),
      tl_curl_set_text(curl, CURLOPT_USERAGENT, agent),
      // A redirect is an answer: of a captive portal.
      tl_curl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https"),
      tl_curl_set_long(curl, CURLOPT_FOLLOWLOCATION, 0),
      tl_curl_set_long(curl, CURLOPT_SSL_VERIFYPEER, 1),
      tl_curl_set_long(curl, CURLOPT_SSL_VERIFYHOST, 2),
      // Without signals libcurl resolves names in a thread, which the limits reach too,
      tl_curl_set_long(curl, CURLOPT_NOSIGNAL, 1),
      // and which is left to itself where they are over.
      tl_curl_set_quick_exit(curl),
      tl_curl_set_long(curl, CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connect.milliseconds)),
      tl_curl_set_long(curl, CURLOPT_TIMEOUT_MS, Int(limits.whole.milliseconds)),
      tl_curl_set_long(curl, CURLOPT_MAXCONNECTS, 1),
      tl_curl_set_headers(curl, headers),
      tl_curl_set_receivers(curl, Receiver.body, Receiver.header, user),
      tl_curl_set_progress(curl, Receiver.progress, user),
    ]
    // Without one of these it must not go out.
    if let failed = codes.first(where: { $0 != CURLE_OK }) { return failed }
    return withExtendedLifetime(receiver) { tl_curl_perform(curl) }
  }

  private func words(_ code: CURLcode) -> String {
    // A header beyond what libcurl takes is "out of memory" to it, and error 100 since 8.6.
    if code == CURLE_OUT_OF_MEMORY || code.rawValue == 100, tl_curl_has_asked(curl) != 0 {
      return "a reply with too long a header"
    }
    switch code {
    case CURLE_OPERATION_TIMEDOUT:
      return tl_curl_has_asked(curl) != 0
        ? "no reply within \(Int(limits.whole.seconds)) s" : "no connection within \(Int(limits.connect.seconds)) s"
    case CURLE_COULDNT_RESOLVE_HOST: return "the server's name is not known here"
    case CURLE_COULDNT_CONNECT: return "cannot connect to the server"
    default:
      let words = String(cString: tl_curl_words(code))
      return words.isEmpty ? "libcurl error \(code.rawValue)" : words
    }
  }
}

/// What gathers while libcurl works. Its callbacks run in the thread of `perform`.
private final class Receiver {
  var body: [UInt8] = []
  var retryAfter: String?
  var date: String?
  var isTooLong = false
  var wasInterrupted = false
  var isInterrupted: () -> Bool = { false }
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  static let body: tl_curl_bytes = { bytes, size, count, user in
    guard let bytes, let user else { return 0 }
    let receiver = Unmanaged<Receiver>.fromOpaque(user).takeUnretainedValue()
    let length = size * count
    guard receiver.body.count + length <= receiver.limit else {
      receiver.isTooLong = true
      return 0
    }
    receiver.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: length))
    return length
  }

  static let header: tl_curl_bytes = { bytes, size, count, user in
    guard let bytes, let user else { return 0 }
    let receiver = Unmanaged<Receiver>.fromOpaque(user).takeUnretainedValue()
    let length = size * count
    receiver.take(header: UnsafeRawBufferPointer(start: bytes, count: length))
    return length
  }

  static let progress: tl_curl_progress = { user, _, _, _, _ in
    guard let user else { return 1 }
    let receiver = Unmanaged<Receiver>.fromOpaque(user).takeUnretainedValue()
    if receiver.isInterrupted() { receiver.wasInterrupted = true }
    return receiver.wasInterrupted ? 1 : 0
  }

  private func take(header: UnsafeRawBufferPointer) {
    guard header.count < 200, let colon = header.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = String(decoding: header[..<colon], as: UTF8.self).lowercased()
    guard name == "retry-after" || name == "date" else { return }
    let value = header[(colon + 1)...].drop { $0 == 32 || $0 == 9 }.prefix { $0 >= 32 }
    var text = String(decoding: value, as: UTF8.self)
    while text.last == " " { text.removeLast() }
    if name == "date" { date = text } else { retryAfter = text }
  }
}
