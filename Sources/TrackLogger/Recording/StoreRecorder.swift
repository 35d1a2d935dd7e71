import TrackCore
import TrackStore

/// Writes batches into the database. One that turns out damaged while recording is moved aside whole, and recording goes on in
/// a new one.
final class StoreRecorder: Recorder {
  private let path: String
  private let settings: Settings
  private let log: ServiceLog
  /// nil: moved aside, and no new one could be opened yet.
  private var writer: TrackWriter?
  /// What was taken and is not committed; `isApplied`: the writer has it.
  private var taken = Backlog()
  private var isApplied = true

  /// What the pipeline is to go on from.
  struct Start {
    var saved: [UInt8]?
    var nextTrip: Trip.ID
    var nextVisit: Visit.ID
  }

  /// Opens the database and becomes its recorder.
  init(path: String, settings: Settings, log: ServiceLog) throws {
    self.path = path
    self.settings = settings
    self.log = log
    do throws(StoreError) {
      writer = try Self.open(path, settings)
    } catch {
      guard error.kind == .corrupt else { throw error }
      try moveAside(because: error)
      writer = try Self.open(path, settings)
    }
  }

  /// Where the last run ended.
  func start() throws -> Start {
    guard let writer else { return Start(nextTrip: 1, nextVisit: 1) }
    return Start(
      saved: writer.saved?.bytes, nextTrip: try writer.nextTripID(), nextVisit: try writer.nextVisitID())
  }

  /// The trip or visit that the saved state left open, and the fixes recorded since it began.
  func leftOpen() throws -> Recall? {
    guard let open = try writer?.leftOpen(), open.trip != nil || open.visit != nil else { return nil }
    return try Recall(trip: open.trip, visit: open.visit, from: TrackReader(path: path))
  }

  /// The saved state cannot be gone on from: what it left open is closed where it was last seen.
  func startAfresh() throws { try writer?.startAfresh() }

  func take(_ backlog: Backlog) {
    taken = backlog
    isApplied = false
  }

  func commit() throws {
    do {
      try write()
    } catch let error as StoreError where error.kind == .corrupt {
      writer = nil
      try moveAside(because: error)
      isApplied = false
      try write()
    }
  }

  func close() { writer = nil }

  private func write() throws {
    let writer = try self.writer ?? Self.open(path, settings)
    self.writer = writer
    if !isApplied {
      for element in taken.elements {
        switch element {
        case .change(let change): writer.apply(change)
        case .batchEnd: writer.endBatch()
        }
      }
      isApplied = true
    }
    writer.devicePaths = taken.devicePaths
    try writer.commit(checkpoint: taken.checkpoint, position: 0)
  }

  private static func open(_ path: String, _ settings: Settings) throws(StoreError) -> TrackWriter {
    try TrackWriter(path: path, source: "live", visitRadius: settings.visit.radius, places: settings.places)
  }

  private func moveAside(because error: StoreError) throws {
    let name = try DamagedDatabase.moveAside(path)
    log(.error, "\(error); it is kept as \(name), and recording goes on in a new database")
  }
}
