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
    guard let name = intake.box?.name, let box = try store.boxes().first(where: { $0.name == name }) else {
      return .done
    }
    if let refusal = intake.refusal {
      throw Failure.refused(refusal, name: name, origin: path == "-" ? "standard input" : path)
    }
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

/// The name of a box as people give it.
enum BoxName {
  static func given(_ invocation: Invocation) throws(Failure) -> String? {
    guard let name = invocation[.name] else { return nil }
    guard !name.isEmpty, name.utf8.count <= 64, name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else {
      throw .usage("--name takes a name of 1 to 64 bytes without control characters")
    }
    return name
  }
}
