/// Measures the way from bin to bin, a few bins late, when it is known what followed.
///
/// Where the receiver gives Doppler velocities, these are added up (`Pace`): they do not wander while it stands. Else positions are,
/// beyond a dead band that the error explains. Over a silence a straight line counts, apart.
struct Odometer {
  /// Bins looked at on either side.
  static let lag = Pace.reach
  /// Metres per second: slower is standing.
  static let still: Float = 0.35
  /// Metres: a leap no farther may be a reflection, which comes back; what was measured is a better witness of it.
  static let reflection: Float = 500
  /// Metres: the dead band without Doppler, or `errorShare` of the error where that is more.
  static let deadBand: Float = 12
  static let errorShare: Float = 0.8

  /// Number of the next bin to be measured.
  private(set) var next = 0
  /// Where the last counted step without Doppler ended, and when.
  private var anchor = Point.zero
  private var anchorTime = Instant(milliseconds: 0)

  /// Measures bins up to the newest less the lag, or through `last` where that will not wait.
  mutating func advance(_ history: inout History, cadence: Cadence, plane: LocalPlane, through last: Int? = nil) {
    next = max(next, history.first)
    while next <= min(max(history.last - Self.lag, last ?? Int.min), history.last) {
      measure(next, &history, cadence: cadence, plane: plane)
      next += 1
    }
  }

  private mutating func measure(_ k: Int, _ history: inout History, cadence: Cadence, plane: LocalPlane) {
    let bin = history[k]
    var leg = Leg()
    guard k > history.first else {
      anchor = bin.position
      anchorTime = bin.middle
      return
    }
    let before = history[k - 1]
    // Positions and speeds of bins are those of their middles; the times between add up.
    let elapsed = bin.middle - before.middle
    let seconds = Float(elapsed.seconds)
    let silence = history.silence(before: k)
    let isLeap = bin.isAfterLeap && bin.position.distance(to: before.position) > Self.reflection
    if silence > cadence.hole || isLeap {
      var way = bin.position.distance(to: before.position)
      if way > 10_000 {
        way = Float(Geodesy.distance(plane.coordinate(before.position), plane.coordinate(bin.position)))
      }
      // Standing on both sides within what the error explains: no way.
      if way <= max(Self.deadBand, Self.errorShare * max(bin.error, before.error)) { way = 0 }
      if isLeap {
        leg.bridged = way
      } else if silence > cadence.silence {
        // From the middle of a bin to that of the next: what lies within the bins was measured.
        let half = Float((before.end - before.start + (bin.end - bin.start)).seconds) / 2
        leg.bridged = way * silence / (silence + half)
        leg.measured = way - leg.bridged
      } else {
        leg.measured = way
      }
      if way / seconds > 0.5 { leg.moving = elapsed }
      anchor = bin.position
      anchorTime = bin.middle
    } else if before.velocity != nil, bin.velocity != nil {
      let pace = Pace(history: history, cadence: cadence)
      let usual = pace.usual(about: k)
      if let speed = pace.speed(to: k, usual: usual), speed > Self.still {
        leg.measured = speed * seconds
        leg.moving = elapsed
        let neighbour = k < history.last ? max(before.speed, history[k + 1].speed) : before.speed
        leg.topSpeed = hundredths(min(bin.speed, neighbour, Pace.limit(usual)))
      }
      anchor = bin.position
      anchorTime = bin.middle
    } else {
      let low = max(history.first, k - 1)
      let high = min(history.last, k + 1)
      let middle = Point(
        east: median(count: high - low + 1) { history[low + $0].position.east },
        north: median(count: high - low + 1) { history[low + $0].position.north })
      var way = middle.distance(to: anchor)
      if way > max(Self.deadBand, Self.errorShare * bin.error) {
        let time = bin.middle - anchorTime
        way = min(way, Pace(history: history, cadence: cadence).longestLine(about: k) * Float(time.seconds))
        leg.measured = way
        if way > 0.5 * Float(time.seconds) {
          leg.moving = time
          leg.topSpeed = hundredths(way / max(1, Float(time.seconds)))
        }
        anchor = middle
        anchorTime = bin.middle
      }
    }
    history[k].leg = leg
  }

  mutating func move(_ convert: (Point) -> Point) { anchor = convert(anchor) }
}

extension Odometer: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(Int64(next))
    checkpoint.put(anchor)
    checkpoint.put(anchorTime)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    next = try checkpoint.takeCount()
    anchor = try checkpoint.takePoint()
    anchorTime = try checkpoint.take()
  }
}
