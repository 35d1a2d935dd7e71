import TrackCore

/// Reads the bodies of replies with SQLite's JSON functions. Trusts none of it: what is of another shape is `foreign`.
public final class ReplyReader {
  /// What a body says.
  public enum Body: Equatable, Sendable {
    case place(PlaceAddress, attribution: String?)
    case nothing
    /// Not from such a server.
    case foreign(String)
  }

  /// A place that a search found.
  public struct Candidate: Equatable, Sendable {
    public var address: PlaceAddress
    public var coordinate: Coordinate
    public var attribution: String?
  }

  private let database: Database
  private let provider: PlaceProvider

  /// Scalars of one value that are kept; more is no name.
  private static let longest = 500

  public convenience init(_ queue: GeocodeQueue) throws(StoreError) {
    try self.init(queue.database, queue.settings.places.provider ?? .nominatim)
  }

  init(_ database: Database, _ provider: PlaceProvider) throws(StoreError) {
    self.database = database
    self.provider = provider
  }

  /// The body of a reply to a reverse query, that came with status 200.
  public func place(_ body: [UInt8]) throws(StoreError) -> Body {
    guard let json = try json(body) else { return .foreign(Self.looksLike(body)) }
    switch provider {
    case .nominatim:
      if try type(json, "$.display_name") == "text" {
        let address = try nominatim(json, "$")
        return address.isEmpty ? .nothing : .place(address, attribution: try text(json, "$.licence"))
      }
      if let error = try text(json, "$.error"), error.lowercased().hasPrefix("unable to geocode") { return .nothing }
    case .photon, .pelias:
      if try type(json, "$.features") == "array" {
        guard try type(json, "$.features[0]") != nil else { return .nothing }
        guard try type(json, "$.features[0].properties") == "object" else { break }
        guard let address = try feature(json, "$.features[0]"), !address.isEmpty else { return .nothing }
        return .place(address, attribution: try text(json, "$.geocoding.attribution"))
      }
    }
    return .foreign("JSON of another shape")
  }

  /// The body of a reply to a forward query, that came with status 200; nil where it is not from such a server.
  public func candidates(_ body: [UInt8]) throws(StoreError) -> [Candidate]? {
    guard let json = try json(body) else { return nil }
    var found: [Candidate] = []
    let root = provider == .nominatim ? "$" : "$.features"
    guard try type(json, root) == "array" else { return nil }
    for k in 0..<50 {
      let path = "\(root)[\(k)]"
      guard try type(json, path) != nil else { break }
      let address = try provider == .nominatim ? nominatim(json, path) : feature(json, path)
      let lat = try provider == .nominatim ? text(json, path + ".lat") : text(json, path + ".geometry.coordinates[1]")
      let lon = try provider == .nominatim ? text(json, path + ".lon") : text(json, path + ".geometry.coordinates[0]")
      guard let address, let latitude = lat.flatMap(Double.init), let longitude = lon.flatMap(Double.init),
        (-90...90).contains(latitude), (-180...180).contains(longitude)
      else { continue }
      found.append(
        Candidate(
          address: address, coordinate: Coordinate(latitude: latitude, longitude: longitude),
          attribution: try provider == .nominatim ? text(json, path + ".licence") : nil))
    }
    return found
  }

