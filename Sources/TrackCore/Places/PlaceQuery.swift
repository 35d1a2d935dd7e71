/// The address of a request to a provider's server.
public struct PlaceQuery: Equatable, Sendable {
  public var provider: PlaceProvider
  /// Where the server's interface begins: "https://nominatim.openstreetmap.org".
  public var base: String
  /// As HTTP's Accept-Language has it; empty: the place's own.
  public var language: String

  public init(provider: PlaceProvider, base: String, language: String = "") {
    self.provider = provider
    self.base = base
    self.language = language
  }

  /// Asks what is at a position.
  public func reverse(_ at: Coordinate) -> String {
    let (lat, lon) = (Self.degrees(at.latitude), Self.degrees(at.longitude))
    switch provider {
    case .nominatim:
      // 18 is a building, the finest.
      return url(
        "reverse", [("format", "jsonv2"), ("lat", lat), ("lon", lon), ("zoom", "18"), ("addressdetails", "1")])
    case .photon: return url("reverse", [("lat", lat), ("lon", lon), ("limit", "1")])
    case .pelias: return url("v1/reverse", [("point.lat", lat), ("point.lon", lon), ("size", "1")])
    }
  }

  /// Asks where an address is: at most so many candidates.
  public func forward(_ text: String, limit: Int = 5) -> String {
    switch provider {
    case .nominatim:
      return url("search", [("format", "jsonv2"), ("q", text), ("limit", "\(limit)"), ("addressdetails", "1")])
    case .photon: return url("api", [("q", text), ("limit", "\(limit)")])
    case .pelias: return url("v1/search", [("text", text), ("size", "\(limit)")])
    }
  }

  private func url(_ path: String, _ parameters: [(String, String)]) -> String {
    var url = base
    while url.hasSuffix("/") { url.removeLast() }
    url += "/" + path
    for (k, (name, value)) in (parameters + languageParameter).enumerated() {
      url += (k == 0 ? "?" : "&") + name + "=" + Self.encoded(value)
    }
    return url
  }

  private var languageParameter: [(String, String)] {
    guard !language.isEmpty else { return [] }
    switch provider {
    case .nominatim: return [("accept-language", language)]
    // One language: the first. Pelias reads the header.
    case .photon: return [("lang", String(language.prefix { $0.isASCII && $0.isLetter }.lowercased()))]
    case .pelias: return []
    }
  }

  /// To 1e-7°, a centimetre.
  private static func degrees(_ value: Double) -> String {
    var text = ByteText()
    text.put(value, decimals: 7)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// RFC 3986: all but unreserved characters as %XX.
  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
