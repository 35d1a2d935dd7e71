/// The way of a fix, as a value: what gpsd said goes in, rows to write come out. It reads no clock; equal inputs, however cut into
/// pieces and wherever interrupted, give equal rows.
public struct Pipeline {
  /// Where the lines come from decides what the arrival of a line can prove.
  public enum Source: UInt8, Sendable {
    /// gpsd itself, or a tee log of it: arrivals are a monotonic clock.
    case live
    /// A capture: arrivals, if any, are line prefixes, some host's wall clock.
    case capture
    /// The same, and the prefixes are right: dates are moved by 1024 weeks to agree with them.
    case datedCapture
  }

  public let settings: Settings
  public let source: Source

  var decoder = GPSDecoder()
  var assembler = EpochAssembler()
  var selector = ReceiverSelector()
  var filter: FixFilter
  var silence = SilenceMonitor()
  var connection = ConnectionMonitor()
  var detector: TrackDetector
  var significant = SignificantChange()
  var refresh: RefreshPolicy
  var thinner: FixThinner
  var clock: CommitClock
  var tally: Tally

  // What passes between two stages; of no meaning between two inputs.
  private var tpv = TPV()
  private var epochs: [Epoch] = []
  private var fixes: [Fix] = []

  /// A pipeline that has seen nothing. Its trips and visits are numbered from the IDs given.
  public init(settings: Settings, source: Source, nextTrip: Trip.ID = 1, nextVisit: Visit.ID = 1) {
    self.settings = settings
    self.source = source
    filter = FixFilter(settings: settings.filter, correctsDates: source == .datedCapture)
    detector = TrackDetector(settings: settings, nextTrip: nextTrip, nextVisit: nextVisit)
    refresh = RefreshPolicy(minDistance: settings.places.minDistance, minInterval: settings.places.minInterval)
    thinner = FixThinner(distance: settings.filter.distance)
    clock = CommitClock(interval: settings.commitInterval)
    tally = Tally(nextTrip: nextTrip, nextVisit: nextVisit)
  }

  /// Appends to `changes` what follows from `input`, in the order in which it is to be written.
  public mutating func ingest(_ input: PipelineInput, into changes: inout [TrackChange]) {
    let before = changes.count
    switch input {
    case .line(let line, let arrival):
      tally.lines += 1
      if let arrival { advance(to: arrival, into: &changes) }
      ingest(line, arrival: arrival, into: &changes)
    case .overlong(_, let arrival):
      tally.lines += 1
      tally.overlong += 1
      if let arrival { advance(to: arrival, into: &changes) }
    case .connected(let arrival):
      connection.change(to: true, at: arrival, into: &changes)
    case .lost(let arrival):
      connection.change(to: false, at: arrival, into: &changes)
    case .tick(let arrival):
      advance(to: arrival, into: &changes)
    case .evidence(let evidence):
      filter.take(evidence)
    case .stop(let arrival):
      stop(at: arrival, into: &changes)
    }
    if changes.count > before { tally.count(changes, from: before) }
  }

  /// Takes a recorded fix again, for a pipeline that begins anew over a filled database: it finds out where it stands. What it
  /// finds is appended; fixes and events that were written then are not written a second time.
  public mutating func recall(_ fix: Fix, into changes: inout [TrackChange]) {
    var found: [TrackChange] = []
    silence.ingest(fix, arrival: nil, into: &found)
    detector.ingest(fix, into: &found)
    significant.ingest(fix, into: &found)
    refresh.ingest(fix, into: &found)
    thinner.recall(fix)
    _ = clock.passes(fix.time)
    tally.count(found, from: 0)
    for change in found {
      switch change {
      case .trip, .visit, .tripWithdrawn, .visitWithdrawn: changes.append(change)
      case .fix, .event, .placeWanted: break
      }
    }
  }

  /// The trip and the visit that go on.
  public var underWay: (trip: Trip?, visit: Visit?) { (detector.openTrip, detector.openVisit) }

