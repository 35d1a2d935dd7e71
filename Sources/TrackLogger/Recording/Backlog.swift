import TrackCore

/// What has been decided and is not on the disk yet: the changes since the last commit and the pipeline's state after them.
///
/// Overflow: with more than `limit` changes the oldest recorded fixes go first and are counted, then the states of trips and
/// visits that newer ones outdate, then the oldest events, counted too. The newest state of each trip and visit stays.
struct Backlog {
  /// A disk that refuses is waited for this long: four hours of driving at half a row a second, in about 3 MB.
  static let limit = 8192

  private(set) var changes: [TrackChange] = []
  /// The pipeline's state after `changes`; nil: none to save.
  private(set) var checkpoint: [UInt8]?
  /// Rows that were given up because the disk took none.
  private(set) var dropped = 0
  private let limit: Int

  init(limit: Int = Self.limit) { self.limit = limit }

  var isEmpty: Bool { changes.isEmpty && checkpoint == nil }

  /// Adds what came after: its checkpoint, if it has one, outdates ours.
  mutating func append(_ changes: [TrackChange], checkpoint: [UInt8]?) {
    if self.changes.isEmpty { self.changes = changes } else { self.changes += changes }
    if let checkpoint { self.checkpoint = checkpoint }
    if self.changes.count > limit { shed() }
  }

  /// Everything, leaving nothing but the count.
  mutating func take() -> Backlog {
    defer { self = Backlog(limit: limit) }
    return self
  }

  /// Down to half the limit where that is possible, so that shedding is rare.
  private mutating func shed() {
    drop { if case .fix = $0 { true } else { false } }
    dropOutdated()
    drop { if case .event = $0 { true } else { false } }
  }

  /// Drops the oldest of those that `isSpare`, as many as needed.
  private mutating func drop(where isSpare: (TrackChange) -> Bool) {
    var excess = changes.count - limit / 2
    guard excess > 0 else { return }
    changes.removeAll { change in
      guard excess > 0, isSpare(change) else { return false }
      excess -= 1
      dropped += 1
      return true
    }
  }

  private mutating func dropOutdated() {
    guard changes.count > limit / 2 else { return }
    var trips: Set<Trip.ID> = []
    var visits: Set<Visit.ID> = []
    var kept: [TrackChange] = []
    for change in changes.reversed() {
      switch change {
      case .trip(let trip): if trips.insert(trip.id).inserted { kept.append(change) }
      case .visit(let visit): if visits.insert(visit.id).inserted { kept.append(change) }
      case .tripWithdrawn(let id): if trips.insert(id).inserted { kept.append(change) }
      case .visitWithdrawn(let id): if visits.insert(id).inserted { kept.append(change) }
      case .fix, .event: kept.append(change)
      }
    }
    changes = kept.reversed()
  }
}
