import TrackCore

/// Decides when to connect to gpsd, when to ask it to report, when to hang up, and what the pipeline hears of all that.
/// A value without a socket or a clock: the loop tells it what happened and does what it answers.
///
///     waiting ──(time)──► connecting ──opened──► open ──(silence, asked in vain)──► waiting
///        ▲                    │ failed             │ ended                            ▲
///        └────────────────────┴────────────────────┴──────────────────────────────────┘
struct GPSDLink {
  /// With nothing from gpsd for this long it is asked to report once more. A gpsd without a receiver answers that, and
  /// tries receivers again that it had given up.
  static let asksAfter = Interval.seconds(60)
  /// A gpsd that does not even answer that within this time is dead or out of reach.
  static let answersWithin = Interval.seconds(30)
  /// A connection that lasted this long was a good one: the next failure is the first again.
  static let isGoodAfter = Interval.seconds(30)
  /// How often the pipeline hears that time passes while no lines come.
  static let tickPeriod = Interval.seconds(1)

  enum Event {
    case opened
    case failed(String)
    /// A line came, short or overlong; `isVersion`: it was gpsd's greeting.
    case line(isVersion: Bool)
    case ended(String)
    case time
  }

  enum Action: Equatable {
    case connect
    case watch
    case hangUp
    /// To the pipeline.
    case connected, lost, tick
    /// To the log: a trouble, or the end of one.
    case warn(String)
    case inform(String)
  }

  private enum State {
    case waiting(until: Arrival)
    case connecting
    /// `asked`: when gpsd was asked in silence; `greeted`: when its first line came.
    case open(heard: Arrival, asked: Arrival?, greeted: Arrival?)
  }

  /// As people write it: host:port.
  private let name: String
  private var state: State
  private var attempts = Retry()
  private var lastInput: Arrival
  /// What the pipeline knows; nil: nothing since the start.
  private var isConnected: Bool?

  init(name: String, now: Arrival) {
    self.name = name
    state = .waiting(until: now)
    lastInput = now
  }

  var isOpen: Bool { if case .open = state { true } else { false } }

  /// One line for `systemctl status`.
  var status: String {
    switch state {
    case .waiting, .connecting: "waiting for gpsd at \(name)"
    case .open(_, _, nil): "connected to \(name), which has not said a word yet"
    case .open: "recording from gpsd at \(name)"
    }
  }

  /// When `time` is to be told at the latest.
  var deadline: Arrival { lastInput + Self.tickPeriod }

  mutating func handle(_ event: Event, at now: Arrival) -> [Action] {
    switch (event, state) {
    case (.opened, .connecting):
      state = .open(heard: now, asked: nil, greeted: nil)
      return [.watch]
    case (.failed(let why), .connecting):
      return retry("cannot reach gpsd at \(name): \(why)", at: now)
    case (.line(let isVersion), .open(_, _, let greeted)):
      lastInput = now
      state = .open(heard: now, asked: nil, greeted: greeted ?? now)
      if greeted != nil { return isVersion ? [.watch] : [] }
      return greet() + (isVersion ? [.watch] : [])
    case (.ended(let why), .open):
      return hangUp(why, at: now)
    case (.time, _):
      return pass(now)
    default:
      // What comes from a connection that has been given up.
      return []
    }
  }

  private mutating func greet() -> [Action] {
    isConnected = true
    _ = attempts.succeeded()
    return [.connected, .inform("gpsd at \(name) answers")]
  }

  private mutating func pass(_ now: Arrival) -> [Action] {
    var actions: [Action] = []
    if now >= deadline {
      lastInput = now
      actions.append(.tick)
    }
    switch state {
    case .waiting(let until) where now >= until:
      state = .connecting
      actions.append(.connect)
    case .open(_, let asked?, _) where now - asked >= Self.answersWithin:
      actions += hangUp("no answer for \((Self.asksAfter + Self.answersWithin).milliseconds / 1000) s", at: now)
    case .open(let heard, nil, let greeted) where now - heard >= Self.asksAfter:
      state = .open(heard: heard, asked: now, greeted: greeted)
      actions.append(.watch)
    default: break
    }
    return actions
  }

  private mutating func hangUp(_ why: String, at now: Arrival) -> [Action] {
    if case .open(_, _, let greeted?) = state, now - greeted >= Self.isGoodAfter { attempts.forget() }
    return [.hangUp] + retry("lost gpsd at \(name): \(why)", at: now)
  }

  private mutating func retry(_ trouble: String, at now: Arrival) -> [Action] {
    var actions: [Action] = []
    // Also at the start: the state that was restored may be that of a run which was killed while connected.
    if isConnected != false { actions.append(.lost) }
    isConnected = false
    let (wait, line) = attempts.failed(trouble, at: now)
    state = .waiting(until: now + wait)
    if let line { actions.append(.warn(line)) }
    return actions
  }
}
