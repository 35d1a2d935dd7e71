/// All fixes of five seconds as one: what every later stage looks at.
struct Bin: Equatable {
  /// Times of the first and the last fix in it.
  var start = Instant(milliseconds: 0)
  var end = Instant(milliseconds: 0)
  var middle: Instant { Instant(milliseconds: (start.milliseconds + end.milliseconds) / 2) }
  /// The median position.
  var position = Point.zero
  /// Believed horizontal error in metres: the receiver's estimate on the scale that it has shown.
  var error: Float = 0
  /// Mean Doppler velocity in metres per second; nil where the receiver gives none.
  var velocity: Point?
  /// Median speed over ground; 0 where the receiver gives none.
  var speed: Float = 0
  /// At most 65,535.
  var fixes: Int32 = 0
  /// The way from the bin before, once the odometer has seen enough of what follows.
  var leg = Leg()
  /// It cannot be reached from the bin before: the receiver was wrong, or was carried off unheard.
  var isAfterLeap = false
  /// It lies with the stay that is looked for.
  var isMember = false
}

/// The way from one bin to the next.
struct Leg: Equatable {
  /// Metres measured, and metres of a straight line over a silence.
  var measured: Float = 0
  var bridged: Float = 0
  /// Time in motion.
  var moving = Interval.zero
  /// The speed that a neighbour confirms, in metres per second; 0 where there is none.
  var topSpeed: Float = 0
}
