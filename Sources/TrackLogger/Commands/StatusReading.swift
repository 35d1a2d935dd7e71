import TrackCore
import TrackStore

/// Something that keeps tracklogger from its work.
struct Trouble: Equatable {
  /// For scripts; never renamed.
  var code: String
  /// What is wrong.
  var text: String
  /// What to do about it.
  var remedy: String
}

/// What `status` found: the database read, gpsd and the recorder asked whether they are there.
struct Status {
  /// What the fixes say of the vehicle.
  enum Motion: String { case moving, stationary, unknown }

  let host: String
  let port: UInt16
  let path: String
  var gpsdAnswers = false
  /// The process that records, where one does.
  var recorder: RecorderProcess = .none
  var fix: Fix?
  var trip: TripRow?
  var visit: VisitRow?
  /// Where the newest fix is, or the last place with a name.
  var place: CurrentPlace?
  var queue: (waiting: Int, failed: Int) = (0, 0)
  /// What the owner has to do before anyone may be asked; nil: nothing.
  var namesWaitFor: String?
  var bytes: Int64 = 0
  private let configuration: Configuration
  var troubles: [Trouble] = []
  let now: Instant

  init(path: String, _ configuration: Configuration, now: Instant) {
    self.path = path
    self.now = now
    host = configuration.host
    port = configuration.port
    self.configuration = configuration
    probe()
    do throws(StoreError) {
      try read(TrackReader(path: path))
    } catch {
      let remedy =
        error.kind == .missing
        ? "start the recording: systemctl start tracklogger, or load a capture: tracklogger replay FILE"
        : "see what the sentence asks for, then call status again"
      troubles.append(
        Trouble(code: error.kind == .missing ? "no-database" : "database", text: "\(error)", remedy: remedy))
    }
  }

  var motion: Motion { trip != nil ? .moving : visit != nil ? .stationary : .unknown }

  private mutating func probe() {
    gpsdAnswers = Reach.canConnect(host: host, port: port, within: 2000)
    if !gpsdAnswers {
      troubles.append(
        Trouble(
          code: "gpsd-unreachable", text: "gpsd does not answer at \(host), port \(port)",
          remedy: "start it: systemctl start gpsd.socket; or set [gpsd] host and port in the configuration"))
    }
    recorder = RecorderProcess(database: path)
    if recorder == .none {
      troubles.append(
        Trouble(code: "not-recording", text: "nothing is being recorded", remedy: "systemctl start tracklogger"))
    }
  }

  private mutating func read(_ reader: TrackReader) throws(StoreError) {
    try reader.snapshot { () throws(StoreError) in
      fix = try reader.lastFix()
      trip = try reader.trips(limit: 1).last { $0.trip.end == nil }
      visit = trip == nil ? try reader.visits(limit: 1).last { $0.visit.departure == nil } : nil
      bytes = try reader.info().bytes
      if let fix { place = try reader.currentPlace(fix, cell: configuration.settings.places.cell) }
      queue = try reader.queueLength()
      try judgeNames(reader)
      if recorder != .none { try judge(reader) }
    }
  }

  /// Whether the names that wait can come.
  private mutating func judgeNames(_ reader: TrackReader) throws(StoreError) {
    guard queue.waiting + queue.failed > 0 else { return }
    let service: GeocodeService
    do throws(Failure) {
      guard let named = try GeocodeService(configuration) else { return }
      service = named
    } catch {
      // Names are a nicety that the owner has not asked for yet.
      namesWaitFor = error.sentence
      return
    }
    let names = try reader.geocodeStatus(service.drain, BootClock().now(newestFix: fix?.time))
    if names.pause == .blocked {
      let left = Shown.duration(names.pauseLeft)
      troubles.append(
        Trouble(
          code: "geocode-blocked", text: "the server of place names refuses us, for \(left) it is not asked",
          remedy: "see its usage policy, and set [geocode] contact or a server of your own ([geocode] url)"))
    }
    if queue.failed > 0 {
      troubles.append(
        Trouble(
          code: "geocode-failed", text: "the server of place names refused \(queue.failed) questions for good",
          remedy: "tracklogger geocode status tells why; another [geocode] url asks again"))
    }
  }

  /// While recording: whether fixes come. Parked, one an hour is recorded.
  private mutating func judge(_ reader: TrackReader) throws(StoreError) {
    let recent = try reader.events(in: TimeRange(since: now - .seconds(7 * 86_400)), limit: 1000)
    let last = recent.last { [.fixLost, .fixFound, .gpsdLost, .gpsdFound].contains($0.event.kind) }
    if last?.event.kind == .fixLost {
      troubles.append(
        Trouble(
          code: "fix-lost", text: "the receiver has no fix",
          remedy: "give its antenna a view of the sky; cgps shows what it sees"))
    } else if fix.map({ now - $0.time > .minutes(70) }) ?? true {
      troubles.append(
        Trouble(
          code: "no-fix-lately", text: "no fix was recorded in the last hour",
          remedy: "see whether gpsd has a receiver: gpspipe -w -n 10; and whether the clock is right: timedatectl"))
    }
  }
}
