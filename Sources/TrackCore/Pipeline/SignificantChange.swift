/// At least so far from where the last significant change was.
struct SignificantChange: Checkpointed, Equatable {
  /// Metres. What phones call a significant change of location is of this order.
  static let threshold = 500.0

  private var vicinity: Vicinity?

  mutating func ingest(_ fix: Fix, into changes: inout [TrackChange]) {
    guard let vicinity else {
      self.vicinity = Vicinity(fix.coordinate)
      return
    }
    guard vicinity.distance(to: fix.coordinate) >= Self.threshold else { return }
    let distance = Geodesy.distance(vicinity.coordinate, fix.coordinate)
    guard distance >= Self.threshold else { return }
    changes.append(
      .event(
        TrackEvent(
          .significantChange, time: fix.time, noticed: fix.time, coordinate: fix.coordinate, distance: distance)))
    self.vicinity = Vicinity(fix.coordinate)
  }

  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(vicinity?.coordinate) { $0.put($1) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    let coordinate = try checkpoint.optional { r throws(CheckpointError) in try r.take(Coordinate.self) }
    vicinity = coordinate.map(Vicinity.init)
  }
}
