/// When the name of the place is worth asking for again: the position moved far enough, and long enough ago was the last ask.
///
/// A commute of 900 s on foot, 1,500 s at 20 m/s and 600 s on foot asks 34 times in 3,000 fixes.
public struct RefreshPolicy: Equatable, Sendable {
  /// Metres to have moved since the last ask.
  public let minDistance: Double
  /// Time to have passed since the last ask.
  public let minInterval: Interval

  /// Where and when the last ask was, whoever asked.
  private var last: Ask?

  private struct Ask: Equatable, Sendable {
    var coordinate: Coordinate
    var time: Instant
  }

  public init(minDistance: Double = 250, minInterval: Interval = .seconds(60)) {
    self.minDistance = minDistance
    self.minInterval = minInterval
  }

  /// Whether to ask at this fix; if so, it is the last ask from now on. The first fix asks.
  ///
  /// Fix times that step back (a date was corrected) count by how far they step: a last ask dated years ahead does not keep the
  /// policy silent for years.
  public mutating func asks(at coordinate: Coordinate, time: Instant) -> Bool {
    if let last {
      let passed = max(last.time, time) - min(last.time, time)
      guard passed >= minInterval, Geodesy.distance(last.coordinate, coordinate) >= minDistance else { return false }
    }
    noteAsk(at: coordinate, time: time)
    return true
  }

  /// A trip's end or a visit asked of its own.
  public mutating func noteAsk(at coordinate: Coordinate, time: Instant) {
    last = Ask(coordinate: coordinate, time: time)
  }
}

extension RefreshPolicy: Checkpointed {
  mutating func ingest(_ fix: Fix, into changes: inout [TrackChange]) {
    let former = last?.coordinate
    guard asks(at: fix.coordinate, time: fix.time) else { return }
    let spacing = former.map { Geodesy.distance($0, fix.coordinate) } ?? 0
    changes.append(.placeWanted(PlaceRequest(coordinate: fix.coordinate, time: fix.time, spacing: spacing)))
  }

  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(last) { checkpoint, ask in
      checkpoint.put(ask.coordinate)
      checkpoint.put(ask.time)
    }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    last = try checkpoint.optional { (checkpoint) throws(CheckpointError) in
      Ask(coordinate: try checkpoint.take(), time: try checkpoint.take())
    }
    if let last,
      !((-90.0...90).contains(last.coordinate.latitude) && (-180.0...180).contains(last.coordinate.longitude))
    {
      throw .damaged
    }
  }
}
