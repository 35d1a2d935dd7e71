/// How far from where it stands a receiver may seem to be.
enum Reach {
  /// Metres: what people move about within a place (a shop, a yard), and drift that no estimate shows.
  static let place: Float = 35
  /// Deviation believed of a bin, in units of its error: nine in ten of a Rayleigh distribution.
  static let deviations: Float = 1.3
  /// Metres: beyond, whatever the error, it is elsewhere.
  static let farthest: Float = 120

  /// Metres from the centre within which a bin of that error counts as there; `spread` is the stay's own.
  static func gate(error: Float, spread: Float = 0) -> Float {
    let a = place + spread
    let b = deviations * error
    return min(farthest, (a * a + b * b).squareRoot())
  }
}
