import TrackCore
import TrackStore

/// `tracklogger replay`: captures through the same pipeline and into the same database as a live run.
enum ReplayCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let configuration = try Configuration.load(invocation)
    let speed = try invocation.number(.speed, in: 0.001...1_000_000)
    let database = try DatabasePath.resolve(invocation, configuration, in: world)
    let capture = try CaptureStream(paths: invocation.operands)
    try refuseWhatIsNoCapture(capture.head, named: invocation.operands[0])
    let route = try route(capture, invocation)
    var replay = try ReplaySession(
      of: route.map { $0.identity } ?? capture.head, into: database, settings: configuration.settings,
      correctsDates: invocation.has(.correctDates), pace: speed.map(Pace.init))
    if replay.begunAnew {
      world.say("this capture was replayed under other settings before; what it holds already stays as it is")
    }
    var progress = Progress(total: capture.size)
    defer { progress.clear() }
    if let route {
      try replay.run(reading: route.read) { _ in progress.show(bytes: route.bytes) }
    } else {
      try replay.run(reading: capture.read) { progress.show(bytes: $0) }
    }
    progress.clear()
    if let route { try judge(route, in: world) }
    let summary = ReplaySummary(replay.counts, alreadyThere: replay.alreadyThere, seconds: progress.elapsed)
    if invocation.has(.json) {
      try world.output.write(summary.json().text.bytes)
    } else {
      try world.output.write(summary.text())
    }
    if replay.counts.lines > 0, replay.counts.reports == 0 {
      throw Failure(.data, "no line is a gpsd report; a capture is what `gpspipe -w` prints")
    }
    return .done
  }

  /// Where the first bytes are those of a GPX file.
  private static func route(_ capture: CaptureStream, _ invocation: Invocation) throws(Failure) -> GPXStream? {
    let asItStands = invocation.has(.noInterpolation)
    if GPXStream.isXML(capture.head) { return GPXStream(capture, interpolates: !asItStands) }
    if asItStands { throw .usage("--no-interpolation is for GPX files, and \(invocation.operands[0]) is none") }
    return nil
  }

  private static func judge(_ route: GPXStream, in world: World) throws(Failure) {
    if route.fixes == 0 {
      let points = route.leftOut > 0 ? "none of its \(route.leftOut) points has a time and a place" : "it has no points"
      throw Failure(.data, "nothing of the file can be replayed: \(points)")
    }
    if route.leftOut > 0 { world.say("\(route.leftOut) points without a time or a place were left out") }
    if route.isCutOff { world.say("the file ends in the middle of a point; what comes before was read") }
  }

  /// What the first bytes already tell.
  private static func refuseWhatIsNoCapture(_ head: [UInt8], named name: String) throws(Failure) {
    let shown = name == "-" ? "standard input" : name
    if head.isEmpty { throw Failure(.data, "\(shown) is empty") }
    if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) {
      throw Failure(.data, "\(shown) is written in UTF-16; convert it to UTF-8 first, with iconv")
    }
    if head.starts(with: [0x1f, 0x8b]) {
      throw Failure(.data, "\(shown) is compressed; try: zcat \(shown) | tracklogger replay -")
    }
  }
}
