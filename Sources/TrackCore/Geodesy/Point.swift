/// A position in a local plane, in metres east and north of its origin.
///
/// Single precision: to 1 mm within 16 km of the origin. It is what a checkpoint keeps, so that a restored detector goes on
/// from the very same numbers.
struct Point: Equatable, Sendable {
  var east: Float
  var north: Float

  static let zero = Point(east: 0, north: 0)

  var length: Float { (east * east + north * north).squareRoot() }

  /// Metres between two points.
  func distance(to other: Point) -> Float { (self - other).length }

  /// The scalar product.
  func dot(_ other: Point) -> Float { east * other.east + north * other.north }

  static func + (a: Point, b: Point) -> Point { Point(east: a.east + b.east, north: a.north + b.north) }
  static func - (a: Point, b: Point) -> Point { Point(east: a.east - b.east, north: a.north - b.north) }
  static func * (a: Point, k: Float) -> Point { Point(east: a.east * k, north: a.north * k) }
}
