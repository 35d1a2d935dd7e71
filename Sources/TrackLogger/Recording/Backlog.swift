import TrackCore

/// What has been decided and is not on the disk yet: the changes since the last commit and the pipeline's state after them.
///
/// Overflow: with more than `limit` elements the oldest recorded fixes go first and are counted, then the states of trips and
/// visits that newer ones outdate, then the oldest events, counted too. The newest state of each trip and visit stays.
struct Backlog {
  /// A disk that refuses is waited for this long: four hours of driving at half a row a second, in about 2 MB.
  static let limit = 8192

  enum Element: Equatable {
    case change(TrackChange)
    /// The pipeline asked for a commit here; several may go into one, but where they were stays the same.
    case batchEnd
  }

  private(set) var elements: [Element] = []
  /// The pipeline's state after `elements`.
  private(set) var checkpoint: [UInt8] = []
  /// What gpsd calls the receivers that the elements name.
  private(set) var devicePaths: [String] = []
  /// Rows that were given up because the disk took none.
  private(set) var dropped = 0
  private let limit: Int

  init(limit: Int = Self.limit) { self.limit = limit }

  var isEmpty: Bool { elements.isEmpty }

  /// How many of the elements are rows to write.
  var rows: Int { elements.count { $0 != .batchEnd } }

  /// Adds a batch that came after.
  mutating func append(_ changes: [TrackChange], checkpoint: [UInt8], devicePaths: [String]) {
    elements.reserveCapacity(elements.count + changes.count + 1)
    for change in changes { elements.append(.change(change)) }
    elements.append(.batchEnd)
    self.checkpoint = checkpoint
    self.devicePaths = devicePaths
    if elements.count > limit { shed() }
  }

  /// Everything, leaving nothing.
  mutating func take() -> Backlog {
    defer { self = Backlog(limit: limit) }
    return self
  }

  /// Down to half the limit where that is possible, so that shedding is rare.
  private mutating func shed() {
    drop {
      switch $0 {
      case .fix, .placeWanted: true
      default: false
      }
    }
    dropOutdated()
    drop { if case .event = $0 { true } else { false } }
  }

  /// Drops the oldest of those that `isSpare`, as many as needed.
  private mutating func drop(where isSpare: (TrackChange) -> Bool) {
    var excess = elements.count - limit / 2
    guard excess > 0 else { return }
    elements.removeAll { element in
      guard excess > 0, case .change(let change) = element, isSpare(change) else { return false }
      excess -= 1
      dropped += 1
      return true
    }
  }

  private mutating func dropOutdated() {
    guard elements.count > limit / 2 else { return }
    var trips: Set<Trip.ID> = []
    var visits: Set<Visit.ID> = []
    var kept: [Element] = []
    for element in elements.reversed() {
      let isNewest =
        switch element {
        case .change(.trip(let trip)): trips.insert(trip.id).inserted
        case .change(.visit(let visit)): visits.insert(visit.id).inserted
        case .change(.tripWithdrawn(let id)): trips.insert(id).inserted
        case .change(.visitWithdrawn(let id)): visits.insert(id).inserted
        case .change(.fix), .change(.event), .change(.placeWanted): true
        // With what it held gone it says nothing.
        case .batchEnd: kept.last != .batchEnd
        }
      if isNewest { kept.append(element) }
    }
    elements = kept.reversed()
  }
}
