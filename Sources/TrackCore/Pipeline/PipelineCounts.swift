/// What a pipeline has seen and made of it since it began: the summary of a replay.
public struct PipelineCounts: Equatable, Sendable {
  public var lines: Int64 = 0
  /// Whole JSON objects, of whatever class.
  public var reports: Int64 = 0
  /// Lines that were not one whole JSON object.
  public var malformed: Int64 = 0
  /// Lines beyond the bound, dropped unread.
  public var overlong: Int64 = 0
  public var fixesAccepted: Int64 = 0
  /// By `Rejection`, in the order of its cases.
  public var fixesRejected = [Int64](repeating: 0, count: Rejection.allCases.count)
  public var fixesRecorded: Int64 = 0
  public var trips: Int64 = 0
  public var visits: Int64 = 0
  /// The times of the first and the newest accepted fix.
  public var firstFix: Instant?
  public var lastFix: Instant?

  public init() {}

  public func rejected(_ reason: Rejection) -> Int64 { fixesRejected[reason.ordinal] }
}
