/// The whole state of the detector: usually 2 to 3 kB; 12 kB where a candidate that creeps fills the history.
///
/// Live state has no more digits than are written, so that a restored detector goes on to the last bit alike.
extension TrackDetector: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(motion.rawValue)
    checkpoint.put(now)
    checkpoint.put(started)
    checkpoint.put(hasPlane)
    checkpoint.put(plane.origin)
    builder.write(to: &checkpoint)
    checkpoint.put(leap) { $0.put($1) }
    scale.write(to: &checkpoint)
    cadence.write(to: &checkpoint)
    history.write(to: &checkpoint)
    odometer.write(to: &checkpoint)
    search.write(to: &checkpoint)
    checkpoint.put(stay) { $1.write(to: &$0) }
    checkpoint.put(excursion) {
      $0.put(Int64($1.first))
      $0.put(Int64($1.inside))
      $0.put($1.hasMoved)
    }
    checkpoint.put(departed) { $1.write(to: &$0) }
    checkpoint.put(way) { $1.write(to: &$0) }
    journal.write(to: &checkpoint)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    var new = TrackDetector(settings: settings, nextTrip: 0, nextVisit: 0)
    guard let motion = Motion(rawValue: try checkpoint.take()) else { throw .damaged }
    new.enter(motion)
    new.now = try checkpoint.take()
    new.started = try checkpoint.take()
    new.hasPlane = try checkpoint.take()
    let origin = try checkpoint.take(Coordinate.self)
    guard abs(origin.latitude) <= 90, abs(origin.longitude) <= 180 else { throw .damaged }
    new.plane = LocalPlane(origin: origin)
    try new.builder.read(from: &checkpoint)
    new.leap = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in try c.take() }
    try new.scale.read(from: &checkpoint)
    try new.cadence.read(from: &checkpoint)
    try new.history.read(from: &checkpoint)
    try new.odometer.read(from: &checkpoint)
    try new.search.read(from: &checkpoint)
    new.stay = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in try Stay(from: &c) }
    new.excursion = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in
      Excursion(first: try c.takeCount(), inside: try c.takeCount(), hasMoved: try c.take())
    }
    new.departed = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in
      try Departed(from: &c)
    }
    new.way = try checkpoint.optional { (c: inout CheckpointReader) throws(CheckpointError) in try Way(from: &c) }
    try new.journal.read(from: &checkpoint)
    let end = new.history.end
    guard new.search.start ?? 0 <= end, new.excursion?.first ?? 0 <= end, new.odometer.next <= end else {
      throw .damaged
    }
    self = new
  }
}

extension Ring: Checkpointed where Element == Bin {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(Int64(first))
    var before = isEmpty ? Instant(milliseconds: 0) : self[first].start
    checkpoint.put(before)
    checkpoint.put(all: first..<end) { checkpoint, k in
      let bin = self[k]
      let leg = bin.leg
      checkpoint.putCount((bin.start - before).milliseconds)
      before = bin.start
      checkpoint.putCount((bin.end - bin.start).milliseconds)
      checkpoint.put(bin.position)
      checkpoint.putTenths(bin.error)
      checkpoint.putCount(Int64(bin.fixes))
      var has: UInt8 = bin.isMember ? 1 : 0
      if bin.velocity != nil { has |= 2 }
      if leg.measured != 0 { has |= 4 }
      if leg.bridged != 0 { has |= 8 }
      if leg.moving != .zero { has |= 16 }
      if leg.topSpeed != 0 { has |= 32 }
      if bin.isAfterLeap { has |= 64 }
      checkpoint.put(has)
      if let velocity = bin.velocity {
        checkpoint.putHundredths(velocity.east)
        checkpoint.putHundredths(velocity.north)
        checkpoint.putHundredths(bin.speed)
      }
      if leg.measured != 0 { checkpoint.put(leg.measured) }
      if leg.bridged != 0 { checkpoint.put(leg.bridged) }
      if leg.moving != .zero { checkpoint.putCount(leg.moving.milliseconds) }
      if leg.topSpeed != 0 { checkpoint.putHundredths(leg.topSpeed) }
    }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    removeAll(numberingFrom: try checkpoint.takeCount())
    var before = try checkpoint.take(Instant.self)
    let bins = try checkpoint.all(limit: capacity) { (c: inout CheckpointReader) throws(CheckpointError) in
      var bin = Bin()
      bin.start = before + Interval(milliseconds: Int64(try c.takeVariable()))
      before = bin.start
      bin.end = bin.start + Interval(milliseconds: Int64(try c.takeVariable()))
      bin.position = try c.takePoint()
      bin.error = try c.takeTenths()
      bin.fixes = Int32(clamping: try c.takeVariable())
      let has = try c.take(UInt8.self)
      bin.isMember = has & 1 != 0
      bin.isAfterLeap = has & 64 != 0
      if has & 2 != 0 {
        bin.velocity = Point(east: try c.takeHundredths(), north: try c.takeHundredths())
        bin.speed = try c.takeHundredths()
      }
      if has & 4 != 0 { bin.leg.measured = try c.takeFinite() }
      if has & 8 != 0 { bin.leg.bridged = try c.takeFinite() }
      if has & 16 != 0 { bin.leg.moving = Interval(milliseconds: Int64(try c.takeVariable())) }
      if has & 32 != 0 { bin.leg.topSpeed = try c.takeHundredths() }
      return bin
    }
    for bin in bins { append(bin) }
  }
}
