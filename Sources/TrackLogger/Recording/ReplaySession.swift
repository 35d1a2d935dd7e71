import TrackCore
import TrackStore

/// A capture on its way through a pipeline into a database. Where this capture, or its beginning, was replayed into the database
/// before, it goes on from there.
struct ReplaySession {
  /// Rows between two transactions: few enough that they stay in the processor's cache, enough that beginning and ending one
  /// does not count.
  private static let batch = 2000

  private var pipeline: Pipeline
  private let writer: TrackWriter
  private let isTeeLog: Bool
  private var pace: Pace?
  private var changes: [TrackChange] = []
  private var rows = 0
  /// Lines of the capture read so far, and how many of them an earlier replay has seen.
  private var line: Int64 = 0
  private let seen: Int64
  /// The newest input of a tee log was its end.
  private var isStopped = false

  /// This capture was replayed before, but its checkpoint is of other settings or another version.
  let begunAnew: Bool

  init(
    of head: [UInt8], into database: String, settings: Settings, correctsDates: Bool, pace: Pace?
  ) throws {
    isTeeLog = head.starts(with: Array("#tracklogger-tee ".utf8))
    let kind: Pipeline.Source = isTeeLog ? .live : correctsDates ? .datedCapture : .capture
    self.pace = pace
    let known = try Self.sources(of: database).first { CaptureIdentity(source: $0)?.matches(head: head) == true }
    writer = try TrackWriter(
      path: database, source: known ?? CaptureIdentity(head: head).source, durability: .eventually, overlaps: .skip,
      visitRadius: settings.visit.radius, places: settings.places, pendingLimit: 100 * Self.batch)
    if let saved = writer.saved {
      if let restored = try? Pipeline(restoring: saved.bytes, settings: settings, source: kind) {
        pipeline = restored
        seen = saved.position
        begunAnew = false
        return
      }
      try writer.startAfresh()
    }
    begunAnew = writer.saved != nil || known != nil
    pipeline = Pipeline(
      settings: settings, source: kind, nextTrip: try writer.nextTripID(), nextVisit: try writer.nextVisitID())
    seen = 0
  }

  private static func sources(of database: String) throws(StoreError) -> [String] {
    let reader: TrackReader
    do throws(StoreError) {
      reader = try TrackReader(path: database)
    } catch {
      if error.kind == .missing { return [] }
      throw error
    }
    return try reader.sources()
  }

  var counts: PipelineCounts { pipeline.counts }
  /// Trips and visits that another capture had brought before.
  var alreadyThere: Int { writer.skippedTrips + writer.skippedVisits }

  /// Reads a capture to its end and commits what it holds. `read` puts its next bytes into a buffer and says how many, 0 at the end;
  /// `progress` is told the bytes read.
  mutating func run(
    reading read: (UnsafeMutableRawBufferPointer) throws -> Int, progress: (Int64) -> Void
  ) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var framer = LineFramer()
    var bytes: Int64 = 0
    while case let n = try read(buffer), n > 0 {
      try framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<n])) { try ingest($0) }
      bytes += Int64(n)
      progress(bytes)
    }
    // A tee log's last line without an end is half a record; that of a capture may well be whole.
    if !isTeeLog { try framer.finish { try ingest($0) } }
    for _ in 0..<framer.overlong { pipeline.ingest(.overlong(LineFramer.maxLine, nil), into: &changes) }
    if line > seen, !isStopped { pipeline.ingest(.stop(nil), into: &changes) }
    try commit()
  }

  private mutating func ingest(_ bytes: UnsafeRawBufferPointer) throws {
    line += 1
    guard line > seen else { return }
    if isTeeLog {
      switch TeeReader.parse(bytes) {
      case .input(let input):
        pipeline.ingest(input, into: &changes)
        if case .stop = input { isStopped = true } else { isStopped = false }
      case .head: pipeline.forgetArrivals()
      case nil: break
      }
    } else {
      let (arrival, report) = LinePrefix.split(bytes)
      pipeline.ingest(.line(report, arrival), into: &changes)
    }
    guard pipeline.takeCommitPoint() else { return }
    writer.apply(changes)
    writer.endBatch()
    rows += changes.count
    changes.removeAll(keepingCapacity: true)
    if rows >= Self.batch || pace != nil { try commit() }
    pace?.wait(for: pipeline.newestFix)
  }

  private mutating func commit() throws {
    writer.apply(changes)
    writer.endBatch()
    changes.removeAll(keepingCapacity: true)
    rows = 0
    writer.devicePaths = pipeline.devicePaths
    try writer.commit(checkpoint: pipeline.checkpoint(), position: line)
  }
}
