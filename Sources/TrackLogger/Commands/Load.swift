import TrackCore
import TrackStore

/// Puts a dump into the database, under the name of the box that it is from.
enum LoadCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let configuration = try Configuration.load(invocation)
    let path = invocation.operands.first ?? "-"
    let input = try CaptureStream(paths: [path])
    let store = try BoxStore(path: try DatabasePath.resolve(invocation, configuration, in: world))
    var intake = DumpIntake(store, name: try BoxName.given(invocation))
    do {
      try read(input, into: &intake)
    } catch {
      throw Failure.dump(error, from: path == "-" ? "standard input" : path)
    }
    let boxes = try store.boxes()
    if let refusal = intake.refusal, let head = intake.head {
      let name = boxes.first { $0.cursor.uuid == head.uuid }?.name ?? head.box
      throw Failure.refused(refusal, name: name, origin: path == "-" ? "standard input" : path)
    }
    guard let name = intake.box?.name, let box = boxes.first(where: { $0.name == name }) else { return .done }
    try LoadSummary(box: box, loaded: intake.loaded, bytes: intake.bytesReceived).write(invocation, in: world)
    return .done
  }

  private static func read(_ input: CaptureStream, into intake: inout DumpIntake) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var progress = Progress(total: input.size)
    defer { progress.clear() }
    while case let n = try input.read(into: buffer), n > 0 {
      try intake.take(UnsafeRawBufferPointer(rebasing: buffer[..<n]))
      progress.show(bytes: intake.bytesReceived)
    }
    try intake.finish()
  }
}

extension BoxName {
  /// What `--name` says.
  static func given(_ invocation: Invocation) throws(Failure) -> String? {
    guard let name = invocation[.name] else { return nil }
    guard BoxName.isValid(name) else {
      throw .usage("--name takes a name of 1 to 64 bytes that begins with neither '-' nor '.' and holds no '/'")
    }
    return name
  }
}
