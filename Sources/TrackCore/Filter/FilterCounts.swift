/// How many epochs became fixes, and how many did not for which reason. An epoch that is still held counts nowhere yet.
public struct FilterCounts: Equatable, Sendable {
  public internal(set) var accepted = 0
  private var rejected = [Int](repeating: 0, count: Rejection.allCases.count)

  public init() {}

  /// Rejected for this reason.
  public subscript(reason: Rejection) -> Int { rejected[reason.ordinal] }

  /// Rejected for whatever reason.
  public var rejectedInAll: Int { rejected.reduce(0, +) }

  mutating func reject(_ reason: Rejection) { rejected[reason.ordinal] += 1 }
}

extension FilterCounts: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(Int64(accepted))
    for count in rejected { checkpoint.put(Int64(count)) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    accepted = try Self.count(from: &checkpoint)
    for k in rejected.indices { rejected[k] = try Self.count(from: &checkpoint) }
  }

  /// Half of what fits, so that counting on never overflows.
  private static func count(from checkpoint: inout CheckpointReader) throws(CheckpointError) -> Int {
    let count = try checkpoint.take(Int64.self)
    guard count >= 0, count < Int64.max / 2 else { throw .damaged }
    return Int(count)
  }
}

extension Rejection {
  /// Its place in `allCases`.
  var ordinal: Int {
    switch self {
    case .noFix: 0
    case .notFinite: 1
    case .outOfRange: 2
    case .nullIsland: 3
    case .noTime: 4
    case .simulated: 5
    case .wrongDate: 6
    case .future: 7
    case .outOfOrder: 8
    case .duplicate: 9
    case .stale: 10
    case .inaccurate: 11
    case .impossibleSpeed: 12
    case .frozen: 13
    case .impossibleJump: 14
    }
  }
}
