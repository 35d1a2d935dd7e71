enum ReplayCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    throw Failure(.failed, "replay is not there yet")
  }
}
