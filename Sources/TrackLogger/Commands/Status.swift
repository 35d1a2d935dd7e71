import TrackCore
import TrackStore

/// How the recording stands, and what to do where it does not.
enum StatusCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let zone = try Zones.chosen(invocation, in: world)
    let configuration = try Configuration.load(invocation)
    let path = try DatabasePath.resolve(invocation, configuration, in: world)
    let status = Status(path: path, configuration, now: world.now())
    if invocation.has(.json) {
      var json = JSONWriter()
      json.status(status)
      try json.drain(to: world.output)
    } else {
      try world.output.write(StatusText(status, Shown(zone: zone.data)).text)
    }
    return .done
  }
}
