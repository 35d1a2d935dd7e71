/// At least so far from where the last significant change was.
struct SignificantChange: Checkpointed, Equatable {
  /// Metres. What phones call a significant change of location is of this order.
  static let threshold = 500.0

  private var anchor: Anchor?

  mutating func ingest(_ fix: Fix, into changes: inout [TrackChange]) {
    guard let anchor else {
      self.anchor = Anchor(fix.coordinate)
      return
    }
    guard anchor.distance(to: fix.coordinate) >= Self.threshold else { return }
    let distance = Geodesy.distance(anchor.coordinate, fix.coordinate)
    guard distance >= Self.threshold else { return }
    changes.append(
      .event(
        TrackEvent(
          .significantChange, time: fix.time, noticed: fix.time, coordinate: fix.coordinate, distance: distance)))
    self.anchor = Anchor(fix.coordinate)
  }

  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(anchor?.coordinate) { $0.put($1) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    let coordinate = try checkpoint.optional { r throws(CheckpointError) in try r.take(Coordinate.self) }
    anchor = coordinate.map(Anchor.init)
  }
}
