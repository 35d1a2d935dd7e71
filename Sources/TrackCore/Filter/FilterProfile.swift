extension FilterSettings {
  /// The numbers of a profile. The age on arrival (15 s) is the same for all.
  ///
  /// | profile | speed | why | error | distance |
  /// |---|---|---|---|---|
  /// | `default`, `automotive` | 80 m/s | 288 km/h, above what is driven on any road | 100 m | 10 m |
  /// | `cycling` | 40 m/s | 144 km/h, the record of a human-powered vehicle on the flat (2016) | 50 m | 10 m |
  /// | `fitness` | 15 m/s | 12.4 m/s, the fastest measured of a runner (Berlin 2009), and room | 50 m | 5 m |
  /// | `marine` | 40 m/s | 58 knots, the fastest ferry (2013), and room for race boats | 100 m | 20 m |
  /// | `airborne` | 515 m/s | 1,000 knots: above that, civil receivers fall silent by export rules | 100 m | 100 m |
  public init(profile: Settings.Profile) {
    self.init()
    switch profile {
    case .default, .automotive:
      maxSpeed = 80
    case .cycling:
      maxSpeed = 40
      maxError = 50
    case .fitness:
      maxSpeed = 15
      maxError = 50
      distance = 5
    case .marine:
      maxSpeed = 40
      distance = 20
    case .airborne:
      maxSpeed = 515
      distance = 100
    }
  }
}
