import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

@Suite struct GeocodeServiceTests {
  private func service(_ url: String?, contact: String? = nil, _ provider: PlaceProvider? = .nominatim) throws
    -> GeocodeService?
  {
    var configuration = Configuration()
    configuration.geocode.url = try url.map { try #require(ServerURL($0)) }
    configuration.geocode.contact = contact
    configuration.settings.places.provider = provider
    return try GeocodeService(configuration)
  }

  @Test(arguments: [
    nil, "https://nominatim.openstreetmap.org", "http://NOMINATIM.openstreetmap.org:443/",
    "https://nominatim.openstreetmap.org./x",
    "https://me@nominatim.openstreetmap.org/reverse", "https://photon.komoot.io",
  ]) func aPublicServerIsNotAskedWithoutAContact(url: String?) throws {
    #expect(throws: Failure.self) { try service(url) }
    #expect(try service(url, contact: "me@example.org") != nil)
  }

  @Test func aServerOfOnesOwnIs() throws {
    #expect(try service("http://127.0.0.1:8080/nominatim.openstreetmap.org") != nil)
    #expect(try service("https://openstreetmap.org.example") != nil)
    #expect(try service("https://notopenstreetmap.org") != nil)
  }

  @Test func whereNobodyIsToBeAskedNobodyIs() throws {
    #expect(try service(nil, nil) == nil)
  }

  @Test func whoHasNoPublicServerNeedsAnAddress() {
    #expect(throws: Failure.self) { try service(nil, contact: "me@example.org", .pelias) }
  }
}

@Suite struct ServerURLTests {
  @Test(arguments: [
    "", "nominatim.openstreetmap.org", "https://", "https:///nominatim.openstreetmap.org", "https:/a.example",
    "https:\\\\a.example", "https://nominatim%2eopenstreetmap.org", "https://nominatim\u{3002}openstreetmap.org",
    "https://a:b@c@nominatim.openstreetmap.org", "https://nominatim.openstreetmap.org\\@127.0.0.1", "http://[::1",
    "http://a.example/?x=", "http://a.example/#x", "http://a.example/a b", "gopher://a.example", "file:///etc/passwd",
    "http://a.example:0", "http://a.example:x", "http://a.example:99999", "http://.", "http://a/\u{7f}", "http://[]",
  ]) func whatCouldBeReadInTwoWaysIsRefused(text: String) {
    #expect(ServerURL(text) == nil)
    #expect(throws: BadValue.self) { try Value.url(text) }
  }

  @Test(arguments: [
    "https://a.example/x", "HTTPS://A.example./x/", "https://a.example:443/x//", "https://me:secret@a.example/x",
  ]) func aServerIsTheSameHoweverItIsWritten(text: String) throws {
    let url = try #require(ServerURL(text))
    #expect(url.server == "https://a.example/x" && url.host == "a.example")
  }

  @Test(arguments: ["https://a.example", "http://a.example:8080/x", "http://[::1]:8080", "http://10.0.0.1/a%20b"])
  func whatIsWrittenPlainlyStaysAsItIs(text: String) throws {
    #expect(ServerURL(text)?.server == text && ServerURL(text)?.text == text)
  }

  @Test func thePasswordGoesToTheServerAlone() throws {
    let visit = try OneVisit()
    let config = try visit.configure("url = http://me:secret@127.0.0.1:1/x")
    #expect(ServerURL("http://me:secret@127.0.0.1:1/x")?.text == "http://me:secret@127.0.0.1:1/x")
    for line in [["geocode", "status"], ["geocode", "status", "--json"], ["geocode", "--once"], ["status"]] {
      let outcome = visit.sample.run(line + ["--config", config])
      #expect(!outcome.output.contains("secret") && !outcome.errors.contains("secret"))
    }
    #expect(visit.sample.run("geocode", "status", "--config", config).output.contains("at http://127.0.0.1:1/x"))
    #expect(try Data(contentsOf: URL(filePath: visit.sample.path)).range(of: Data("secret".utf8)) == nil)
  }
}

@Suite struct GeocodeCommandTests {
  private func sample() throws -> (Sample, config: String) {
    let sample = try OneVisit().sample
    let config = sample.folder.appending(path: "t.conf").path
    try "[geocode]\nurl = http://127.0.0.1:1\n".write(toFile: config, atomically: true, encoding: .utf8)
    return (sample, config)
  }

