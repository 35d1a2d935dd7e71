/// One attempt to reach gpsd, in a thread of its own: resolving a name and connecting to a dead host block for minutes, and
/// the loop must hear signals and feed the watchdog meanwhile. The thread ends with the attempt.
///
/// `@unchecked Sendable`: `outcome` and `isAbandoned` are touched only under `lock`; the connection in an outcome is handed
/// over whole and its maker keeps none.
final class ConnectAttempt: @unchecked Sendable {
  enum Outcome {
    case opened(GPSDConnection)
    case failed(String)
  }

  private let lock = Lock()
  private var outcome: Outcome?
  private var isAbandoned = false

  /// Begins. `wakeup` is woken once there is an outcome to take.
  init(host: String, port: String, wakeup: Wakeup) {
    let thread = Thread.start { [self] in
      finish(with: Self.connect(host, port))
      wakeup.wake()
    }
    if let thread {
      thread.detach()
    } else {
      finish(with: .failed("no thread to connect in"))
      wakeup.wake()
    }
  }

  /// What came of it, once.
  func take() -> Outcome? {
    lock.hold {
      defer { outcome = nil }
      return outcome
    }
  }

  /// Nobody waits for it any more: what it still opens it closes.
  func abandon() {
    lock.hold {
      isAbandoned = true
      outcome = nil
    }
  }

  private func finish(with result: Outcome) { lock.hold { if !isAbandoned { outcome = result } } }

  private static func connect(_ host: String, _ port: String) -> Outcome {
    do {
      return .opened(try GPSDConnection(host: host, port: port))
    } catch {
      return .failed(error.words)
    }
  }
}
