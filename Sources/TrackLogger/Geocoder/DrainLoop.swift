import TrackCore
import TrackStore

/// Drains the queue until a signal comes, or once.
final class DrainLoop {
  /// How often it looks by itself: what no one tells of, it still finds.
  private static let longestSleep = Interval.seconds(60)
  /// A network that comes and goes is no reason to try without end.
  private static let betweenTries = Interval.seconds(5)

  private let path: String
  private let signals: Signals
  private let log: ServiceLog
  private let makeDrainer: () throws -> Drainer
  private var isStopped = false
  private var told: String?

  init(path: String, signals: Signals, log: ServiceLog, makeDrainer: @escaping () throws -> Drainer) {
    self.path = path
    self.signals = signals
    self.log = log
    self.makeDrainer = makeDrainer
  }

  /// Asks for all that may be asked for, waiting for the budget but for nothing else.
  func once() throws -> ExitCode {
    let drainer = try makeDrainer()
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
    while !isStopping() {
      do {
        let drainer = try makeDrainer()
        log(.info, "asking for the names of places in \(path)")
        retry.forget()
        try drain(drainer)
      } catch HTTPError.interrupted {
        break
      } catch let error as StoreError {
        let (wait, line) = retry.failed("\(error)", at: Clocks.now())
        if let line { log(.warning, line) }
        _ = Watch(database: path).wait(wait, other: signals.descriptor)
      }
    }
    log(.info, "stopped")
    return .done
  }

  private func drain(_ drainer: Drainer) throws {
    let watch = Watch(database: path)
    var tried = Clocks.now()
    while !isStopping() {
      guard let turn = try drainer.step(isInterrupted: isStopping) else {
        tried = Clocks.now()
        tell(drainer.trouble)
        continue
      }
      var rest = Self.longestSleep
      var isOffline = false
      if case .wait(let time, let pause) = turn {
        rest = min(rest, time)
        isOffline = pause == .offline
      }
      let until = Clocks.now() + rest
      while !isStopping(), Clocks.now() < until {
        let changes = watch.wait(until - Clocks.now(), other: signals.descriptor)
        if changes.network, isOffline, Clocks.now() - tried >= Self.betweenTries {
          try drainer.networkChanged()
          break
        }
        // A budget is waited for, whatever comes.
        if changes.database, turn == .idle || rest > .seconds(3), try drainer.hasNews() { break }
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
    if signals.take() == .stop { isStopped = true }
    return isStopped
  }

  static func words(_ pause: DrainPause, _ trouble: String?, _ rest: Interval) -> String {
    let why = trouble.map { " (\($0))" } ?? ""
    let next = "next try in \(Shown.duration(rest))"
    switch pause {
    case .budget: return "the budget is used up, \(next)"
    case .retry: return "the server did not answer what waits\(why), \(next)"
    case .later: return "the server wants to be left alone\(why), \(next)"
    case .offline: return "the server cannot be reached\(why), \(next)"
    case .blocked: return "the server refuses us\(why), \(next)"
    }
  }
}
