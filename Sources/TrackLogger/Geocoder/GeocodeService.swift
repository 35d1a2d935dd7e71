import TrackCore
import TrackStore

/// Whom the configuration lets us ask, and how.
struct GeocodeService: Equatable {
  var provider: PlaceProvider
  var url: String
  var drain: DrainSettings
  var contact: String?

  /// nil where nobody is to be asked. Throws where the configuration lacks what asking takes.
  init?(_ configuration: Configuration) throws(Failure) {
    guard let provider = configuration.settings.places.provider else { return nil }
    self.provider = provider
    let geocode = configuration.geocode
    contact = geocode.contact
    guard let url = geocode.url ?? provider.publicServer else {
      throw Failure(.data, "there is no public \(provider.rawValue) server: name yours with [geocode] url")
    }
    self.url = url
    if contact == nil, Self.isPublic(url) {
      throw Failure(
        .data,
        "the public server \(Self.host(of: url)) is asked only by those whom its keepers can reach: set [geocode] contact to "
          + "your mail address, or [geocode] url to a server of your own")
    }
    drain = DrainSettings(
      places: configuration.settings.places, url: url, capacity: geocode.capacity, rate: geocode.rate,
      lifetimes: geocode.lifetimes)
  }

  var query: PlaceQuery { PlaceQuery(provider: provider, base: url, language: drain.places.language) }

  /// Servers that many share.
  static func isPublic(_ url: String) -> Bool {
    let host = host(of: url)
    return PlaceProvider.allCases.contains { $0.publicServer.map { Self.host(of: $0) } == host }
      || host == "openstreetmap.org" || host.hasSuffix(".openstreetmap.org")
  }

  /// In lower case, without user, port and the dot that may end it.
  static func host(of url: String) -> String {
    var rest = Substring(url)
    if let scheme = url.range(of: "://") { rest = url[scheme.upperBound...] }
    rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") { rest = rest[..<colon] }
    while rest.hasSuffix(".") { rest = rest.dropLast() }
    return rest.lowercased()
  }
}

extension String {
  /// Where `text` stands first. (The standard library has this only with Foundation.)
  fileprivate func range(of text: String) -> Range<String.Index>? {
    let wanted = Array(text.utf8)
    let bytes = Array(utf8)
    guard bytes.count >= wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
      return utf8.index(startIndex, offsetBy: start)..<utf8.index(startIndex, offsetBy: start + wanted.count)
    }
    return nil
  }
}
