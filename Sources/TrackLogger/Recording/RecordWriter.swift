import TrackCore

/// Where batches end up.
protocol Recorder {
  /// Takes batches that the next commit writes. Called once for each.
  func take(_ backlog: Backlog)
  /// Writes what was taken, all of it or nothing, in which case it may be called again.
  func commit() throws
  func close()
}

/// Brings batches to the disk in a thread of its own, so that a card which takes ten seconds for a sync delays no line: late
/// reading would date lines late, and gpsd hangs up on a client that does not read. One thread, because the database has
/// one writer; what it cannot take yet waits in a `Backlog`, bounded and counted.
///
/// `@unchecked Sendable`: all that changes is touched only under `lock`, but the recorder, which from `init` on belongs to
/// the writer's thread alone until that has ended.
final class RecordWriter: @unchecked Sendable {
  private let recorder: any Recorder
  private let log: ServiceLog
  private let lock = Lock()
  private var waiting = Backlog()
  private var isClosing = false
  private var began: Arrival?
  private var failures: String?
  private var lost = 0
  private var thread: Thread?

  /// nil where there can be no thread.
  init?(_ recorder: any Recorder, log: ServiceLog) {
    self.recorder = recorder
    self.log = log
    guard let thread = Thread.start({ [self] in run() }) else { return nil }
    self.thread = thread
  }

  /// Takes the next batch; never waits for the disk.
  func append(_ changes: [TrackChange], checkpoint: [UInt8], devicePaths: [String] = []) {
    let dropped = lock.hold {
      let before = waiting.dropped
      waiting.append(changes, checkpoint: checkpoint, devicePaths: devicePaths)
      lock.notify()
      return waiting.dropped - before
    }
    if dropped > 0 { log(.error, "the disk takes nothing: gave up \(dropped) rows to make room for newer ones") }
  }

  /// When the write that is under way began; nil: none is.
  var writingSince: Arrival? { lock.hold { began } }

  /// Why nothing can be written now; nil: all is well.
  var trouble: String? { lock.hold { failures } }

  /// Writes what waits, tries a last time what has failed before, closes and ends. Returns how many rows could
  /// not be written.
  func finish() -> Int {
    lock.hold {
      isClosing = true
      lock.notify()
    }
    thread?.join()
    thread = nil
    return lock.hold { lost }
  }

  private func run() {
    while let batches = next() {
      recorder.take(batches)
      guard commit(batches.rows) else {
        // What follows builds on what was lost: ending here is like a power cut at the last commit, which a start copes with.
        lock.hold { lost = batches.rows + waiting.rows }
        break
      }
    }
    recorder.close()
  }

  /// Tries until it is on the disk. False: it is not, and it is time to end.
  private func commit(_ count: Int) -> Bool {
    var attempts = Retry()
    while true {
      let isLastAttempt = lock.hold { isClosing }
      guard let failure = attempt() else { break }
      let trouble = "cannot write \(count) rows: \(failure)"
      if isLastAttempt {
        log(.error, "\(trouble); ending without them")
        return false
      }
      let (wait, line) = attempts.failed(trouble, at: Clocks.now())
      if let line { log(.error, line) }
      pause(for: wait)
    }
    if attempts.succeeded() { log(.notice, "the database takes rows again") }
    return true
  }

  /// The next batch; waits for one. nil: there will be none.
  private func next() -> Backlog? {
    lock.hold {
      while waiting.isEmpty {
        if isClosing { return nil }
        lock.wait()
      }
      return waiting.take()
    }
  }

  /// Why it could not be written; nil: it is on the disk.
  private func attempt() -> String? {
    lock.hold { began = Clocks.now() }
    var failure: String?
    do { try recorder.commit() } catch { failure = "\(error)" }
    lock.hold {
      began = nil
      failures = failure
    }
    return failure
  }

  /// Waits, but not when it is time to end.
  private func pause(for wait: Interval) {
    lock.hold {
      let until = Clocks.now() + wait
      while !isClosing, case let rest = until - Clocks.now(), rest > .zero {
        lock.wait(seconds: Int(rest.milliseconds / 1000) + 1)
      }
    }
  }
}
