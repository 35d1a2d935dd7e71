/// What the rules compare of a fix: of a new one, and of the last accepted one.
struct Sighting: Equatable {
  var time: Instant
  var arrival: Arrival?
  var coordinate: Coordinate
  /// The receiver's own, in metres per second.
  var speed: Double?
  /// Horizontal error in metres: the receiver's, else what its geometry suggests, else 10 m.
  var error: Double

  @inline(__always) init(_ epoch: Epoch, at coordinate: Coordinate, time: Instant) {
    self.time = time
    arrival = epoch.arrival
    self.coordinate = coordinate
    speed = Fix.notNegative(epoch.tpv.speed)
    error = Self.error(Fix.horizontalError(epoch.tpv), hdop: Fix.notNegative(epoch.hdop))
  }

  init(_ fix: Fix, arrival: Arrival?) {
    time = fix.time
    self.arrival = arrival
    coordinate = fix.coordinate
    speed = fix.speed
    error = Self.error(fix.eph, hdop: fix.hdop)
  }

  private static func error(_ eph: Double?, hdop: Double?) -> Double {
    eph ?? hdop.map { $0 * QualityRule.rangeError } ?? 10
  }
}

extension Sighting {
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
