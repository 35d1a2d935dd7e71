/// Fixes in, visits and trips out: the order of the stages.
struct TrackDetector: Checkpointed {
  /// Whether the receiver stands, moves, or has not shown which.
  enum Motion: UInt8, Sendable { case unknown, stationary, moving }

  private(set) var motion = Motion.unknown
  private(set) var openTrip: Trip?
  private(set) var openVisit: Visit?
  var isStationary: Bool { motion == .stationary }

  init(settings: Settings, nextTrip: Trip.ID, nextVisit: Visit.ID) {}

  mutating func ingest(_ fix: Fix, into changes: inout [TrackChange]) {}
  mutating func progress(into changes: inout [TrackChange]) {}
  mutating func finish(into changes: inout [TrackChange]) {}

  func write(to checkpoint: inout CheckpointWriter) { checkpoint.put(motion.rawValue) }
  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    guard let motion = Motion(rawValue: try checkpoint.take()) else { throw .damaged }
    self.motion = motion
  }
}
