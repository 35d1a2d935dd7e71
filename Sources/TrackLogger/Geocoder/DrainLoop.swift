import TrackCore
import TrackStore

/// Drains the queue until a signal comes, or once.
final class DrainLoop {
  /// How often it looks by itself: what no one tells of, it still finds.
  private static let longestSleep = Interval.seconds(60)
  /// A network that comes and goes is no reason to try without end.
  private static let betweenTries = Interval.seconds(5)

  /// How often it looks for rows that nobody queued, and for places that had nothing there long ago.
  private static let betweenSweeps = Interval.minutes(60)
  /// A log is written before its rows can be read, by as long as the disk takes to sync: looked for so soon after it, and again
  /// after twice as long each time.
  private static let firstLook = Interval(milliseconds: 100)
  private static let lastLook = Interval.seconds(5)

  private let path: String
  private let signals: Signals
  private let log: ServiceLog
  private let configured: () throws -> GeocodeService?
  private var isStopped = false
  private var isReloading = false
  private var told: String?

  /// `configured` reads the configuration; nil: nobody is to be asked.
  init(path: String, signals: Signals, log: ServiceLog, configured: @escaping () throws -> GeocodeService?) {
    self.path = path
    self.signals = signals
    self.log = log
    self.configured = configured
  }

  /// Asks for all that may be asked for, waiting for the budget but for nothing else.
  func once() throws -> ExitCode {
    guard let service = try configured() else { return .done }
    let drainer = try Drainer(path: path, service)
    try drainer.prepare()
    try drainer.networkChanged()
    let watch = Watch(database: path)
    while !isStopping() {
      switch try drainer.step(isInterrupted: isStopping) {
      case nil: continue
      case .wait(let rest, .budget): _ = watch.wait(rest, other: signals.descriptor)
      case .wait(let rest, let pause):
        throw Failure(.unavailable, "not all could be asked: \(Self.words(pause, drainer.trouble, rest))")
      case .idle, .ask: return .done
      }
    }
    return .done
  }

  /// Stays. What fails is tried again.
  func stay() throws -> ExitCode {
    var retry = Retry()
    guard var service = try configured() else { return .done }
    while !isStopping() {
      do {
        let drainer = try Drainer(path: path, service)
        try drainer.prepare()
        log(.info, "asking for the names of places in \(path)")
        retry.forget()
        try drain(drainer)
      } catch HTTPError.interrupted {
        if isStopped { break }
      } catch {
        guard error is StoreError || (error as? Failure)?.code == .unavailable else { throw error }
        let words = (error as? Failure)?.sentence ?? "\(error)"
        let (wait, line) = retry.failed(words, at: Clocks.now())
        if let line { log(.warning, line) }
        _ = Watch(database: path).wait(wait, other: signals.descriptor)
      }
      if isReloading {
        guard let next = reload(service) else { return .done }
        service = next
      }
    }
    log(.info, "stopped")
    return .done
  }

  /// As the configuration is now; where that is wrong, as before.
  private func reload(_ former: GeocodeService) -> GeocodeService? {
    isReloading = false
    told = nil
    do {
      let service = try configured()
      log(.info, "read the configuration again")
      return service
    } catch {
      let words = (error as? Failure)?.sentence ?? "\(error)"
      log(.warning, "\(words); going on with the settings from before")
      return former
    }
  }

  /// Until it is to stop or to read its configuration again.
  private func drain(_ drainer: Drainer) throws {
    let watch = Watch(database: path)
    var swept = Clocks.now()
    var tried = Clocks.now()
    while !isInterrupted() {
      if Clocks.now() - swept >= Self.betweenSweeps {
        try drainer.prepare()
        swept = Clocks.now()
      }
      guard let turn = try drainer.step(isInterrupted: isInterrupted) else {
        tried = Clocks.now()
        tell(drainer.trouble)
        continue
      }
      var rest = Self.longestSleep
      var isOffline = false
      if case .wait(let time, let pause) = turn {
        rest = min(rest, time)
        isOffline = pause == .offline || pause == .foreign
      }
      // A budget is waited for, whatever comes.
      let isForRows = turn == .idle || rest > .seconds(3)
      let until = Clocks.now() + rest
      var look = Self.longestSleep
      while !isInterrupted(), Clocks.now() < until {
        let changes = watch.wait(min(look, until - Clocks.now()), other: signals.descriptor)
        if changes.network, isOffline, Clocks.now() - tried >= Self.betweenTries {
          try drainer.networkChanged()
          break
        }
        if isForRows, try drainer.hasNews() { break }
        look = changes.database ? Self.firstLook : look < Self.lastLook ? look * 2 : Self.longestSleep
      }
    }
  }

  /// Each trouble once, until all is well.
  private func tell(_ trouble: String?) {
    guard trouble != told else { return }
    told = trouble
    log(trouble == nil ? .notice : .warning, trouble ?? "the server answers again")
  }

  private func isStopping() -> Bool {
    switch signals.take() {
    case .stop?: isStopped = true
    case .reload?: isReloading = true
    case nil: break
    }
    return isStopped
  }

  private func isInterrupted() -> Bool { isStopping() || isReloading }

  static func words(_ pause: DrainPause, _ trouble: String?, _ rest: Interval) -> String {
    let why = trouble.map { " (\($0))" } ?? ""
    let next = "next try in \(Shown.duration(rest))"
    switch pause {
    case .budget: return "the budget is used up, \(next)"
    case .retry: return "the server did not answer what waits\(why), \(next)"
    case .later: return "the server wants to be left alone\(why), \(next)"
    case .foreign: return "what answers gives no names\(why), \(next)"
    case .offline: return "the server cannot be reached\(why), \(next)"
    case .blocked: return "the server refuses us\(why), \(next)"
    }
  }
}
