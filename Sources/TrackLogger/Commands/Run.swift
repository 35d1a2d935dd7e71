import TrackCore

/// `tracklogger run`: gpsd to database until stopped.
enum RunCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    // Before the first thread, so that no thread is interrupted.
    guard let signals = Signals() else { throw Failure(.failed, "there is no file descriptor left") }
    let log = ServiceLog()
    let setup = try setup(invocation, world)
    let tee = try invocation[.tee].map { path throws(Failure) in try TeeFile(path: path, log: log) }
    for key in setup.configuration.unused { log(.warning, "\(key) has no effect in this version") }
    let service = try RecordingService(setup, tee: tee, signals: signals, log: log)
    return try service.run { try Self.setup(invocation, world) }
  }

  private static func setup(_ invocation: Invocation, _ world: World) throws(Failure) -> RecordingService.Setup {
    let configuration = try Configuration.load(invocation)
    let path = try DatabasePath.resolve(invocation, configuration, in: world)
    return RecordingService.Setup(configuration: configuration, path: path)
  }
}
