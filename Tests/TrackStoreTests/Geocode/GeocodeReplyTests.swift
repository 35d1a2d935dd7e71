import Testing
import TrackCore

@testable import TrackStore

@Suite struct GeocodeReplyTests {
  private let scratch: Scratch
  private let database: Database

  init() throws {
    scratch = try Scratch()
    try scratch.record([])
    database = try Database(path: scratch.path, mode: .readWrite)
  }

  private func read(_ body: String, _ provider: PlaceProvider = .nominatim) throws -> ReplyReader.Body {
    try ReplyReader(database, provider).place(Array(body.utf8))
  }

  @Test func anAnswerOfNominatim() throws {
    let body = """
      {"place_id":1,"licence":"Data © OSM","osm_id":"123456789012","lat":"47.14","lon":"9.52","name":"",
      "display_name":"37, Landstrasse, Schaan","address":{"house_number":"37","road":"Landstrasse","town":"Schaan",
      "postcode":9494,"flags":[1],"nothing":null,"country_code":"li"}}
      """
    #expect(
      try read(body)
        == .place(
          PlaceAddress(
            parts: [
              "house_number": "37", "road": "Landstrasse", "town": "Schaan", "postcode": "9494", "country_code": "li",
            ], line: "37, Landstrasse, Schaan"), attribution: "Data © OSM"))
  }

  @Test func nothingThereIsSaidInWords() throws {
    #expect(try read(#"{"error":"Unable to geocode"}"#) == .nothing)
    #expect(try read(#"{"features":[]}"#, .photon) == .nothing)
    #expect(try read(#"{"type":"FeatureCollection","features":[]}"#, .pelias) == .nothing)
  }

  @Test(arguments: [
    "", "null", "7", "[]", "{}", "<html></html>", #"{"display_name": "x", "#, #"[{"display_name": 7, "address": []}]"#,
    #"{"display_name":7}"#, #"{"error":{"code":400}}"#, #"{"error":"Bandwidth"}"#, "{\"display_name\":\"\u{1}\"}",
  ]) func anyOtherShapeIsForeign(body: String) throws {
    for provider in PlaceProvider.allCases {
      guard case .foreign = try read(body, provider) else {
        Issue.record("\(provider) took \(body)")
        continue
      }
    }
  }

  @Test func bytesThatAreNoTextAreForeign() throws {
    guard case .foreign = try ReplyReader(database, .nominatim).place([0x7b, 0xff, 0x7d]) else {
      Issue.record("taken")
      return
    }
  }

  @Test func aPlaceWithoutAnyNameIsNothing() throws {
    for body in [
      #"{"display_name":"","name":"","address":{}}"#, #"{"display_name":"   ","address":{"city":" "}}"#,
      #"{"display_name":",,,","address":{}}"#,
    ] { #expect(try read(body) == .nothing, "\(body)") }
    for body in [#"{"features":[{"properties":{}}]}"#, #"{"features":[{"properties":{"name":"","osm_id":" "}}]}"#] {
      #expect(try read(body, .photon) == .nothing, "\(body)")
    }
  }

  @Test func aNumberThatIsNoneIsLeftOut() throws {
    let body = """
      {"display_name":"x","name":1e999,"address":{"road":-1e999,"city":7,"suburb":2.5,
      "house_number":123456789012345678901234567890}}
      """
    #expect(
      try read(body) == .place(PlaceAddress(parts: ["city": "7", "suburb": "2.5"], line: "x"), attribution: nil))
  }

  @Test func nestingHasAnEnd() throws {
    let deep = String(repeating: "[", count: 100_000)
    guard case .foreign = try read(deep) else {
      Issue.record("taken")
      return
    }
  }

  @Test func anAddressOfAnotherShapeIsNone() throws {
    #expect(
      try read(#"{"display_name":"A, B","address":["x","y"],"name":[1]}"#)
        == .place(PlaceAddress(parts: [:], line: "A, B"), attribution: nil))
  }

  /// NUL would end the text, control characters move cursors; the rest is somebody's name.
  @Test func hostileTextIsCleanedAndKept() throws {
    let evil = #"'); DROP TABLE fix;-- <script> ]]> & \u0000\u0007\u202e \\u0000 \uD83D\uDE00"#
    guard case .place(let address, _) = try read(#"{"display_name":"\#(evil)"}"#) else {
      Issue.record("not taken")
      return
    }
    #expect(address.line == "'); DROP TABLE fix;-- <script> ]]> &   \u{202e} \\u0000 \u{1F600}")
  }

  @Test func aNameHasAnEnd() throws {
    let long = String(repeating: "e\u{301}", count: 50_000)
    guard case .place(let address, _) = try read(#"{"display_name":"\#(long)"}"#) else {
      Issue.record("not taken")
      return
    }
    #expect(address.line.unicodeScalars.count == 500)
  }

  @Test func anAnswerOfPhoton() throws {
    let body = """
      {"features":[{"properties":{"name":"Post","street":"Städtle","housenumber":"7","city":"Vaduz","countrycode":"LI",
      "osm_id":5,"extent":[1,2]}}]}
      """
    guard case .place(let address, _) = try read(body, .photon) else {
      Issue.record("not taken")
      return
    }
    #expect(address.short == "Post, Vaduz")
    #expect(address.line == "Post, Städtle, 7, Vaduz")
    #expect(address.countryCode == "LI")
  }

  @Test func anAnswerOfPelias() throws {
    let body = """
      {"geocoding":{"attribution":"Someone"},"features":[{"properties":{"label":"7 Städtle, Vaduz, LI","name":"7 Städtle",
      "street":"Städtle","housenumber":"7","locality":"Vaduz","region":"Oberland","country_a":"LIE"}}]}
      """
    guard case .place(let address, let attribution) = try read(body, .pelias) else {
      Issue.record("not taken")
      return
    }
    #expect(address.short == "7 Städtle, Vaduz")
    #expect(attribution == "Someone")
    #expect(address.countryCode == "LI")
  }

  /// What was found is itself the village.
  @Test func aVillageOfPhotonStandsInNoCounty() throws {
    for kind in [#""type":"city""#, #""osm_key":"place","osm_value":"village""#] {
      let body = #"{"features":[{"properties":{\#(kind),"name":"Ruggell","county":"Unterland","countrycode":"LI"}}]}"#
      guard case .place(let address, _) = try read(body, .photon) else {
        Issue.record("not taken")
        return
      }
      #expect(address.short == "Ruggell" && address.city == "Ruggell")
    }
  }

  @Test func aLocalAdministrationOfPeliasIsACity() throws {
    let body = """
      {"features":[{"properties":{"label":"Gasthof Löwen, Ruggell","name":"Gasthof Löwen","localadmin":"Ruggell",
      "county":"Unterland","country_a":"LIE"}}]}
      """
    guard case .place(let address, _) = try read(body, .pelias) else {
      Issue.record("not taken")
      return
    }
    #expect(address.short == "Gasthof Löwen, Ruggell" && address.city == "Ruggell" && address.countryCode == "LI")
  }

  @Test func whatAServerDislikesIsToldInItsWords() throws {
    let reader = try ReplyReader(database, .nominatim)
    func message(_ body: String) throws -> String? { try reader.message(Array(body.utf8)) }
    #expect(try message(#"{"error":{"code":400,"message":"Parameter 'lat' missing."}}"#) == "Parameter 'lat' missing.")
    #expect(try message(#"{"error":"no"}"#) == "no")
    #expect(try message(#"{"geocoding":{"errors":["bad"]}}"#) == "bad")
    #expect(try message("Bad Request\nmore") == "Bad Request")
    #expect(try message("<html>") == nil)
    #expect(try message("") == nil)
  }

  @Test func candidatesComeWithTheirPositions() throws {
    let body = """
      [{"lat":"51.5","lon":"-0.12","display_name":"A, London"},{"lat":"95","lon":"0","display_name":"B"},
      {"lat":"x","lon":"0","display_name":"C"},7,{"lat":"1","lon":"2","display_name":"D"}]
      """
    let found = try #require(try ReplyReader(database, .nominatim).candidates(Array(body.utf8)))
    #expect(found.map(\.address.line) == ["A, London", "D"])
    #expect(found.first?.coordinate == Coordinate(latitude: 51.5, longitude: -0.12))
    #expect(try ReplyReader(database, .nominatim).candidates(Array("{}".utf8)) == nil)
    let features = #"{"features":[{"geometry":{"coordinates":[9.5,47.1]},"properties":{"name":"Vaduz"}}]}"#
    #expect(
      try ReplyReader(database, .photon).candidates(Array(features.utf8))?.first?.coordinate
        == Coordinate(latitude: 47.1, longitude: 9.5))
  }
}
