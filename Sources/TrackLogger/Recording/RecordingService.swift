import Glibc
import TrackCore

/// The service: turns the source and the recording, hears signals, and tells systemd how it is. One loop, which never waits for
/// the disk, a name server or a silent gpsd.
final class RecordingService {
  /// What a run is made from; read anew at each reload.
  struct Setup: Equatable {
    var configuration: Configuration
    /// The database.
    var path: String
  }

  /// How often it looks after what is no line: the clock, what systemd is told.
  private static let housekeepingPeriod = Interval.seconds(1)
  /// Milliseconds that it does not listen to gpsd after having read: a receiver's epoch is several lines within a few
  /// milliseconds, and waking for each costs more than all that is done with them.
  private static let gathering: Int32 = 25

  private let signals: Signals
  private let tee: TeeFile?
  private let wakeup: Wakeup
  private let log: ServiceLog
  private let notifier = ServiceNotifier()
  private var watchdog = Watchdog()
  private var setup: Setup
  private var recording: Recording
  private var source: GPSDSource
  /// What poll waits for, in this order: signals, wake-ups, gpsd.
  private var waits: [pollfd]
  private var housekept: Arrival?
  private var isClockKnown = false
  private var isDateToldOf = false

  init(_ setup: Setup, tee: TeeFile?, signals: Signals, log: ServiceLog) throws {
    guard let wakeup = Wakeup() else { throw Failure(.failed, "there is no file descriptor left") }
    self.signals = signals
    self.tee = tee
    self.wakeup = wakeup
    self.log = log
    self.setup = setup
    waits = [signals.descriptor, wakeup.descriptor, -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    recording = try Recording(path: setup.path, settings: setup.configuration.settings, tee: tee, log: log)
    source = Self.source(setup.configuration, wakeup, log)
  }

  /// Records until a signal asks to stop. `reload` reads the configuration again.
  func run(reload: () throws -> Setup) throws -> ExitCode {
    log(.info, "recording into \(setup.path)")
    notifier.ready()
    while true {
      let now = Clocks.now()
      source.turn(isReadable: waits[2].revents != 0) { recording.ingest($0) }
      if watchdog.isDue(now, writingSince: recording.writingSince) { notifier.feedWatchdog() }
      if housekept.map({ now - $0 >= Self.housekeepingPeriod }) ?? true { keepHouse(now) }
      sleep()
      if waits[1].revents != 0 { wakeup.clear() }
      guard waits[0].revents != 0 else { continue }
      switch signals.take() {
      case .stop: return stop()
      case .reload: try adopt(reload)
      case nil: break
      }
    }
  }

  /// Until a signal, a line, the end of an attempt to connect, or the next turn is due.
  private func sleep() {
    // poll passes over a negative descriptor.
    if waits[2].revents != 0 {
      waits[2].fd = -1
      if wait(Self.gathering) { return }
    }
    waits[2].fd = source.descriptor ?? -1
    _ = wait(Int32(clamping: max(0, (source.deadline - Clocks.now()).milliseconds)))
  }

  /// True where one of them has something.
  private func wait(_ milliseconds: Int32) -> Bool {
    if poll(&waits, nfds_t(waits.count), milliseconds) > 0 { return true }
    for index in waits.indices { waits[index].revents = 0 }
    return false
  }

  private func keepHouse(_ now: Arrival) {
    housekept = now
    notifier.say(recording.trouble.map { "nothing can be written: \($0)" } ?? source.status)
    if !isDateToldOf, recording.refusesEveryDate {
      isDateToldOf = true
      log(
        .warning,
        "every fix is dated too early to be true and is refused; if the dates are right, set [filter] earliest_date")
    }
    // Once the system clock is kept by something that knows the time, it is evidence of the date.
    if !isClockKnown, Clocks.systemTimeIsSynchronised {
      isClockKnown = true
      recording.ingest(.evidence(.clock(Clocks.systemTime(), at: now)))
    }
  }

  private func stop() -> ExitCode {
    notifier.stopping()
    let lost = recording.stop(at: Clocks.now())
    log(.info, "stopped")
    return lost == 0 ? .done : .io
  }

  private func adopt(_ reload: () throws -> Setup) throws {
    notifier.reloading()
    defer { notifier.ready() }
    tee?.reopen()
    do {
      try change(to: reload())
      log(.info, "read the configuration again")
    } catch let failure as Failure {
      log(.warning, "\(failure.sentence); going on with the settings from before")
    }
    // A tee log that is new has no evidence yet.
    isClockKnown = false
  }

  private func change(to new: Setup) throws {
    let old = setup
    setup = new
    if new.configuration.host != old.configuration.host || new.configuration.port != old.configuration.port {
      source.hangUp { recording.ingest($0) }
      source = Self.source(new.configuration, wakeup, log)
    }
    guard new.configuration.settings != old.configuration.settings || new.path != old.path else { return }
    // As if the program had been started again, but for the connection. The old database is let go of first: it may be the
    // same one.
    _ = recording.stop(at: Clocks.now())
    do {
      recording = try Recording(path: new.path, settings: new.configuration.settings, tee: tee, log: log)
    } catch {
      setup.path = old.path
      setup.configuration.settings = old.configuration.settings
      recording = try Recording(path: old.path, settings: old.configuration.settings, tee: tee, log: log)
      throw Failure(.failed, "\(error)")
    }
  }

  private static func source(_ configuration: Configuration, _ wakeup: Wakeup, _ log: ServiceLog) -> GPSDSource {
    GPSDSource(host: configuration.host, port: configuration.port, wakeup: wakeup, log: log, now: Clocks.now())
  }
}
