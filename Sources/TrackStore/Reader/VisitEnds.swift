import TrackCore

/// The visits that begin or end about the time when a trip ends or begins. Read as far as it is asked for, so that many trips in a row
/// cost one query.
struct VisitEnds {
  enum Side: String { case arrival, departure }

  /// A trip begins and ends in visits; the two may see the moment differently by this much, in ms.
  static let agreement: Int64 = 180_000

  private let rows: Statement
  private var known: [(time: Int64, place: Int64?)] = []
  private var isAtEnd = false

  /// For times from `start` on.
  init(_ database: Database, _ side: Side, from start: Instant) throws(StoreError) {
    rows = try database.prepare(Self.query(side))
    let first = start.milliseconds.subtractingReportingOverflow(Self.agreement)
    rows.bind(1, first.overflow ? .min : first.partialValue)
  }

  static func query(_ side: Side) -> String {
    "SELECT \(side), place FROM visit WHERE \(side) >= ?1 ORDER BY \(side)"
  }

  /// The place of the visit that begins or ends nearest to `time`; nil where that is none, or has none. O(log n).
  mutating func place(at time: Instant) throws(StoreError) -> Int64? {
    let time = time.milliseconds
    while !isAtEnd, known.last.map({ $0.time < time }) ?? true {
      guard try rows.step() else {
        isAtEnd = true
        break
      }
      known.append((rows.int(0), rows.optionalInt(1)))
    }
    let next = firstIndex(from: time)
    let nearest = [next - 1, next].filter(known.indices.contains).min {
      Self.apart(known[$0].time, time) < Self.apart(known[$1].time, time)
    }
    guard let nearest, Self.apart(known[nearest].time, time) <= Self.agreement else { return nil }
    return known[nearest].place
  }

  private static func apart(_ a: Int64, _ b: Int64) -> UInt64 {
    let difference = a.subtractingReportingOverflow(b)
    return difference.overflow ? .max : difference.partialValue.magnitude
  }

  private func firstIndex(from time: Int64) -> Int {
    var low = 0
    var high = known.count
    while low < high {
      let middle = (low + high) / 2
      if known[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
