/// What adds up along a trip.
struct TripTally: Equatable {
  var measured = 0.0
  var bridged = 0.0
  var moving = Interval.zero
  var topSpeed: Float = 0
  var fixes = 0
  var bounds: BoundingBox?

  /// A bin on the way, and the leg that led to it.
  mutating func add(_ bin: Bin, at position: Coordinate) {
    measured += Double(bin.leg.measured)
    bridged += Double(bin.leg.bridged)
    moving = moving + bin.leg.moving
    topSpeed = max(topSpeed, bin.leg.topSpeed)
    fixes += Int(bin.fixes)
    bounds = bounds.map { $0.including(position) } ?? BoundingBox(position)
  }
}

extension BoundingBox {
  init(_ position: Coordinate) {
    self.init(
      south: position.latitude, north: position.latitude, west: position.longitude, east: position.longitude)
  }

  /// Grown to hold `position`, over the nearer of its sides.
  func including(_ position: Coordinate) -> BoundingBox {
    var box = self
    box.south = min(south, position.latitude)
    box.north = max(north, position.latitude)
    let width = Self.eastward(from: west, to: east)
    if Self.eastward(from: west, to: position.longitude) > width {
      if Self.eastward(from: east, to: position.longitude) <= Self.eastward(from: position.longitude, to: west) {
        box.east = position.longitude
      } else {
        box.west = position.longitude
      }
    }
    return box
  }

  /// Degrees from one meridian east to another, 0..<360.
  private static func eastward(from a: Double, to b: Double) -> Double { b >= a ? b - a : b - a + 360 }
}

extension TripTally: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(measured)
    checkpoint.put(bridged)
    checkpoint.put(moving)
    checkpoint.put(topSpeed)
    checkpoint.put(Int64(fixes))
    checkpoint.put(bounds) {
      $0.put($1.south)
      $0.put($1.north)
      $0.put($1.west)
      $0.put($1.east)
    }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    measured = try checkpoint.take()
    bridged = try checkpoint.take()
    moving = try checkpoint.take()
    topSpeed = try checkpoint.takeFinite()
    fixes = try checkpoint.takeCount()
    bounds = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in
      BoundingBox(south: try c.take(), north: try c.take(), west: try c.take(), east: try c.take())
    }
  }
}
