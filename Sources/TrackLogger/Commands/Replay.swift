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
    var replay = try ReplaySession(
      of: capture.head, into: database, settings: configuration.settings,
      correctsDates: invocation.has(.correctDates), pace: speed.map(Pace.init))
    if replay.begunAnew {
      world.say("this capture was replayed under other settings before; what it holds already stays as it is")
    }
    var progress = Progress(total: capture.size)
    defer { progress.clear() }
    try replay.run(capture) { progress.show(bytes: $0) }
    progress.clear()
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

  /// What the first bytes already tell.
  private static func refuseWhatIsNoCapture(_ head: [UInt8], named name: String) throws(Failure) {
    let shown = name == "-" ? "standard input" : name
    if head.isEmpty { throw Failure(.data, "\(shown) is empty") }
    if head.starts(with: [0x1f, 0x8b]) {
      throw Failure(.data, "\(shown) is compressed; try: zcat \(shown) | tracklogger replay -")
    }
  }
}
