import TrackCore
import TrackStore

/// What is new on another machine, over ssh, into the database here.
enum PullCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let configuration = try Configuration.load(invocation)
    let host = invocation.operands[0]
    guard !host.isEmpty, !host.hasPrefix("-"), host.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value != 127 })
    else {
      throw Failure.usage("pull takes [USER@]HOST, not '\(host)'")
    }
    let name = try BoxName.given(invocation)
    let store = try BoxStore(path: try DatabasePath.resolve(invocation, configuration, in: world))
    var session = PullSession(store, host: host, name: name)
    let box = try session.run { world.say($0) }
    try LoadSummary(box: box, loaded: session.loaded, bytes: session.bytes).write(invocation, in: world)
    return .done
  }
}
