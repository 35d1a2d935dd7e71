import Foundation
import Testing
import TrackCore

@testable import TrackLogger

private let version = #"{"class":"VERSION","release":"3.22"}"#
private let watch = #"?WATCH={"enable":true,"json":true};"#

/// A source that is turned until something comes of it.
private final class Turning {
  private let wakeup: Wakeup
  private let source: GPSDSource
  private(set) var inputs: [String] = []

  init?(port: UInt16, host: String = "127.0.0.1") {
    guard let wakeup = Wakeup() else { return nil }
    self.wakeup = wakeup
    source = GPSDSource(host: host, port: port, wakeup: wakeup, log: ServiceLog(stream: nil), now: Clocks.now())
  }

  var status: String { source.status }

  /// Turns until `enough`, 20 seconds at most.
  func turn(until enough: (Turning) -> Bool) -> Bool {
    let end = Clocks.now() + .seconds(20)
    while !enough(self), Clocks.now() < end {
      source.turn(isReadable: true) { inputs.append(Self.describe($0)) }
      if enough(self) { break }
      var waits = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
      if let descriptor = source.descriptor { waits.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
      poll(&waits, nfds_t(waits.count), 100)
      wakeup.clear()
    }
    return enough(self)
  }

  func turn(untilInput input: String) -> Bool { turn { $0.inputs.contains(input) } }

  func hangUp() { source.hangUp { inputs.append(Self.describe($0)) } }

  /// Without the times, and without what depends on them.
  private static func describe(_ input: PipelineInput) -> String {
    switch input {
    case .line(let line, _): String(decoding: line, as: UTF8.self)
    case .overlong(let count, _): "overlong \(count)"
    case .connected: "connected"
    case .lost: "lost"
    case .tick: "tick"
    case .stop: "stop"
    case .evidence: "evidence"
    }
  }
}

@Suite struct GPSDSourceTests {
  @Test func asksToReportAfterConnectingAndAfterEachGreeting() throws {
    let gpsd = try #require(FakeGPSD())
    let source = try #require(Turning(port: gpsd.port))
    #expect(source.turn { $0.status.hasPrefix("connected to 127.0.0.1:\(gpsd.port)") })
    #expect(gpsd.accept())
    #expect(gpsd.line() == watch)
    for greetings in 1...2 {
      #expect(gpsd.send(version + "\r\n"))
      #expect(source.turn { $0.inputs.filter { $0 == version }.count == greetings })
      #expect(gpsd.line() == watch)
    }
    #expect(source.inputs.filter { $0 != "tick" }.prefix(2) == ["connected", version])
    #expect(source.status == "recording from gpsd at 127.0.0.1:\(gpsd.port)")
  }

  @Test func halfALineAtTheEndIsDiscarded() throws {
    let gpsd = try #require(FakeGPSD())
    let source = try #require(Turning(port: gpsd.port))
    #expect(source.turn { $0.status.hasPrefix("connected") })
    #expect(gpsd.accept())
    #expect(gpsd.send(version + "\r\n{\"class\":\"TPV\",\"mo"))
    gpsd.hangUp()
    #expect(source.turn(untilInput: "lost"))
    // Reconnects by itself; the half line does not come before the next whole one.
    #expect(source.turn { $0.status.hasPrefix("connected") })
    #expect(gpsd.accept())
    #expect(gpsd.send("de\":3}\r\nwhole\r\n"))
    #expect(source.turn(untilInput: "whole"))
    #expect(source.inputs.filter { $0 != "tick" } == ["connected", version, "lost", "connected", "de\":3}", "whole"])
  }

  @Test func aHundredMegabytesWithoutALineEndAreOneOverlongLine() throws {
    let gpsd = try #require(FakeGPSD())
    let source = try #require(Turning(port: gpsd.port))
    #expect(source.turn { $0.status.hasPrefix("connected") })
    #expect(gpsd.accept())
    DispatchQueue.global().async {
      let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
      for _ in 0..<100 { guard gpsd.send(megabyte) else { return } }
      _ = gpsd.send("\nnext\n")
    }
    #expect(source.turn(untilInput: "next"))
    #expect(source.inputs.filter { $0 != "tick" } == ["connected", "overlong 65537", "next"])
  }

  @Test func aLineThatWouldNotFitATeeLogIsOverlong() throws {
    let gpsd = try #require(FakeGPSD())
    let source = try #require(Turning(port: gpsd.port))
    #expect(source.turn { $0.status.hasPrefix("connected") })
    #expect(gpsd.accept())
    let fits = String(repeating: "x", count: GPSDSource.longestLine)
    #expect(gpsd.send(fits + "\n" + fits + "x\n"))
    #expect(source.turn(untilInput: "overlong \(GPSDSource.longestLine + 1)"))
    #expect(source.inputs.contains(fits))
  }

  @Test func nobodyThereIsToldInGpsdsWords() throws {
    let gpsd = try #require(FakeGPSD())
    gpsd.stopListening()
    var why: String?
    do {
      _ = try GPSDConnection(host: "127.0.0.1", port: String(gpsd.port))
    } catch {
      why = error.words
    }
    #expect(why == "can't connect to host/port pair")
    let source = try #require(Turning(port: gpsd.port))
    #expect(source.turn(untilInput: "lost"))
    #expect(source.status == "waiting for gpsd at 127.0.0.1:\(gpsd.port)")
  }

  @Test(arguments: ["shared memory", "DBUS export", "local file"])
  func whatLibgpsTakesForAnotherWayOfExportIsNoHost(_ host: String) {
    #expect(throws: GPSDConnection.Failure.self) { try GPSDConnection(host: host, port: "2947") }
  }

  @Test func aServerThatSaysNothingIsNoFault() throws {
    let gpsd = try #require(FakeGPSD())
    let source = try #require(Turning(port: gpsd.port))
    #expect(source.turn(untilInput: "tick"))
    #expect(source.inputs.allSatisfy { $0 == "tick" })
    #expect(source.status.hasPrefix("connected to"))
  }

  @Test func hangingUpTellsThePipeline() throws {
    let gpsd = try #require(FakeGPSD())
    let source = try #require(Turning(port: gpsd.port))
    source.hangUp()
    #expect(source.inputs.isEmpty)
    #expect(source.turn { $0.status.hasPrefix("connected") })
    source.hangUp()
    #expect(source.inputs.filter { $0 != "tick" } == ["lost"])
  }
}
