/// What later epochs are compared with: the last accepted fix.
struct AcceptedFix: Equatable {
  var time: Instant
  var arrival: Arrival?
  var coordinate: Coordinate
  /// The receiver's own, in metres per second.
  var speed: Double?
  /// Metres.
  var error: Double

  init(_ fix: Fix, arrival: Arrival?) {
    time = fix.time
    self.arrival = arrival
    coordinate = fix.coordinate
    speed = fix.speed
    error = fix.likelyError
  }
}

extension AcceptedFix {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(time)
    checkpoint.put(arrival) { $0.put($1) }
    checkpoint.put(coordinate)
    checkpoint.put(speed) { $0.put($1) }
    checkpoint.put(error)
  }

  init(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    time = try checkpoint.take()
    arrival = try checkpoint.takeArrival()
    coordinate = try checkpoint.take()
    speed = try checkpoint.takeNumber()
    error = try checkpoint.take()
  }
}
