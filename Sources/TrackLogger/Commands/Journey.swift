import TrackCore

/// Time zones in the order in which one came into them, so that a day begins when the clocks of the place say so.
struct Journey {
  /// Before, and where nothing is known.
  let home: TimeZoneData
  private var legs: [(from: Instant, zone: TimeZoneData)] = []

  init(home: TimeZoneData) { self.home = home }

  mutating func add(_ zone: TimeZoneData?, from: Instant) {
    guard let zone else { return }
    let place = legs.lastIndex { $0.from <= from }.map { $0 + 1 } ?? 0
    legs.insert((from, zone), at: place)
  }

  /// The zone where one was, as far as it is known; before the first place that one's.
  func zone(at time: Instant) -> TimeZoneData {
    legs.last { $0.from <= time }?.zone ?? legs.first?.zone ?? home
  }

  /// When the day begins so many days after 1970-01-01, where one was then.
  func start(ofDay number: Int) -> Instant {
    let date = CivilDate(daysSince1970: number)
    let about = Instant(milliseconds: Int64(number) * 86_400_000)
    // The zone at about that time says when it is; the one there and then may be another.
    return zone(at: zone(at: about).start(of: date)).start(of: date)
  }
}
