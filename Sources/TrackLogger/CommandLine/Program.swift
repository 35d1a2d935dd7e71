import TrackCore
import TrackStore

/// The whole program as a function: a command line in, an exit code out.
enum Program {
  static func run(_ arguments: [String], in world: World) -> ExitCode {
    let (command, request) = ArgumentParser().parse(arguments)
    do {
      let code = try perform(request.get(), in: world)
      try world.output.flush()
      return code
    } catch OutputError.closed {
      return .done
    } catch {
      // What was already found is still worth reading.
      try? world.output.flush()
      let failure = failure(from: error)
      let pointer = failure.code == .usage ? "\n" + Help.pointer(for: command) : ""
      world.say(failure.sentence + pointer)
      return failure.code
    }
  }

  private static func perform(_ request: Request, in world: World) throws -> ExitCode {
    switch request {
    case .help(let command):
      try world.output.write(command.map(Help.text) ?? Help.overall())
      return .done
    case .version:
      try world.output.write("tracklogger \(programVersion)\n")
      return .done
    case .run(let invocation):
      return try invocation.command.run(invocation, world)
    }
  }

  private static func failure(from error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as StoreError: Failure(error)
    case OutputError.failed(let code): Failure(.io, "cannot write to standard output: \(reason(code))")
    default: Failure(.failed, "\(error)")
    }
  }
}
