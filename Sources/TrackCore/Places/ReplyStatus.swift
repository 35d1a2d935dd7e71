/// What the status line of a reply says, before its body is read.
public enum ReplyStatus: Equatable, Sendable {
  /// The body tells.
  case success
  /// The request itself is at fault: asking again would be answered alike.
  case refused
  /// The server wants nothing to do with us.
  case blocked
  /// Later; where the server says how much, not before.
  case later(after: Interval?)
  /// This is not the server: a captive portal, a proxy, or another program, as where its address is wrong.
  case foreign

  /// How long a server that throttles is left alone at least, whatever it says: the public one says 0.
  public static let throttled = Interval.seconds(60)
  /// No server is believed that sends away for longer.
  public static let longestWait = Interval.seconds(86_400)

  /// - Parameters:
  ///   - retryAfter: the header's value: seconds, or an HTTP date that is compared with `date`.
  ///   - date: when the server says it is; a board's own clock may be decades off.
  public init(code: Int, retryAfter: String? = nil, date: Instant? = nil) {
    switch code {
    case 200: self = .success
    case 400: self = .refused
    case 401, 403: self = .blocked
    case 429: self = .later(after: max(Self.throttled, Self.wait(retryAfter, date) ?? .zero))
    case 511: self = .foreign
    case 408, 500...599: self = .later(after: Self.wait(retryAfter, date))
    default: self = .foreign
    }
  }

  private static func wait(_ header: String?, _ date: Instant?) -> Interval? {
    guard let header else { return nil }
    let wait: Interval
    if let seconds = Int64(header) {
      wait = Interval(milliseconds: min(max(seconds, 0), 86_400) * 1000)
    } else if let date, let until = HTTPDate.instant(header) {
      wait = until - date
    } else {
      return nil
    }
    return wait > .zero ? min(wait, longestWait) : nil
  }
}

/// Dates as HTTP writes them (RFC 9110, IMF-fixdate): "Sun, 06 Nov 1994 08:49:37 GMT".
public enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// nil where `text` is none, or in one of the two forms that went out of use.
  public static func instant(_ text: String) -> Instant? {
    let words = text.utf8.split(separator: UInt8(ascii: " "))
    guard words.count == 6, words[5].elementsEqual("GMT".utf8), let day = number(words[1]), let year = number(words[3]),
      let month = months.firstIndex(where: { $0.utf8.elementsEqual(words[2]) }), 1900...9999 ~= year,
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let clock = words[4].split(separator: UInt8(ascii: ":"))
    guard clock.count == 3, let hour = number(clock[0]), let minute = number(clock[1]), let second = number(clock[2]),
      hour < 24, minute < 60, second < 61
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    return Instant(milliseconds: Int64(seconds) * 1000)
  }

  /// At most four digits, nothing else.
  private static func number(_ text: Substring.UTF8View) -> Int? {
    guard 1...4 ~= text.count, text.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}
