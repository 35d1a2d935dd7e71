import TrackCore
import TrackStore

/// Whom the configuration lets us ask, and how.
struct GeocodeService: Equatable {
  var provider: PlaceProvider
  var url: ServerURL
  var drain: DrainSettings
  var contact: String?

  /// nil where nobody is to be asked. Throws where the configuration lacks what asking takes.
  init?(_ configuration: Configuration) throws(Failure) {
    guard let provider = configuration.settings.places.provider else { return nil }
    self.provider = provider
    let geocode = configuration.geocode
    contact = geocode.contact
    guard let url = geocode.url ?? provider.publicServer.flatMap(ServerURL.init) else {
      throw Failure(.data, "there is no public \(provider.rawValue) server: name yours with [geocode] url")
    }
    self.url = url
    if contact == nil, Self.isPublic(url) {
      throw Failure(
        .data,
        "the public server \(url.host) is asked only by those whom its keepers can reach: set [geocode] contact to "
          + "your mail address, or [geocode] url to a server of your own")
    }
    drain = DrainSettings(
      places: configuration.settings.places, url: url.server, capacity: geocode.capacity, rate: geocode.rate,
      lifetimes: geocode.lifetimes)
  }

  var query: PlaceQuery { PlaceQuery(provider: provider, base: url.text, language: drain.places.language) }

  /// Servers that many share.
  static func isPublic(_ url: ServerURL) -> Bool {
    PlaceProvider.allCases.contains { $0.publicServer.flatMap(ServerURL.init)?.host == url.host }
      || url.host == "openstreetmap.org" || url.host.hasSuffix(".openstreetmap.org")
  }
}
