import TrackCore
import TrackStore

extension TrackReader {
  /// The database that the command line or the configuration names, to read what was recorded into it.
  static func openOwn(_ invocation: Invocation, in world: World) throws -> TrackReader {
    let configuration = try Configuration.load(invocation)
    return try TrackReader(
      path: try DatabasePath.resolve(invocation, configuration, in: world), upgrades: !world.isReadOnly)
  }
}

extension Failure {
  /// What a fault of the database means to the caller.
  init(_ error: StoreError) {
    let code: ExitCode =
      switch error.kind {
      case .notADatabase, .foreignDatabase, .newerSchema, .olderSchema, .corrupt: .data
      case .missing, .cannotOpen, .readOnly, .locked, .diskFull, .inputOutput: .io
      case .recorderRunning, .other: .failed
      }
    self.init(code, "\(error)")
  }
}
