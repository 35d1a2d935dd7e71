import TrackCore

/// A value that its key does not take.
struct BadValue: Error {
  /// What it takes: "a number of metres, 1 to 10000".
  var wanted: String
}

/// One key of the configuration file. The manual and the sample file are checked against this table.
struct ConfigurationKey: Sendable {
  let section: String
  let name: String
  /// The default, as it would be written; empty: there is none.
  let standard: String
  let set: @Sendable (inout Configuration, String) throws(BadValue) -> Void

  init(
    _ section: String, _ name: String, _ standard: String = "",
    set: @escaping @Sendable (inout Configuration, String) throws(BadValue) -> Void
  ) {
    self.section = section
    self.name = name
    self.standard = standard
    self.set = set
  }

  func isSame(as other: ConfigurationKey) -> Bool { section == other.section && name == other.name }

  static let sections = ["gpsd", "filter", "visit", "trip", "geocode", "store", "events"]

  static let all: [ConfigurationKey] = gpsd + detection + geocode + store

  private static let gpsd: [ConfigurationKey] = [
    ConfigurationKey("gpsd", "host", "localhost") { (c, v) throws(BadValue) in
      c.host = try Value.word(v, "a host name or address")
    },
    ConfigurationKey("gpsd", "port", "2947") { (c, v) throws(BadValue) in
      c.port = UInt16(try Value.integer(v, 1...65_535))
    },
    ConfigurationKey("gpsd", "device") { (c, v) throws(BadValue) in
      c.settings.device = try Value.word(v, "a device as gpsd names it")
    },
  ]

  private static let detection: [ConfigurationKey] = [
    ConfigurationKey("filter", "profile", "default") { (c, v) throws(BadValue) in
      c.settings.filter = FilterSettings(profile: try Value.choice(v, Settings.Profile.self))
    },
    ConfigurationKey("filter", "max_error", "100") { (c, v) throws(BadValue) in
      c.settings.filter.maxError = try Value.metres(v, 1...100_000)
    },
    ConfigurationKey("filter", "max_age", "15") { (c, v) throws(BadValue) in
      c.settings.filter.maxAge = try Value.duration(v, 1...86_400)
    },
    ConfigurationKey("filter", "max_speed", "80") { (c, v) throws(BadValue) in
      c.settings.filter.maxSpeed = try Value.speed(v, 1...12_000)
    },
    ConfigurationKey("filter", "distance", "10") { (c, v) throws(BadValue) in
      c.settings.filter.distance = try Value.metres(v, 0...10_000)
    },
    ConfigurationKey("filter", "earliest_date") { (c, v) throws(BadValue) in
      c.settings.filter.earliestDate = try Value.date(v)
    },
    ConfigurationKey("visit", "min_duration", "3 min") { (c, v) throws(BadValue) in
      c.settings.visit.minDuration = try Value.duration(v, 10...1_200)
    },
    ConfigurationKey("visit", "radius", "50") { (c, v) throws(BadValue) in
      c.settings.visit.radius = try Value.metres(v, 5...5000)
    },
    ConfigurationKey("trip", "max_gap", "30 min") { (c, v) throws(BadValue) in
      c.settings.trip.maxGap = try Value.duration(v, 60...604_800)
    },
  ]

  private static let geocode: [ConfigurationKey] = [
    ConfigurationKey("geocode", "provider", "nominatim") { (c, v) throws(BadValue) in
      c.settings.places.provider = v == "none" ? nil : try Value.provider(v)
    },
    ConfigurationKey("geocode", "url") { (c, v) throws(BadValue) in c.geocode.url = try Value.url(v) },
    ConfigurationKey("geocode", "contact") { (c, v) throws(BadValue) in c.geocode.contact = v },
    ConfigurationKey("geocode", "language") { (c, v) throws(BadValue) in
      c.settings.places.language = try Value.language(v)
    },
    ConfigurationKey("geocode", "capacity", "10") { (c, v) throws(BadValue) in
      c.geocode.capacity = Int(try Value.integer(v, 1...1000))
    },
    ConfigurationKey("geocode", "rate", "0.5") { (c, v) throws(BadValue) in
      c.geocode.rate = try Value.number(v, 0.001...1000, "requests a second")
    },
    ConfigurationKey("geocode", "min_distance", "250") { (c, v) throws(BadValue) in
      c.settings.places.minDistance = try Value.metres(v, 0...1_000_000)
    },
    ConfigurationKey("geocode", "min_interval", "60") { (c, v) throws(BadValue) in
      c.settings.places.minInterval = try Value.duration(v, 0...604_800)
    },
    ConfigurationKey("geocode", "cell", "100") { (c, v) throws(BadValue) in
      c.settings.places.cell = Int(try Value.metres(v, 10...10_000).rounded())
    },
    ConfigurationKey("geocode", "keep_address", "1 d") { (c, v) throws(BadValue) in
      c.geocode.lifetimes.address = try Value.duration(v, 60...3.2e9)
    },
    ConfigurationKey("geocode", "keep_nothing", "7 d") { (c, v) throws(BadValue) in
      c.geocode.lifetimes.nothing = try Value.duration(v, 60...3.2e9)
    },
    ConfigurationKey("geocode", "retry_after", "1 min") { (c, v) throws(BadValue) in
      c.geocode.lifetimes.failure.first = try Value.duration(v, 10...86_400)
    },
    ConfigurationKey("geocode", "retry_at_most", "1 d") { (c, v) throws(BadValue) in
      c.geocode.lifetimes.failure.longest = try Value.duration(v, 60...604_800)
    },
  ]

  private static let store: [ConfigurationKey] = [
    ConfigurationKey("store", "path") { (c, v) throws(BadValue) in c.storePath = try Value.path(v) },
    ConfigurationKey("store", "commit_interval", "10") { (c, v) throws(BadValue) in
      c.settings.commitInterval = try Value.duration(v, 1...3600)
    },
    ConfigurationKey("store", "retention") { (c, v) throws(BadValue) in
      c.retention = try Value.duration(v, 86_400...3.2e9)
    },
    ConfigurationKey("events", "command") { (c, v) throws(BadValue) in c.eventCommand = try Value.command(v) },
  ]
}
