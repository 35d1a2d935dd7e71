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
    _ = try mending { $0 }
  }

  /// Where the last run ended.
  func start() throws -> Start {
    try mending {
      Start(saved: $0.saved?.bytes, nextTrip: try $0.nextTripID(), nextVisit: try $0.nextVisitID())
    }
  }

  /// The trip or visit that the saved state left open, and the fixes recorded since it began.
  func leftOpen() throws -> Recall? {
    try mending {
      let open = try $0.leftOpen()
      guard open.trip != nil || open.visit != nil else { return nil }
      return try Recall(trip: open.trip, visit: open.visit, from: TrackReader(path: path))
    }
  }

  /// The saved state cannot be gone on from: what it left open is closed where it was last seen.
  func startAfresh() throws { try mending { try $0.startAfresh() } }

  func take(_ backlog: Backlog) {
    taken = backlog
    isApplied = false
  }

  func commit() throws {
    try mending { writer in
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
  }

  func close() { writer = nil }

  /// Does something with the database; where that shows it damaged, with a new one in its place.
  private func mending<T>(_ body: (TrackWriter) throws -> T) throws -> T {
    do {
      return try body(opened())
    } catch let error as StoreError where error.kind == .corrupt {
      writer = nil
      isApplied = false
      let name = try DamagedDatabase.moveAside(path)
      log(.error, "\(error); it is kept as \(name), and recording goes on in a new database")
      return try body(opened())
    }
  }

  private func opened() throws(StoreError) -> TrackWriter {
    if let writer { return writer }
    let new = try TrackWriter(
      path: path, source: "live", visitRadius: settings.visit.radius, places: settings.places)
    writer = new
    return new
  }
}
