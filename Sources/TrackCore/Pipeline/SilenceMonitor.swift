/// Notices when no fix has come for longer than usual, and when one comes again.
struct SilenceMonitor: Checkpointed {
  /// A receiver that sends once a second is lost after this.
  static let shortest = Interval.seconds(10)
  /// A slower one after so many of its usual intervals.
  static let intervals: Int64 = 5
  /// The usual interval is learnt from this many; longer ones than an hour teach nothing.
  private static let remembered = 8

  private var recent: [Interval] = []
  private var oldest = 0
  private var usual = Interval.zero
  private(set) var last: (time: Instant, coordinate: Coordinate)?
  private var lastArrival: Arrival?
  private(set) var isLost = false

  /// How long a silence may last before the fix counts as lost.
  var patience: Interval { max(Self.shortest, usual * Self.intervals) }

  /// A fix was accepted: what its coming says of the time before it.
  mutating func ingest(_ fix: Fix, arrival: Arrival?, into changes: inout [TrackChange]) {
    if let last {
      let interval = fix.time - last.time
      if interval > patience || isLost {
        if !isLost { changes.append(.event(lost(last, noticed: fix.time))) }
        changes.append(.event(TrackEvent(.fixFound, time: fix.time, noticed: fix.time, coordinate: fix.coordinate)))
      }
      learn(interval)
    }
    isLost = false
    last = (fix.time, fix.coordinate)
    lastArrival = arrival
  }

  /// Time has passed without a fix.
  mutating func advance(to arrival: Arrival, into changes: inout [TrackChange]) {
    guard !isLost, let last, let lastArrival else { return }
    let silence = arrival - lastArrival
    guard silence > patience else { return }
    isLost = true
    changes.append(.event(lost(last, noticed: last.time + silence)))
  }

  /// The arrival clock begins anew: another boot.
  mutating func forgetArrival() { lastArrival = nil }

  private func lost(_ fix: (time: Instant, coordinate: Coordinate), noticed: Instant) -> TrackEvent {
    TrackEvent(.fixLost, time: fix.time, noticed: noticed, coordinate: fix.coordinate)
  }

  /// The median of the last intervals, so that one silence changes nothing.
  private mutating func learn(_ interval: Interval) {
    guard interval > .zero, interval < .minutes(60) else { return }
    if recent.count < Self.remembered {
      recent.append(interval)
    } else if recent[oldest] == interval {
      oldest = (oldest + 1) % Self.remembered
      return
    } else {
      recent[oldest] = interval
      oldest = (oldest + 1) % Self.remembered
    }
    usual = recent.sorted()[recent.count / 2]
  }

  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(all: recent) { $0.put($1) }
    checkpoint.put(UInt8(oldest))
    checkpoint.put(usual)
    checkpoint.put(last) {
      $0.put($1.time)
      $0.put($1.coordinate)
    }
    checkpoint.put(lastArrival) { $0.put($1) }
    checkpoint.put(isLost)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    recent = try checkpoint.all(limit: Self.remembered) { r throws(CheckpointError) in try r.take(Interval.self) }
    oldest = Int(try checkpoint.take(UInt8.self))
    guard oldest < Self.remembered else { throw .damaged }
    usual = try checkpoint.take()
    last = try checkpoint.optional { r throws(CheckpointError) in
      (time: try r.take(Instant.self), coordinate: try r.take(Coordinate.self))
    }
    lastArrival = try checkpoint.optional { r throws(CheckpointError) in try r.take(Arrival.self) }
    isLost = try checkpoint.take()
  }
}
