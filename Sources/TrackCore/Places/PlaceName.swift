/// What a place is called, and who says so.
public struct PlaceName: Equatable, Sendable {
  /// For lists: "37 Landstrasse, Schaan".
  public var short: String
  /// Everything that is known, as the provider writes it.
  public var full: String
  /// City, town or village.
  public var city: String?
  /// ISO 3166-1, two capital letters.
  public var countryCode: String?
  /// As the zone database names it: Europe/Vaduz.
  public var timeZone: String?
  /// "nominatim", "photon", "pelias", or "gazetteer".
  public var provider: String
  /// What has to be shown beside the name.
  public var attribution: String
  /// When it was last confirmed; nil where the clock could not be believed then.
  public var fetched: Instant?

  public init(
    short: String, full: String, city: String? = nil, countryCode: String? = nil, timeZone: String? = nil,
    provider: String, attribution: String, fetched: Instant? = nil
  ) {
    self.short = short
    self.full = full
    self.city = city
    self.countryCode = countryCode
    self.timeZone = timeZone
    self.provider = provider
    self.attribution = attribution
    self.fetched = fetched
  }
}
