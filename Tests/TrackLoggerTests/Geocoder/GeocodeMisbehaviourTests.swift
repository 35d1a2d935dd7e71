import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// Every kind of reply over a real socket. Needs the misbehaving server beside the checkout.
@Suite(.enabled(if: Misbehave.script != nil), .serialized) struct GeocodeMisbehaviourTests {
  private let server: Misbehave
  private let visit: OneVisit

  init() throws {
    server = try Misbehave()
    visit = try OneVisit()
  }

  /// The database is whole, and a good server names everything.
  private func recovers() throws {
    visit.boot.advance(.seconds(3))
    let drainer = try visit.drainer(server.url("ok"))
    #expect(try drainer.step { false } == nil)
    #expect(try drainer.step { false } == .idle)
    #expect(try visit.name?.short == "37 Landstrasse, Schaan")
    #expect(try TrackReader(path: visit.sample.path).check().isEmpty)
  }

  @Test func anAnswerIsAName() throws {
    #expect(try visit.ask(server.url("ok")).turn == .idle)
    let name = try #require(try visit.name)
    #expect(name.short == "37 Landstrasse, Schaan")
    #expect(name.full == "37, Landstrasse, Schaan, Oberland, 9494, Liechtenstein")
    #expect(name.city == "Schaan" && name.countryCode == "LI" && name.provider == "nominatim")
    #expect(name.attribution == "Data © OpenStreetMap contributors, ODbL 1.0.")
    #expect(name.fetched != nil)
    #expect(server.log.count == 1)
    #expect(server.log.first?["user_agent"] as? String == "tracklogger/\(programVersion) (me@example.org)")
  }

  @Test func nothingThereIsAnAnswer() throws {
    #expect(try visit.ask(server.url("unable")).turn == .idle)
    #expect(try visit.name == nil)
    #expect(try visit.status(server.url("unable")).answers == 1)
  }

  @Test func whatTheServerRefusesIsParked() throws {
    #expect(try visit.ask(server.url("400")).turn == .idle)
    let status = try visit.status(server.url("400"))
    #expect(status.failures.map(\.reason) == ["400: Parameter 'lat' missing."] && status.failed == 1)
    visit.boot.advance(.seconds(30 * 86_400))
    #expect(try visit.drainer(server.url("400")).step { false } == .idle)
    try recovers()
  }

  @Test(arguments: ["401", "403"]) func whoRefusesUsIsLeftAloneForADay(how: String) throws {
    #expect(try visit.ask(server.url(how)).turn == .wait(.seconds(86_400), .blocked))
    #expect(try visit.status(server.url(how)).pause == .blocked)
    visit.boot.advance(.seconds(86_000))
    #expect(try visit.drainer(server.url(how)).step { false } == .wait(.seconds(400), .blocked))
    #expect(server.log.count == 1)
    try recovers()
  }

  @Test(arguments: [
    ("408", 60), ("500", 60), ("502", 60), ("503", 60), ("504", 60), ("509", 60), ("429", 60), ("429after", 60),
    ("429zero", 60), ("429date", 60),
  ]) func whoCannotNowIsAskedLater(how: String, seconds: Double) throws {
    #expect(try visit.ask(server.url(how)).turn == .wait(.seconds(seconds), .retry))
    let status = try visit.status(server.url(how))
    #expect(status.waiting == 1 && status.failed == 0 && status.pause == .later)
    // The next time it is longer.
    visit.boot.advance(.seconds(seconds))
    #expect(try visit.ask(server.url(how)).turn == .wait(.seconds(120), .retry))
    try recovers()
  }

  @Test func whoThrottlesOnceIsAskedAgain() throws {
    #expect(try visit.ask(server.url("429then200")).turn == .wait(.seconds(60), .retry))
    visit.boot.advance(.seconds(60))
    #expect(try visit.ask(server.url("429then200")).turn == .idle)
    #expect(try visit.name != nil)
  }

  @Test(arguments: [
    "404", "511", "portal200", "portal302", "reset", "half", "empty", "null", "huge", "badjson", "wrongtype",
  ]) func whatIsNoAnswerOfAServerIsPutOff(how: String) throws {
    let (turn, trouble) = try visit.ask(server.url(how))
    #expect(turn == .wait(.seconds(60), .retry))
    #expect(trouble != nil)
    var status = try visit.status(server.url(how))
    #expect(status.pause == nil && status.waiting == 1 && status.failed == 0 && status.error == trouble)
    // No redirect was followed.
    #expect(server.log.count == 1)
    // Once is a row's fault, twice the server's.
    visit.boot.advance(.seconds(60))
    #expect(try visit.ask(server.url(how)).turn == .wait(.seconds(120), .retry))
    status = try visit.status(server.url(how))
    #expect(status.pause == .foreign && status.pauseLeft == .seconds(10))
    try recovers()
  }

  @Test(arguments: ["hang", "slow"]) func whoNeverEndsIsGivenUp(how: String) throws {
    var limits = HTTPClient.Limits()
    limits.whole = Interval(milliseconds: 700)
    #expect(try visit.ask(server.url(how), limits: limits).turn == .wait(.seconds(60), .retry))
    try recovers()
  }

  @Test func theLimitsAreThoseOfTheDesign() {
    let limits = HTTPClient.Limits()
    #expect(limits.connect == .seconds(5) && limits.whole == .seconds(10) && limits.body == 256 * 1024)
  }

  @Test func whoIsAskedToStopStopsInTheMiddle() throws {
    let drainer = try visit.drainer(server.url("hang"))
    var calls = 0
    #expect(throws: HTTPError.interrupted) {
      try drainer.step {
        calls += 1
        return calls > 1
      }
    }
    // The request was made, and is paid for.
    #expect(try visit.drainer(server.url("hang")).step { false } == .wait(.init(milliseconds: 1020), .budget))
    try recovers()
  }

  @Test(arguments: [
    "http://127.0.0.1:1/", "http://nobody.invalid/", "https://127.0.0.1:1/", "http://[::1]:1/",
  ]) func whereNoServerIsItIsOffline(url: String) throws {
    #expect(try visit.ask(url).turn == .wait(.seconds(10), .offline))
    try recovers()
  }

  @Test func aServerWithoutACertificateIsNotBelieved() throws {
    #expect(try visit.ask("https://127.0.0.1:\(server.port)/ok").turn == .wait(.seconds(10), .offline))
    #expect(try visit.name == nil)
  }

  @Test func hostileTextSurvivesIntoEveryExport() throws {
    #expect(try visit.ask(server.url("hostile")).turn == .idle)
    let name = try #require(try visit.name)
    #expect(name.short.hasPrefix("'); DROP TABLE fix;-- <script>alert(1)</script> ]]> &"))
    #expect(name.short.contains("\u{1F600}"))
    #expect(try TrackReader(path: visit.sample.path).check().isEmpty)
    let gpx = visit.sample.run("export", "--format", "gpx").output
    let parser = XMLParserCheck(gpx)
    #expect(parser.texts.contains { $0.contains("<script>alert(1)</script> ]]> &") && $0.contains("\u{1F600}") })
    let rows = try visit.sample.rows("visits")
    #expect((rows.first?["place"] as? [String: Any])?["name"] as? String == name.short)
    let geo = try #require(
      try JSONSerialization.jsonObject(with: Data(visit.sample.run("export", "--format", "geojson").output.utf8))
        as? [String: Any])
    #expect("\(geo)".contains("DROP TABLE"))
    // A terminal gets no character that moves it.
    let list = visit.sample.run("visits").output
    #expect(!list.unicodeScalars.contains { $0.value == 0x202e || $0.value < 32 && $0 != "\n" })
  }

  @Test func anotherScriptIsKept() throws {
    #expect(try visit.ask(server.url("secondlanguage")).turn == .idle)
    let name = try #require(try visit.name)
    #expect(name.short == "Cafe\u{301} \u{1F6B2}, 東京都" && name.countryCode == "JP")
  }

  @Test func manyVisitsAreAskedOneByOne() throws {
    let many = try OneVisit(count: 12)
    let drainer = try many.drainer(server.url("ok"))
    var waited = Interval.zero
    while true {
      guard let turn = try drainer.step(isInterrupted: { false }) else { continue }
      guard case .wait(let rest, .budget) = turn else { break }
      waited = waited + rest
      many.boot.advance(rest)
    }
    #expect(server.log.count == 12)
    #expect(Set(server.log.compactMap { $0["path"] as? String }).count == 12)
    #expect(waited >= .seconds(11))
  }
}

/// The texts of elements, where the document is well-formed.
private struct XMLParserCheck {
  var texts: [String] = []

  /// Entities undone by hand: a parser of XML would be another package.
  init(_ document: String) {
    for piece in document.split(separator: ">") {
      guard let end = piece.firstIndex(of: "<") else { continue }
      var text = String(piece[..<end])
      for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
        text = text.replacingOccurrences(of: entity, with: character)
      }
      texts.append(text)
    }
  }
}
