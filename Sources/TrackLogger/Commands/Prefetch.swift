import TrackCore
import TrackStore

/// `tracklogger geocode prefetch ROUTE.gpx`: asks beforehand for the names along a route.
enum PrefetchCommand {
  static func run(_ file: String, _ invocation: Invocation, in world: World) throws -> ExitCode {
    let setup = try GeocodeCommand.setup(invocation, in: world)
    guard let service = setup.service else { throw Failure(.data, "[geocode] provider is none: nobody is asked") }
    let (points, more) = try points(along: file)
    if points.isEmpty { throw Failure(.data, "\(file) has no route or track of GPX in it") }
    let queue = try GeocodeQueue(path: setup.path, settings: service.drain)
    var count = try queue.prefetch(points, at: world.now())
    count.left += more
    if invocation.has(.json) {
      var json = JSONWriter()
      json.beginObject()
      json.key("points")
      json.value(points.count + more)
      json.key("queued")
      json.value(count.queued)
      json.key("left")
      json.value(count.left)
      json.endObject()
      try json.drain(to: world.output)
    } else {
      let rest = count.left == 0 ? "" : "; the queue is full, the last \(count.left) are left out"
      try world.output.write(
        "\(count.queued) of \(points.count + more) points along the route are queued, \(count.known) are known or wait already\(rest)\n"
      )
    }
    return .done
  }

  /// Many more than the queue takes, and few enough for memory: beyond, points are only counted.
  private static let most = 100_000

  private static func points(along file: String) throws -> (kept: [Coordinate], more: Int) {
    let input = try CaptureStream(paths: [file])
    var scanner = RoutePoints()
    var sampler = RouteSampler()
    var points: [Coordinate] = []
    var more = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while case let n = try input.read(into: buffer), n > 0 {
      scanner.scan(UnsafeRawBufferPointer(rebasing: buffer[..<n])) { item in
        switch item {
        case .start: sampler.lift()
        case .point(let point):
          sampler.advance(to: point) { if points.count < most { points.append($0) } else { more += 1 } }
        }
      }
    }
    return (points, more)
  }
}
