import Testing
import TrackCore

@testable import TrackLogger

/// Plays a link with a clock that only the test moves.
private struct Play {
  private var link = GPSDLink(name: "box:2947", now: Arrival(milliseconds: 0))
  private(set) var now = Arrival(milliseconds: 0)

  var status: String { link.status }

  /// What it answers, ticks left out.
  mutating func tell(_ event: GPSDLink.Event, after seconds: Double = 0) -> [GPSDLink.Action] {
    now = now + .seconds(seconds)
    return link.handle(event, at: now).filter { $0 != .tick }
  }

  /// What it answers to the passing of time, told each time it asks to be.
  mutating func wait(_ seconds: Double) -> [GPSDLink.Action] {
    let end = now + .seconds(seconds)
    var actions: [GPSDLink.Action] = []
    while link.deadline <= end {
      now = max(now, link.deadline)
      actions += link.handle(.time, at: now)
    }
    now = end
    return actions
  }

  /// Connected and greeted.
  static func open() -> Play {
    var play = Play()
    _ = play.tell(.time)
    _ = play.tell(.opened)
    _ = play.tell(.line(isVersion: true))
    return play
  }
}

@Suite struct GPSDLinkTests {
  @Test func connectsAtOnceAndAsksToReportAfterConnectingAndAfterEachGreeting() {
    var play = Play()
    #expect(play.tell(.time) == [.connect])
    #expect(play.tell(.time) == [])
    #expect(play.tell(.opened) == [.watch])
    #expect(play.tell(.line(isVersion: true)) == [.connected, .inform("gpsd at box:2947 answers"), .watch])
    #expect(play.tell(.line(isVersion: false)) == [])
    #expect(play.tell(.line(isVersion: true)) == [.watch])
  }

  @Test func aServerIsNoGpsdBeforeItHasSaidSomething() {
    var play = Play()
    _ = play.tell(.time)
    _ = play.tell(.opened)
    #expect(play.status == "connected to box:2947, which has not said a word yet")
    #expect(play.tell(.ended("it closed the connection")).contains(.connected) == false)
  }

  @Test func triesForEverWithWaitsThatDoubleToThirtySeconds() {
    var play = Play()
    var waits: [Double] = []
    var lines: [String] = []
    for _ in 0..<9 {
      let before = play.now
      while play.wait(1).contains(.connect) == false {}
      waits.append((play.now - before).seconds)
      for case .warn(let line) in play.tell(.failed("no route")) { lines.append(line) }
    }
    // Waits are noticed on the second.
    #expect(waits == [1, 1, 2, 4, 8, 16, 30, 30, 30])
    #expect(lines.count == 6, "the wait has grown for the last time, the rest is said once an hour")
    #expect(lines.first == "cannot reach gpsd at box:2947: no route, retrying in 1 s")
    #expect(lines.last == "cannot reach gpsd at box:2947: no route, retrying in 30 s")
  }

  @Test func aTroubleThatLastsIsToldOnceAnHourAndAnotherAtOnce() {
    var play = Play()
    func fail(_ why: String) -> Int {
      while play.wait(1).contains(.connect) == false {}
      return play.tell(.failed(why)).filter { if case .warn = $0 { true } else { false } }.count
    }
    for _ in 0..<8 { _ = fail("no route") }
    #expect(fail("no route") == 0)
    #expect(fail("host unknown") == 1)
    #expect(fail("host unknown") == 0)
    var told = 0
    for _ in 0..<240 { told += fail("host unknown") }
    #expect(told == 2, "240 attempts each 30 s are two hours")
  }

  @Test func aLostGpsdIsTriedAgainAfterASecond() {
    var play = Play.open()
    #expect(
      play.tell(.ended("it closed the connection"), after: 31) == [
        .hangUp, .lost, .warn("lost gpsd at box:2947: it closed the connection, retrying in 1 s"),
      ])
    #expect(play.wait(1).contains(.connect))
    #expect(play.tell(.opened) == [.watch])
    #expect(play.tell(.line(isVersion: true)).contains(.connected))
  }

  @Test func aGpsdThatHangsUpAtOnceEachTimeIsNotTriedEverySecond() {
    var play = Play()
    _ = play.tell(.time)
    var wait = ""
    for _ in 0..<5 {
      _ = play.tell(.opened)
      _ = play.tell(.line(isVersion: true))
      for case .warn(let line) in play.tell(.ended("gone")) { wait = line }
      while play.wait(1).contains(.connect) == false {}
    }
    #expect(wait == "lost gpsd at box:2947: gone, retrying in 16 s")
  }

  @Test func thePipelineHearsOfALossOnce() {
    var play = Play()
    _ = play.tell(.time)
    #expect(play.tell(.failed("no route")).contains(.lost), "a run that was killed may have been connected")
    while play.wait(1).contains(.connect) == false {}
    #expect(play.tell(.failed("no route")).contains(.lost) == false)
  }

  @Test func ticksOnceASecondWhileNothingComes() {
    var play = Play.open()
    #expect(play.wait(10).filter { $0 == .tick }.count == 10)
    var waiting = Play()
    _ = waiting.tell(.time)
    _ = waiting.tell(.failed("no route"))
    #expect(waiting.wait(10).filter { $0 == .tick }.count == 10)
  }

  @Test func linesThatComeTakeThePlaceOfTicks() {
    var play = Play.open()
    var ticks = 0
    for _ in 0..<10 {
      ticks += play.wait(0.9).filter { $0 == .tick }.count
      _ = play.tell(.line(isVersion: false))
    }
    #expect(ticks == 0)
  }

  @Test func aSilentGpsdIsAskedAfterAMinuteAndKeptWhenItAnswers() {
    var play = Play.open()
    #expect(play.wait(59).contains(.watch) == false)
    #expect(play.wait(1).filter { $0 != .tick } == [.watch])
    #expect(play.tell(.line(isVersion: false)) == [])
    #expect(play.wait(59).filter { $0 != .tick } == [], "nothing to report is no fault")
  }

  @Test func aGpsdThatDoesNotAnswerIsGivenUp() {
    var play = Play.open()
    _ = play.wait(60)
    #expect(
      play.wait(30).filter { $0 != .tick } == [
        .hangUp, .lost, .warn("lost gpsd at box:2947: no answer for 90 s, retrying in 1 s"),
      ])
  }

  @Test func whatComesFromAConnectionThatWasGivenUpIsIgnored() {
    var play = Play.open()
    _ = play.tell(.ended("gone"))
    #expect(play.tell(.line(isVersion: true)) == [])
    #expect(play.tell(.ended("gone")) == [])
    #expect(play.tell(.opened) == [])
    #expect(play.status == "waiting for gpsd at box:2947")
  }
}
