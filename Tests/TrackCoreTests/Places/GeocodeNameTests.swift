import Testing

@testable import TrackCore

@Suite struct GeocodeNameTests {
  struct Case: Sendable {
    var name: String?
    var parts: [String: String]
    var short: String
    var city: String?
  }

  static let cases: [Case] = [
    // The number leads or follows, as the country has it.
    Case(
      parts: ["house_number": "37", "road": "Landstrasse", "town": "Schaan", "country_code": "li"],
      short: "37 Landstrasse, Schaan", city: "Schaan"),
    Case(
      parts: ["house_number": "10", "road": "Downing Street", "city": "London", "country_code": "gb"],
      short: "10 Downing Street, London", city: "London"),
    Case(
      parts: ["house_number": "12", "road": "Hauptstraße", "city": "Berlin", "country_code": "de"],
      short: "Hauptstraße 12, Berlin", city: "Berlin"),
    Case(
      parts: ["house_number": "5", "road": "Calle Mayor", "city": "Madrid", "country_code": "es"],
      short: "Calle Mayor, 5, Madrid", city: "Madrid"),
    Case(
      parts: ["house_number": "8 bis", "road": "Rue de Rivoli", "city": "Paris", "country_code": "fr"],
      short: "8 bis Rue de Rivoli, Paris", city: "Paris"),
    // Villages that count their houses.
    Case(
      parts: ["house_number": "12", "village": "Lhota", "country_code": "cz"], short: "Lhota 12", city: "Lhota"),
    Case(
      parts: ["house_number": "12", "hamlet": "Lhota", "town": "Kolín", "country_code": "cz"], short: "Lhota 12, Kolín",
      city: "Kolín"),
    Case(
      parts: ["house_number": "3", "neighbourhood": "Kasumigaseki 2", "city": "Tokyo", "country_code": "jp"],
      short: "Kasumigaseki 2 3, Tokyo", city: "Tokyo"),
    // What stands there says more than the address; the road's or the city's own name does not.
    Case(
      name: "Vaduz, Post", parts: ["road": "Städtle", "town": "Vaduz", "country_code": "li"],
      short: "Vaduz, Post, Vaduz", city: "Vaduz"),
    Case(
      name: "Städtle", parts: ["road": "Städtle", "town": "Vaduz", "country_code": "li"], short: "Städtle, Vaduz",
      city: "Vaduz"),
    Case(name: "Vaduz", parts: ["town": "Vaduz", "country_code": "li"], short: "Vaduz", city: "Vaduz"),
    // City, town, village, municipality, hamlet, suburb, in turn.
    Case(
      parts: ["city": "A", "town": "B", "village": "C", "municipality": "D", "hamlet": "E", "suburb": "F"],
      short: "E, A", city: "A"),
    Case(parts: ["village": "C", "municipality": "D"], short: "C", city: "C"),
    Case(parts: ["municipality": "D", "hamlet": "E", "suburb": "F"], short: "E, D", city: "D"),
    Case(parts: ["hamlet": "E", "suburb": "F", "road": "R"], short: "R, E", city: "E"),
    Case(parts: ["suburb": "F", "road": "R"], short: "R, F", city: "F"),
    Case(parts: ["province": "東京都", "country_code": "jp"], short: "東京都", city: "東京都"),
    Case(name: "Café 🚲", parts: ["province": "東京都", "country_code": "jp"], short: "Café 🚲, 東京都", city: "東京都"),
    // Hardly anything.
    Case(parts: ["country": "Liechtenstein"], short: "Somewhere", city: nil),
    Case(parts: ["road": "A 13", "country": "Schweiz"], short: "A 13, Schweiz", city: nil),
    Case(parts: [:], short: "Somewhere", city: nil),
  ]

  @Test(arguments: cases) func theShortNameIsWhatOneWouldSay(_ each: Case) {
    let address = PlaceAddress(name: each.name, parts: each.parts, line: "Somewhere, Beyond")
    #expect(address.short == each.short)
    #expect(address.city == each.city)
  }

  @Test(arguments: ["cy", "md", "il", "ge", "tw", "cn"]) func theNumberFollowsTheRoad(country: String) {
    let address = PlaceAddress(
      parts: ["house_number": "3", "road": "Road", "city": "City", "country_code": country], line: "")
    #expect(address.short == "Road 3, City")
  }

  @Test func countriesHaveTwoAndThreeLetters() {
    for (three, two) in [
      ("LIE", "LI"), ("deu", "DE"), ("AUT", "AT"), ("CHE", "CH"), ("USA", "US"), ("GBR", "GB"), ("ZWE", "ZW"),
      ("AND", "AD"), ("XKX", "XK"),
    ] { #expect(CountryCode.two(three) == two) }
    for none in ["", "LI", "XXX", "LIEC", "IE ", "E A"] { #expect(CountryCode.two(none) == nil) }
  }

  @Test func theCountryCodeIsTwoCapitals() {
    for code in ["<>", "4x", "l ", "é"] {
      #expect(PlaceAddress(parts: ["country_code": code], line: "").countryCode == nil)
    }
    #expect(PlaceAddress(parts: ["country_code": "li"], line: "").countryCode == "LI")
    #expect(PlaceAddress(parts: ["country_code": "liechtenstein"], line: "").countryCode == nil)
    #expect(PlaceAddress(parts: [:], line: "").countryCode == nil)
  }

  @Test func anAddressOfNothingIsEmptyAndNoMore() {
    #expect(PlaceAddress(parts: [:], line: "").short.isEmpty)
    #expect(PlaceAddress(parts: [:], line: ",").short == ",")
  }
}