  @Test func theStatusCountsWhatWaits() throws {
    let (sample, config) = try sample()
    let status = try #require(try sample.json("geocode", "status", "--config", config) as? [String: Any])
    #expect(status["waiting"] as? Int == 1 && status["failed"] as? Int == 0 && status["blocked"] as? Bool == false)
    #expect(status["tokens"] as? Double == 10 && status["provider"] as? String == "nominatim")
    #expect(sample.run("geocode", "status", "--config", config).output.contains("waiting   1 (1 where one stayed"))
    let whole = try #require(try sample.json("status") as? [String: Any])
    #expect((whole["queue"] as? [String: Any])?["waiting"] as? Int == 1)
    // Nobody may be asked: the public server wants a contact.
    #expect(sample.run("status").output.contains("[geocode] contact"))
  }

  @Test func whatIsOfflineSaysSoAndLosesNothing() throws {
    let (sample, config) = try sample()
    let outcome = sample.run("geocode", "--once", "--config", config)
    #expect(outcome.code == .unavailable)
    #expect(outcome.errors.contains("cannot be reached"))
    let status = try #require(try sample.json("geocode", "status", "--config", config) as? [String: Any])
    #expect(status["waiting"] as? Int == 1 && status["pause"] as? String == "offline")
  }

  @Test func aPublicServerWantsAContact() throws {
    let (sample, _) = try sample()
    let outcome = sample.run("geocode", "--once")
    #expect(outcome.code == .data && outcome.errors.contains("[geocode] contact"))
    #expect(try sample.json("geocode", "status") is [String: Any])
  }

  @Test(arguments: [
    ["geocode", "stat"], ["geocode", "status", "x"], ["geocode", "lookup"], ["geocode", "lookup", "a", "b"],
    ["geocode", "prefetch"], ["geocode", "status", "--once"], ["gazetteer", "import"], ["gazetteer", "export", "x"],
    ["geocode", "lookup", " ", "--config", "/dev/null"],
  ]) func wrongUsageIsTold(line: [String]) throws {
    let (sample, config) = try sample()
    #expect(
      sample.run(line.contains("--config") ? Array(line.dropLast(2)) + ["--config", config] : line).code == .usage)
  }

  @Test func aRouteIsQueued() throws {
    let (sample, config) = try sample()
    let route = sample.folder.appending(path: "route.gpx").path
    try "<gpx><rte><rtept lat=\"47\" lon=\"9\"/><rtept lat=\"47.045\" lon=\"9\"/></rte></gpx>"
      .write(toFile: route, atomically: true, encoding: .utf8)
    #expect(sample.run("geocode", "prefetch", route, "--config", config).output.hasPrefix("11 of 11 points"))
    #expect(sample.run("geocode", "prefetch", route, "--config", config).output.contains(", 11 are known"))
    let status = try #require(try sample.json("geocode", "status", "--config", config) as? [String: Any])
    #expect(status["waiting_ahead"] as? Int == 11)
    #expect(sample.run("geocode", "prefetch", config, "--config", config).code == .data)
    #expect(sample.run("geocode", "prefetch", "/no/such", "--config", config).code == .io)
  }

  @Test func aGazetteerNamesAndGivesTheZone() throws {
    let (sample, _) = try sample()
    let dump = sample.folder.appending(path: "towns.txt").path
    let columns = [
      "1", "Schaan", "Schaan", "", "47.165", "9.5087", "P", "PPL", "LI", "", "", "", "", "", "0", "", "450",
    ]
    try (columns + ["Europe/Vaduz", "2026-01-01"]).joined(separator: "\t").appending("\nrubbish\n")
      .write(toFile: dump, atomically: true, encoding: .utf8)
    let outcome = sample.run("gazetteer", "import", dump)
    #expect(outcome.output == "1 towns, 1 lines left out. Data © GeoNames, CC BY 4.0\n")
    let visit = try #require(try sample.rows("visits").first?["place"] as? [String: Any])
    #expect(visit["name"] as? String == "Schaan")
    #expect((visit["address"] as? [String: Any])?["time_zone"] as? String == "Europe/Vaduz")
    // 22:00 UTC on 29 April is midnight there.
    #expect(sample.run("visits", "--tz", "place").output.contains("2026-04-30 00:00+02:00"))
    #expect(sample.run("visits").output.contains("2026-04-29 22:00"))
    #expect(sample.run("days", "--tz", "place").output.contains("2026-04-30"))
    #expect(!sample.run("days", "--tz", "place").output.contains("2026-04-29"))
    #expect(sample.run("days").output.contains("2026-04-29"))
    for packed in ["PK\u{3}\u{4}", "\u{1f}"] {
      try packed.write(toFile: dump, atomically: true, encoding: .utf8)
      #expect(sample.run("gazetteer", "import", dump).code == .data)
    }
  }
}
