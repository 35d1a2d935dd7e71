/// gpsd lost and found, dated by the fixes around it: a board without a clock knows no other time.
struct ConnectionMonitor: Checkpointed, Equatable {
  private var isConnected = true
  private var lastFix: Instant?
  private var lastArrival: Arrival?
  /// The newest change that happened before any fix had dated the arrival clock.
  private var undated: (Bool, Arrival)?

  static func == (a: Self, b: Self) -> Bool {
    a.isConnected == b.isConnected && a.lastFix == b.lastFix && a.lastArrival == b.lastArrival
      && a.undated?.0 == b.undated?.0 && a.undated?.1 == b.undated?.1
  }

  mutating func change(to connected: Bool, at arrival: Arrival, into changes: inout [TrackChange]) {
    guard connected != isConnected else { return }
    isConnected = connected
    if let lastFix, let lastArrival {
      append(
        connected, at: lastFix + (arrival - lastArrival), noticed: lastFix + (arrival - lastArrival), into: &changes)
    } else {
      undated = (connected, arrival)
    }
  }

  mutating func ingest(_ fix: Fix, arrival: Arrival?, into changes: inout [TrackChange]) {
    guard let arrival else { return }
    if let (connected, then) = undated {
      append(connected, at: fix.time - (arrival - then), noticed: fix.time, into: &changes)
      undated = nil
    }
    lastFix = fix.time
    lastArrival = arrival
  }

  /// The arrival clock begins anew: another boot.
  mutating func forgetArrival() {
    lastArrival = nil
    undated = nil
  }

  private func append(_ connected: Bool, at time: Instant, noticed: Instant, into changes: inout [TrackChange]) {
    changes.append(.event(TrackEvent(connected ? .gpsdFound : .gpsdLost, time: time, noticed: max(time, noticed))))
  }

  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(isConnected)
    checkpoint.put(lastFix) { $0.put($1) }
    checkpoint.put(lastArrival) { $0.put($1) }
    checkpoint.put(undated) {
      $0.put($1.0)
      $0.put($1.1)
    }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    isConnected = try checkpoint.take()
    lastFix = try checkpoint.optional { r throws(CheckpointError) in try r.take(Instant.self) }
    lastArrival = try checkpoint.optional { r throws(CheckpointError) in try r.take(Arrival.self) }
    undated = try checkpoint.optional { r throws(CheckpointError) in (try r.take(Bool.self), try r.take(Arrival.self)) }
  }
}
