extension TrackDetector: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) { checkpoint.put(motion.rawValue) }
  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    guard let motion = Motion(rawValue: try checkpoint.take()) else { throw .damaged }
    enter(motion)
  }
}
