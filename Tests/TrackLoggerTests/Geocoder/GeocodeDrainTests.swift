import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

/// Replies that a test makes up.
private final class Pages: PageSource {
  var reply: (String) -> HTTPReply
  private(set) var asked: [String] = []

  init(_ reply: @escaping (String) -> HTTPReply) { self.reply = reply }

  func get(_ url: String, isInterrupted: () -> Bool) throws(HTTPError) -> HTTPReply {
    asked.append(url)
    return reply(url)
  }

  static func place(_ name: String = "Somewhere") -> HTTPReply {
    HTTPReply(status: 200, body: Array(#"{"display_name":"\#(name)"}"#.utf8))
  }
}

/// The drainer with clocks and replies of a test.
@Suite struct DrainerTests {
  @Test func oneThatIsNoTextHoldsUpNoOther() throws {
    let visit = try OneVisit(count: 5)
    let pages = Pages { $0.contains("lat=47.181") ? HTTPReply(status: 200, body: [0xff]) : Pages.place() }
    let drainer = try visit.drainer("http://a.example", source: pages)
    while pages.asked.count < 5 {
      switch try drainer.step(isInterrupted: { false }) {
      case nil: break
      case .wait(let rest, .budget)?: visit.boot.advance(rest)
      case let turn?:
        Issue.record("\(turn) after \(pages.asked.count)")
        return
      }
    }
    #expect(pages.asked.count == 5)
    #expect(try visit.status("http://a.example").named == 4)
  }

  /// The board's clock is set by the network after the start.
  @Test func answersFromBeforeTheClockWasSetAreDatedOnceItIs() throws {
    let visit = try OneVisit()
    let right = visit.boot.wall
    visit.boot.wall = nil
    let drainer = try visit.drainer("http://a.example", source: Pages { _ in Pages.place() })
    #expect(try drainer.step { false } == nil)
    #expect(try visit.name?.fetched == nil)
    visit.boot.wall = right
    visit.boot.advance(.seconds(60))
    #expect(try drainer.step { false } == .idle)
    #expect(try visit.name?.fetched == visit.boot.wall)
  }

  @Test func aLookUpHeedsAndPassesOnWhatTheServerSays() throws {
    let visit = try OneVisit()
    let pages = Pages { _ in HTTPReply(status: 429, body: [], retryAfter: "600") }
    let drainer = try visit.drainer("http://a.example", source: pages)
    guard case .done(let outcome, _) = try drainer.lookup("Vaduz", isInterrupted: { false }) else {
      Issue.record("not asked")
      return
    }
    #expect(outcome == .later(after: .seconds(600), "status 429"))
    visit.boot.advance(.seconds(2))
    #expect(try drainer.step { false } == .wait(.seconds(598), .later))
    guard case .wait(let rest, .later) = try drainer.lookup("Vaduz", isInterrupted: { false }) else {
      Issue.record("asked again")
      return
    }
    #expect(rest == .seconds(598))
    #expect(pages.asked.count == 1)
    visit.boot.advance(.seconds(598))
    pages.reply = { _ in
      HTTPReply(status: 200, body: Array(#"[{"lat":"47.1","lon":"9.5","display_name":"Vaduz"}]"#.utf8))
    }
    guard case .done(.nothing, let found) = try drainer.lookup("Vaduz", isInterrupted: { false }) else {
      Issue.record("not answered")
      return
    }
    #expect(found.map(\.address.line) == ["Vaduz"])
    #expect(try visit.status("http://a.example").pause == nil)
  }

  @Test func whoKeepsTheLockIsNamedAndNotWaitedForWithoutEnd() throws {
    let visit = try OneVisit()
    let other = try DrainLock(database: visit.sample.path)
    try other.take { false }
    let lock = try DrainLock(database: visit.sample.path, patience: Interval(milliseconds: 120))
    #expect(
      throws: Failure(.unavailable, "process \(getpid()) has been asking a server for more than 0 s and does not end")
    ) {
      try lock.take { false }
    }
    #expect(throws: HTTPError.interrupted) { try lock.take { true } }
    other.release()
    try lock.take { false }
    #expect(DrainLock.patience == .seconds(30))
  }

  @Test func aWallClockFarFromTheNewestFixIsNotBelieved() {
    let clock = BootClock()
    let now = Clocks.systemTime()
    // What somebody keeps is believed whatever it says.
    if Clocks.systemTimeIsSynchronised { return }
    #expect(clock.now(newestFix: now - .seconds(86_400)).wall != nil)
    #expect(clock.now(newestFix: now + .seconds(2 * 86_400)).wall == nil)
    #expect(clock.now(newestFix: now - .seconds(20 * 366 * 86_400)).wall == nil)
  }
}

/// A server that says the same to everyone, byte for byte.
private final class RawServer {
  let port: UInt16
  private let listener: Int32

  init(_ reply: [UInt8]) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) | listen(listener, 8) | getsockname(listener, $0, &size)
      }
    }
    guard code == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while case let peer = accept(listener, nil, nil), peer >= 0 {
        var question = [UInt8](repeating: 0, count: 4096)
        _ = recv(peer, &question, question.count, 0)
        var sent = 0
        while sent < reply.count {
          let n = reply.withUnsafeBytes { send(peer, $0.baseAddress! + sent, reply.count - sent, Int32(MSG_NOSIGNAL)) }
          if n <= 0 { break }
          sent += n
        }
        close(peer)
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

@Suite struct HTTPClientTests {
  @Test func aHeaderWithoutEndIsSaidToBeThat() throws {
    let head = "HTTP/1.1 200 OK\r\nX-A: " + String(repeating: "a", count: 2_000_000) + "\r\nContent-Length: 2\r\n\r\n{}"
    let server = try RawServer(Array(head.utf8))
    let client = try HTTPClient(contact: nil, language: "")
    #expect(throws: HTTPError.broken("a reply with too long a header")) {
      try client.get("http://127.0.0.1:\(server.port)/", isInterrupted: { false })
    }
  }

  @Test func whoDoesNotListenIsAnotherThanWhoBreaksOff() throws {
    let client = try HTTPClient(contact: nil, language: "")
    #expect(throws: HTTPError.offline("cannot connect to the server")) {
      try client.get("http://127.0.0.1:1/", isInterrupted: { false })
    }
    let server = try RawServer([])
    do {
      _ = try client.get("http://127.0.0.1:\(server.port)/", isInterrupted: { false })
      Issue.record("an answer")
    } catch {
      guard case .broken = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}

/// The program as its unit runs it. Needs the misbehaving server beside the checkout.
@Suite(.enabled(if: Misbehave.script != nil)) struct GeocodeDrainTests {
  @Test func onceAsksForAllAndEnds() throws {
    let server = try Misbehave()
    let visit = try OneVisit(count: 2)
    let config = try visit.configure("url = \(server.url("ok"))")
    #expect(visit.sample.run("geocode", "--once", "--config", config).code == .done)
    let times = server.log.compactMap { $0["time"] as? Double }
    #expect(times.count == 2)
    #expect((times.last ?? 0) - (times.first ?? 0) >= 1)
    #expect(visit.sample.run("visits").output.contains("37 Landstrasse, Schaan"))
  }

  @Test(arguments: [
    ("unable", ExitCode.done, ""), ("400", .done, ""), ("403", .unavailable, "refuses us"),
    ("429", .unavailable, "status 429"), ("503", .unavailable, "status 503"),
    ("404", .unavailable, "[geocode] url is no nominatim server's"), ("portal200", .unavailable, "a web page"),
  ]) func onceEndsAsTheManualSays(how: String, code: ExitCode, words: String) throws {
    let visit = try OneVisit()
    let config = try visit.configure("url = \(Misbehave().url(how))")
    let outcome = visit.sample.run("geocode", "--once", "--config", config)
    #expect(outcome.code == code)
    #expect(words.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func whatWasRefusedIsAskedAgainOnDemand() throws {
    let server = try Misbehave()
    let visit = try OneVisit()
    let config = try visit.configure("url = \(server.url("400"))")
    #expect(visit.sample.run("geocode", "--once", "--config", config).code == .done)
    #expect(visit.sample.run("geocode", "--once", "--config", config).code == .done)
    #expect(server.log.count == 1)
    #expect(visit.sample.run("geocode", "retry", "--config", config).output.hasPrefix("1 request"))
    #expect(visit.sample.run("geocode", "--once", "--config", config).code == .done)
    #expect(server.log.count == 2)
  }

  @Test(arguments: [
    ("403", ExitCode.unavailable), ("429", .unavailable), ("400", .failed), ("portal302", .unavailable),
  ])
  func aLookUpThatFailsSaysHow(how: String, code: ExitCode) throws {
    let server = try Misbehave()
    let visit = try OneVisit()
    let config = try visit.configure("url = \(server.url(how))")
    #expect(visit.sample.run("geocode", "lookup", "Vaduz", "--config", config).code == code)
    let status = try #require(try visit.sample.json("geocode", "status", "--config", config) as? [String: Any])
    #expect(status["pause"] as? String == ["403": "blocked", "429": "later"][how])
    if code == .unavailable, how != "portal302" {
      #expect(visit.sample.run("geocode", "lookup", "Vaduz", "--config", config).code == code)
      #expect(server.log.count == 1)
    }
  }

  @Test func itWakesForRowsReadsItsConfigurationAgainAndStops() throws {
    let server = try Misbehave()
    let visit = try OneVisit()
    let config = try visit.configure("url = \(server.url("ok"))")
    let process = Process()
    process.executableURL = Programs.tracklogger
    process.arguments = ["geocode", "--db", visit.sample.path, "--config", config]
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    #expect(within(20) { try visit.name != nil })
    // It sleeps for a minute now, unless it is woken.
    let later = Instant(milliseconds: 1_777_600_000_000)
    func record(_ id: Visit.ID, _ latitude: Double) throws {
      let writer = try TrackWriter(path: visit.sample.path, source: "test", durability: .everyCommit, box: "box")
      writer.apply(
        .visit(
          Visit(
            id: id, arrival: later + .minutes(Double(id) * 60), departure: nil,
            last: later + .minutes(Double(id) * 60 + 9),
            centre: Coordinate(latitude: latitude, longitude: 9.521), accuracy: 5, fixes: 100, inferred: false)))
      try writer.commit()
    }
    try record(2, 47.2)
    #expect(within(20) { server.log.count == 2 })
    // Another language is another name.
    _ = try visit.configure("url = \(server.url("ok"))\nlanguage = de")
    kill(process.processIdentifier, SIGHUP)
    try record(3, 47.3)
    #expect(within(20) { server.log.count == 3 })
    // A mistake in it changes nothing.
    _ = try visit.configure("url = nonsense")
    kill(process.processIdentifier, SIGHUP)
    try record(4, 47.4)
    #expect(within(20) { server.log.count == 4 })
    let languages = server.log.map { ($0["path"] as? String)?.contains("accept-language=de") }
    #expect(languages == [false, false, true, true])
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
  }

  /// Looks again and again; false: it did not come about.
  private func within(_ seconds: Double, _ condition: () throws -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      if (try? condition()) == true { return true }
      usleep(50_000)
    }
    return false
  }
}
