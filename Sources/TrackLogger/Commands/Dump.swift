import Glibc
import TrackCore
import TrackStore

/// What changed in the database, for `load` on another machine. Reads only, and holds nothing up.
enum DumpCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let cursor = try cursor(invocation)
    if isatty(world.output.descriptor) == 1 {
      throw Failure.usage("a dump is not for the screen: send it to a file or a program")
    }
    let reader = try TrackReader.openOwn(invocation, in: world)
    var output = DumpOutput(world.output)
    switch try output.write(DumpReader(reader, after: cursor)) {
    case nil: return .done
    case .replaced: throw Failure(.data, "\(reader.path) is another database than the one that the cursor is of")
    case .restored:
      throw Failure(
        .data, "\(reader.path) was restored from an older copy: it does not have what the cursor knows of it")
    }
  }

  private static func cursor(_ invocation: Invocation) throws(Failure) -> DumpCursor? {
    guard let text = invocation[.after] else { return nil }
    guard let cursor = DumpCursor(text) else {
      throw .usage("--after takes the cursor that load printed, UUID:NUMBER:FIX, not '\(text)'")
    }
    return cursor
  }
}
