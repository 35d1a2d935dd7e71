/// How long to wait before something that failed is tried again: twice as long each time, up to a limit, and each wait
/// spread by a quarter to either side, so that many boards that lost one server do not come back to it at once.
public struct RetryPolicy: Equatable, Sendable {
  public var first: Interval
  public var longest: Interval

  public init(first: Interval, longest: Interval) {
    self.first = first
    self.longest = longest
  }

  /// A server that answered, but with no answer (design: a minute, growing to a day).
  public static let failure = RetryPolicy(first: .minutes(1), longest: .seconds(86_400))
  /// No server: what a tunnel or a garage cost. The request is free, so it is tried soon again.
  public static let offline = RetryPolicy(first: .seconds(10), longest: .minutes(2))
  /// Something else than the server answers several requests running: a captive portal, or a wrong address in the configuration.
  public static let foreign = RetryPolicy(first: .seconds(10), longest: .minutes(10))

  /// How long one request is left alone that was answered with no answer: a captive portal is left within hours, and what waits
  /// behind it should not wait for a day.
  public var ofForeign: RetryPolicy { RetryPolicy(first: first, longest: min(longest, .minutes(60))) }

  /// What a server is left alone for after a failure: half as long as the request that failed, so that in between another one is
  /// tried, which may be answered; and an hour at most, for it may be back.
  public var ofServer: RetryPolicy {
    RetryPolicy(first: Interval(milliseconds: first.milliseconds / 2), longest: min(longest, .minutes(60)))
  }

  /// - Parameters:
  ///   - failures: how often it has failed now, 1 up.
  ///   - random: 0...1, evenly spread.
  public func wait(after failures: Int, random: Double) -> Interval {
    var wait = first
    for _ in 1..<max(2, min(failures, 64)) where failures > 1 && wait < longest { wait = wait * 2 }
    let spread = 0.75 + 0.5 * min(max(random, 0), 1)
    return min(Interval(milliseconds: Int64(Double(wait.milliseconds) * spread)), longest)
  }
}
