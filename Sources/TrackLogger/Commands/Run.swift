enum RunCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    throw Failure(.failed, "run is not there yet")
  }
}
