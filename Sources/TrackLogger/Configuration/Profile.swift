import TrackCore

extension Settings {
  /// Sets what depends on what carries the receiver: the greatest speed that is believed, and how close recorded fixes lie.
  ///
  /// The speeds are what the fastest of each kind reach: a downhill race on a bicycle 90 km/h, a sprinter 12.4 m/s, a
  /// racing boat 75 kn, an airliner with the jet stream behind it 360 m/s. `automotive` and `default` are the design's 80 m/s.
  mutating func apply(_ profile: Profile) {
    switch profile {
    case .automotive, .default:
      filter.maxSpeed = 80
      filter.distance = 10
    case .cycling:
      filter.maxSpeed = 25
      filter.distance = 5
    case .fitness:
      filter.maxSpeed = 13
      filter.distance = 5
    case .marine:
      filter.maxSpeed = 40
      filter.distance = 10
    case .airborne:
      filter.maxSpeed = 360
      filter.distance = 50
    }
  }
}