  /// What a server says it did not like.
  public func message(_ body: [UInt8]) throws(StoreError) -> String? {
    guard let json = try json(body) else {
      let line = String(decoding: body.prefix(200).prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
      return line.isEmpty || line.hasPrefix("<") ? nil : Self.clean(line)
    }
    for path in ["$.error.message", "$.error", "$.message", "$.geocoding.errors[0]"] {
      if let message = try text(json, path) { return message }
    }
    return nil
  }

  // MARK: - Shapes

  private func nominatim(_ json: [UInt8], _ path: String) throws(StoreError) -> PlaceAddress {
    PlaceAddress(
      name: try text(json, path + ".name"), parts: try members(json, path + ".address"),
      line: try text(json, path + ".display_name") ?? "")
  }

  /// What GeoJSON calls the parts, in the words of OpenStreetMap's addresses.
  private static let keys: [String: String] = [
    "housenumber": "house_number", "countrycode": "country_code", "region": "state", "postalcode": "postcode",
    "district": "suburb",
  ]

  private func feature(_ json: [UInt8], _ path: String) throws(StoreError) -> PlaceAddress? {
    let found = try members(json, path + ".properties")
    if found.isEmpty { return nil }
    var parts: [String: String] = [:]
    for (key, value) in found { parts[Self.keys[key] ?? key] = value }
    if provider == .pelias {
      parts["city"] = parts["locality"] ?? parts["localadmin"]
      if parts["country_code"] == nil { parts["country_code"] = parts["country_a"].flatMap(CountryCode.two) }
    } else if parts["city"] == nil, Self.isSettlement(found) {
      parts["city"] = found["name"]
    }
    var line = parts["label"] ?? ""
    if line.isEmpty {
      let order = ["name", "street", "house_number", "suburb", "postcode", "city", "county", "state", "country"]
      line = order.compactMap { parts[$0] }.joined(separator: ", ")
    }
    var name = parts["name"]
    // Pelias calls an address by its house number and street.
    if provider == .pelias, let number = parts["house_number"], let known = name, parts["street"] != nil,
      known.hasPrefix(number + " ") || known.hasSuffix(" " + number)
    {
      name = nil
    }
    return line.isEmpty ? nil : PlaceAddress(name: name, parts: parts, line: line)
  }

  /// A city, town or village is itself what Photon found: it stands in none.
  private static func isSettlement(_ found: [String: String]) -> Bool {
    found["type"] == "city"
      || found["osm_key"] == "place" && ["city", "town", "village", "hamlet"].contains(found["osm_value"] ?? "")
  }

  // MARK: - JSON

  /// The body as SQLite reads it; nil where it is no JSON object or array.
  private func json(_ body: [UInt8]) throws(StoreError) -> [UInt8]? {
    guard String(validating: body, as: UTF8.self) != nil else { return nil }
    let json = Self.withoutNUL(body)
    let statement = try database.prepare("SELECT json_valid(?1)")
    statement.bind(1, text: json)
    guard try statement.step(), statement.int(0) == 1 else { return nil }
    return json
  }

  /// SQLite ends a text at an escaped NUL; a blank is in its place.
  private static func withoutNUL(_ body: [UInt8]) -> [UInt8] {
    var body = body
    var k = 0
    while k + 1 < body.count {
      guard body[k] == UInt8(ascii: "\\") else {
        k += 1
        continue
      }
      if body[k + 1] == UInt8(ascii: "u"), k + 5 < body.count, body[(k + 2)...(k + 5)].elementsEqual("0000".utf8) {
        body[k + 4] = UInt8(ascii: "2")
      }
      k += 2
    }
    return body
  }

  private func type(_ json: [UInt8], _ path: String) throws(StoreError) -> String? {
    let statement = try database.prepare("SELECT json_type(?1, ?2)")
    statement.bind(1, text: json)
    statement.bind(2, path)
    return try statement.step() ? statement.optionalText(0) : nil
  }

  /// No number that is beyond what its digits can be had back from: 1e999 is no house number.
  private static func isSane(_ column: String) -> String { "(typeof(\(column)) <> 'real' OR abs(\(column)) < 1e15)" }

  /// A text or number, cleaned; nil where there is neither, or it is empty.
  private func text(_ json: [UInt8], _ path: String) throws(StoreError) -> String? {
    let statement = try database.prepare(
      """
      SELECT value FROM (SELECT json_extract(?1, ?2) AS value)
      WHERE json_type(?1, ?2) IN ('text', 'integer', 'real') AND \(Self.isSane("value"))
      """)
    statement.bind(1, text: json)
    statement.bind(2, path)
    guard try statement.step(), let value = statement.optionalText(0) else { return nil }
    let text = Self.clean(value)
    return text.isEmpty ? nil : text
  }

  /// The texts and numbers of an object, at most 64.
  private func members(_ json: [UInt8], _ path: String) throws(StoreError) -> [String: String] {
    let statement = try database.prepare(
      """
      SELECT key, atom FROM json_each(?1, ?2)
      WHERE type IN ('text', 'integer', 'real') AND typeof(key) = 'text' AND \(Self.isSane("atom")) LIMIT 64
      """)
    statement.bind(1, text: json)
    statement.bind(2, path)
    var found: [String: String] = [:]
    while try statement.step() {
      guard let key = statement.optionalText(0), let value = statement.optionalText(1) else { continue }
      let text = Self.clean(value)
      if !text.isEmpty { found[key] = text }
    }
    return found
  }

  /// Without control characters and blanks at the ends, and not longer than a name can be.
  private static func clean(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar.value {
      case 0..<32, 127...159, 0x2028, 0x2029: kept.append(" ")
      default: kept.append(scalar)
      }
    }
    while kept.first == " " { kept.removeFirst() }
    while kept.last == " " { kept.removeLast() }
    return String(kept)
  }

  private static func looksLike(_ body: [UInt8]) -> String {
    if body.isEmpty { return "an empty reply" }
    return body.first == UInt8(ascii: "<") ? "a web page instead of an answer" : "no JSON"
  }
}
