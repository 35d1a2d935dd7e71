/// The parts of an address as a provider gives them, and the choice of those that make a short name.
public struct PlaceAddress: Equatable, Sendable {
  /// What stands there: a station, a shop, a peak.
  public var name: String?
  /// By the keys of OpenStreetMap's addresses: `road`, `house_number`, `town`, `country_code`, …; each is optional.
  public var parts: [String: String]
  /// The whole as one line, parts divided by commas.
  public var line: String

  public init(name: String? = nil, parts: [String: String], line: String) {
    self.name = name
    self.parts = parts
    self.line = line
  }

  /// In turn: what a place belongs to, for people. Where none is known, the smallest thing around it that is.
  private static let cityKeys = [
    "city", "town", "village", "municipality", "hamlet", "suburb", "locality", "city_district", "district", "borough",
    "isolated_dwelling", "county", "state_district", "province", "state", "region",
  ]
  private static let roadKeys = [
    "road", "street", "pedestrian", "square", "residential", "footway", "path", "cycleway", "track", "steps",
  ]
  /// In the place of a road, from near to far.
  private static let quarterKeys = [
    "neighbourhood", "quarter", "allotments", "residential", "isolated_dwelling", "farm", "croft", "hamlet", "suburb",
    "city_block", "locality", "village",
  ]

  public var city: String? { first(of: Self.cityKeys) }

  /// ISO 3166-1, two capital letters.
  public var countryCode: String? {
    guard let code = parts["country_code"], code.utf8.count == 2,
      code.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 })
    else { return nil }
    return code.uppercased()
  }

  /// Whether there is anything to call the place by: punctuation is no name.
  public var isEmpty: Bool { short.allSatisfy { $0.isWhitespace || $0.isPunctuation } }

  /// What stands there or the road with the house number, then the city: "37 Landstrasse, Schaan". Never empty unless all is.
  public var short: String {
    let city = self.city
    let spot = landmark ?? street ?? quarter
    switch (spot, city) {
    case (let spot?, let city?):
      let isCity = landmark == nil && street == nil && first(of: Self.quarterKeys) == city
      return spot == city || isCity ? spot : "\(spot), \(city)"
    case (let spot?, nil): return parts["country"].map { $0 == spot ? spot : "\(spot), \($0)" } ?? spot
    case (nil, let city?): return city
    case (nil, nil): return firstOfLine
    }
  }

  /// A name that says more than the address: not that of the road or of the city.
  private var landmark: String? {
    guard let name, !name.isEmpty, name != city, !Self.roadKeys.contains(where: { parts[$0] == name }) else {
      return nil
    }
    return name
  }

  private var street: String? {
    guard let road = first(of: Self.roadKeys) else { return nil }
    return HouseNumber.join(parts["house_number"], road, country: parts["country_code"])
  }

  /// Villages without street names count their houses: "Lhota 12". In Japan blocks are counted.
  private var quarter: String? {
    guard let place = first(of: Self.quarterKeys) else { return nil }
    guard let number = parts["house_number"] else { return place == city ? nil : place }
    return HouseNumber.join(number, place, country: parts["country_code"])
  }

  private var firstOfLine: String {
    guard let comma = line.firstIndex(of: ",") else { return line }
    return comma == line.startIndex ? line : String(line[..<comma])
  }

  private func first(of keys: [String]) -> String? {
    for key in keys { if let value = parts[key], !value.isEmpty { return value } }
    return nil
  }
}

/// Where the house number stands.
enum HouseNumber {
  /// Behind the road. After Universal Postal Union, addressing systems by country; elsewhere it leads.
  private static let behind: Set<String> = [
    "al", "ar", "at", "ba", "be", "bg", "bo", "br", "by", "ch", "cl", "cn", "co", "cr", "cy", "cz", "de", "dk", "ec",
    "ee", "es", "fi", "fo", "ge", "gl", "gr", "gt", "hr", "hu", "id", "il", "ir", "is", "it", "jp", "kr", "kz", "lt",
    "lv", "md", "me", "mk", "mx", "nl", "no", "pe", "pl", "pt", "py", "ro", "rs", "ru", "se", "si", "sk", "sm", "sv",
    "tr", "tw", "ua", "uy", "va", "ve", "xk",
  ]
  /// Behind the road and a comma.
  private static let commas: Set<String> = ["br", "by", "es", "kz", "pt", "ru", "ua"]

  static func join(_ number: String?, _ road: String, country: String?) -> String {
    guard let number, !number.isEmpty else { return road }
    let country = country?.lowercased() ?? ""
    if !behind.contains(country) { return "\(number) \(road)" }
    return commas.contains(country) ? "\(road), \(number)" : "\(road) \(number)"
  }
}
