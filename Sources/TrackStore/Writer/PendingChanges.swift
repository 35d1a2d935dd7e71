import TrackCore

/// What waits for the next commit, in order. While the disk takes nothing it grows to a limit; then the oldest fixes
/// go, counted, and of each trip and visit only the newest state is kept: trips, visits and events are never lost.
struct PendingChanges {
  enum Element {
    case change(TrackChange)
    case batchEnd
  }

  private(set) var elements: [Element] = []
  private(set) var droppedFixes = 0
  private let limit: Int

  /// At most `limit` elements, about 200 bytes each.
  init(limit: Int) { self.limit = max(2, limit) }

  var isEmpty: Bool { elements.isEmpty }

  @inline(__always) mutating func append(_ element: Element) {
    if elements.count >= limit { thinOut() }
    elements.append(element)
  }

  mutating func removeAll() { elements.removeAll(keepingCapacity: elements.count <= 4096) }

  @inline(never) private mutating func thinOut() {
    var kept: [Element] = []
    var fixes = 0
    var trips: Set<Trip.ID> = []
    var visits: Set<Visit.ID> = []
    for element in elements.reversed() {
      switch element {
      case .change(.fix):
        fixes += 1
        if fixes > limit / 2 {
          droppedFixes += 1
          continue
        }
      case .change(.trip(let trip)):
        if !trips.insert(trip.id).inserted { continue }
      case .change(.visit(let visit)):
        if !visits.insert(visit.id).inserted { continue }
      case .batchEnd:
        if case .batchEnd = kept.last { continue }
      default: break
      }
      kept.append(element)
    }
    elements = kept.reversed()
  }
}