  /// True once after each point at which everything so far is to be written and the batch ended.
  public mutating func takeCommitPoint() -> Bool { clock.take() }

  // MARK: - The stages in their order

  private mutating func ingest(_ line: UnsafeRawBufferPointer, arrival: Arrival?, into changes: inout [TrackChange]) {
    switch decoder.decode(line, into: &tpv) {
    case nil:
      assembler.ingest(tpv, arrival: arrival, into: &epochs)
      admitEpochs(into: &changes)
    case .sky(let sky):
      assembler.ingest(sky)
    case .malformed:
      tally.malformed += 1
      return
    case .tpv, .device, .devices, .version, .error, .attitude, .other:
      break
    }
    tally.reports += 1
  }

  private mutating func admitEpochs(into changes: inout [TrackChange]) {
    for k in epochs.indices {
      let epoch = epochs[k]
      guard selector.follows(epoch) else { continue }
      filter.judge(epoch, into: &fixes)
      followFixes(arrival: epoch.arrival, into: &changes)
    }
    epochs.clear()
  }

  private mutating func followFixes(arrival: Arrival?, into changes: inout [TrackChange]) {
    while let notice = filter.takeNotice() { heed(notice, into: &changes) }
    for fix in fixes {
      if tally.firstFix == nil { tally.firstFix = fix.time }
      let patience = silence.patience
      silence.ingest(fix, arrival: arrival, into: &changes)
      connection.ingest(fix, arrival: arrival, into: &changes)
      let seen = changes.count
      detector.ingest(fix, into: &changes)
      significant.ingest(fix, into: &changes)
      refresh.ingest(fix, into: &changes)
      thinner.ingest(
        fix, isStationary: detector.isStationary, departure: departure(in: changes, from: seen), patience: patience,
        into: &changes)
      if clock.passes(fix.time) {
        detector.progress(into: &changes)
        clock.request()
      }
    }
    fixes.clear()
  }

  private mutating func heed(_ notice: FilterNotice, into changes: inout [TrackChange]) {
    guard let first = fixes.first else { return }
    switch notice {
    case .corrected:
      changes.append(
        .event(TrackEvent(.clockCorrected, time: first.time, noticed: first.time, coordinate: first.coordinate)))
    case .restarted:
      // What was found so far was dated ahead: it stays as it was, and all begins anew.
      detector.finish(into: &changes)
      detector = TrackDetector(
        settings: settings, nextTrip: detector.journal.nextTrip, nextVisit: detector.journal.nextVisit)
      silence = SilenceMonitor()
      thinner.restart()
      clock = CommitClock(interval: settings.commitInterval)
      clock.request()
    case .reanchored(let time):
      detector.reanchor(at: time)
    }
  }

  /// What a clock alone tells: the open epoch is whole, the fix is lost.
  private mutating func advance(to arrival: Arrival, into changes: inout [TrackChange]) {
    assembler.advance(to: arrival, into: &epochs)
    admitEpochs(into: &changes)
    // A capture's prefixes are a wall clock, which may jump: there a silence shows in the times of the fixes.
    guard source == .live else { return }
    let before = changes.count
    silence.advance(to: arrival, into: &changes)
    if changes.count > before { clock.request() }
  }

  private mutating func stop(at arrival: Arrival?, into changes: inout [TrackChange]) {
    assembler.finish(into: &epochs)
    admitEpochs(into: &changes)
    filter.finish(into: &fixes)
    followFixes(arrival: arrival, into: &changes)
    detector.finish(into: &changes)
    thinner.finish(isStationary: detector.isStationary, into: &changes)
    clock.request()
  }

  private func departure(in changes: [TrackChange], from first: Int) -> Instant? {
    for k in first..<changes.count {
      if case .event(let event) = changes[k], event.kind == .departure || event.kind == .tripStart { return event.time }
    }
    return nil
  }
}

extension Array {
  /// Empties it and keeps its room. For one or two elements `removeAll(keepingCapacity:)`, which replaces a range, is slow.
  fileprivate mutating func clear() { while !isEmpty { removeLast() } }
}
