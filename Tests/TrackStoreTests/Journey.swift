import TrackCore

@testable import TrackStore

/// A source of random numbers that a seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

/// Random days of a vehicle, as a pipeline would tell them: each step is what follows from some ten seconds, and ends a
/// batch.
struct Journey {
  private(set) var steps: [[TrackChange]] = []

  init(seed: UInt64, stays: Int = 12, firstTrip: Trip.ID = 1, firstVisit: Visit.ID = 1, start: Double = 0) {
    var random = SeededGenerator(seed: seed)
    let homes = (0..<4).map { _ in
      (51.5 + .random(in: 0...0.1, using: &random), -0.1 + Double.random(in: 0...0.1, using: &random))
    }
    var now = start
    var tripID = firstTrip
    var visitID = firstVisit
    for _ in 0..<stays {
      // A way…
      let began = now
      let legs = Int.random(in: 1...12, using: &random)
      var state = trip(tripID, began, began, isOver: false)
      for leg in 0..<legs {
        var changes: [TrackChange] =
          leg == 0 ? [.event(TrackEvent(.tripStart, time: at(now), noticed: at(now + 9)))] : []
        for second in 0..<10 where Bool.random(using: &random) || second == 0 {
          changes.append(.fix(fix(now + Double(second), 51.5 + now / 1e6)))
        }
        now += 10
        state.last = at(now - 1)
        state.distance = (now - began) * 13
        changes.append(.trip(state))
        steps.append(changes)
      }
      if Int.random(in: 0..<6, using: &random) == 0 {
        steps.append([.tripWithdrawn(tripID), .event(TrackEvent(.tripWithdrawn, time: at(began), noticed: at(now)))])
      } else {
        state.end = state.last
        steps.append([.trip(state), .event(TrackEvent(.tripEnd, time: at(now), noticed: at(now), trip: tripID))])
      }
      tripID += 1
      // …and a stay, whose centre becomes better known.
      let home = homes[Int.random(in: 0..<homes.count, using: &random)]
      let arrived = now
      for look in 1...4 {
        now += 60
        let noise = 40 / 111_000.0 / Double(look * look)
        steps.append([
          .visit(
            visit(
              visitID, arrived, now, isOver: look == 4, home.0 + .random(in: -noise...noise, using: &random),
              home.1 + .random(in: -noise...noise, using: &random), accuracy: 20 / Double(look)))
        ])
      }
      if Int.random(in: 0..<6, using: &random) == 0 { steps.append([.visitWithdrawn(visitID)]) }
      visitID += 1
    }
  }

  /// Everything into a writer, with a commit after the steps that `isCommitted` picks and after the last.
  func write(to writer: TrackWriter, commitAfter isCommitted: (Int) -> Bool) throws {
    for (index, step) in steps.enumerated() {
      writer.apply(step)
      writer.endBatch()
      if isCommitted(index) || index == steps.count - 1 {
        try writer.commit(checkpoint: [UInt8](repeating: UInt8(index & 255), count: 900), position: Int64(index + 1))
      }
    }
  }
}

extension Scratch {
  /// Every row that follows from input.
  func contents() throws -> [String] {
    try ["fix", "trip", "visit", "place", "event", "change", "device"].flatMap { table in
      try dump(table).map { "\(table): \($0)" }
    }
  }
}
