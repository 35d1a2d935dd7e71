import TrackCore
import TrackStore

/// The way of an input in a live run: into the tee log, through the pipeline, and what follows from it to the writer.
final class Recording {
  /// A batch is written at the latest when it has so many changes, whatever the pipeline says.
  private static let room = 4096

  private var pipeline: Pipeline
  private let tee: TeeFile?
  private let writer: RecordWriter
  private var changes: [TrackChange] = []
  private let countsBefore: PipelineCounts

  /// Opens the database and goes on from where the last run ended.
  init(path: String, settings: Settings, tee: TeeFile?, log: ServiceLog) throws {
    let store = try StoreRecorder(path: path, settings: settings, log: log)
    let start = try store.start()
    if let saved = start.saved, let restored = try? Pipeline(restoring: saved, settings: settings, source: .live) {
      pipeline = restored
      // This may be another boot, and a tee log says nothing of what was before it.
      pipeline.forgetArrivals()
    } else {
      if start.saved != nil { log(.notice, "settings or program have changed since the last run") }
      let recalled = try store.leftOpen()?.pipeline(
        settings: settings, nextTrip: start.nextTrip, nextVisit: start.nextVisit, into: &changes)
      if recalled == nil, start.saved != nil { try store.startAfresh() }
      pipeline =
        recalled
        ?? Pipeline(settings: settings, source: .live, nextTrip: start.nextTrip, nextVisit: start.nextVisit)
    }
    guard let writer = RecordWriter(store, log: log) else { throw Failure(.failed, "no thread to write in") }
    self.writer = writer
    self.tee = tee
    countsBefore = pipeline.counts
    tee?.start()
    // A stored fix is no evidence: one dated years ahead would lock the right ones out for ever.
    ingest(.evidence(.floor(settings.filter.earliestDate ?? earliestDate)))
  }

  var newestFix: Instant? { pipeline.newestFix }
  var counts: PipelineCounts { pipeline.counts }
  /// When the write that is under way began; nil: none is.
  var writingSince: Arrival? { writer.writingSince }
  /// Why nothing can be written now; nil: all is well.
  var trouble: String? { writer.trouble }

  /// Every fix of this run was refused for its date, and there were enough to tell: either the receiver miscounts weeks, or this
  /// is an old log.
  var refusesEveryDate: Bool {
    let counts = self.counts
    return counts.fixesAccepted == countsBefore.fixesAccepted
      && counts.rejected(.wrongDate) - countsBefore.rejected(.wrongDate) >= 30
  }

  func ingest(_ input: PipelineInput) {
    tee?.record(input)
    pipeline.ingest(input, into: &changes)
    if pipeline.takeCommitPoint() || changes.count >= Self.room { commit() }
  }

  /// Ends the run: what is open stays open. Returns how many rows could not be written. Takes no input afterwards.
  func stop(at now: Arrival) -> Int {
    // At its end the pipeline asks for a commit by itself.
    ingest(.stop(now))
    return writer.finish()
  }

  private func commit() {
    writer.append(changes, checkpoint: pipeline.checkpoint(), devicePaths: pipeline.devicePaths)
    changes.removeAll(keepingCapacity: true)
    tee?.flush()
  }
}
