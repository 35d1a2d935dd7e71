/// Thins a line to the positions that matter: no fix that is left out lies farther than a tolerance from the line through those that stay
/// (Douglas and Peucker, 1973).
///
/// It works on blocks of 4096 fixes, whose ends stay: memory is bounded however long the line, and at most one fix in 4096 stays without need.
/// There is no recursion. Within a block the time is O(n log n) as lines go, O(n²) at worst.
public struct TrackSimplifier {
  static let block = 4096

  private let tolerance: Double
  private var fixes: [Fix] = []
  private var places: [GreatCircle.Place] = []
  /// Whether the first of `fixes` was passed on as the end of the block before.
  private var firstIsDone = false

  /// - Parameter tolerance: metres, at least 0.
  public init(tolerance: Double) { self.tolerance = tolerance }

  /// Calls `body` with each fix that has proved to stay, in order.
  public mutating func add(_ fix: Fix, _ body: (Fix) throws -> Void) rethrows {
    fixes.append(fix)
    places.append(GreatCircle.Place(fix.coordinate))
    guard fixes.count == Self.block else { return }
    try passOn(body)
    fixes.removeSubrange(..<(Self.block - 1))
    places.removeSubrange(..<(Self.block - 1))
    firstIsDone = true
  }

  /// The line ends; another may begin.
  public mutating func finish(_ body: (Fix) throws -> Void) rethrows {
    try passOn(body)
    fixes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    firstIsDone = false
  }

  private func passOn(_ body: (Fix) throws -> Void) rethrows {
    let stays = staying()
    for k in fixes.indices where stays[k] && !(k == 0 && firstIsDone) { try body(fixes[k]) }
  }

  private func staying() -> [Bool] {
    var stays = [Bool](repeating: false, count: fixes.count)
    guard let last = fixes.indices.last else { return stays }
    stays[0] = true
    stays[last] = true
    var open = [(0, last)]
    while let (a, b) = open.popLast() {
      guard b - a > 1 else { continue }
      let line = GreatCircle(places[a], places[b])
      var farthest = a
      var distance = tolerance
      for k in (a + 1)..<b {
        let d = line.distance(to: places[k])
        if d > distance { (farthest, distance) = (k, d) }
      }
      guard farthest > a else { continue }
      stays[farthest] = true
      open.append((a, farthest))
      open.append((farthest, b))
    }
    return stays
  }
}
