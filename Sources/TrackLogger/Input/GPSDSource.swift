import TrackCore

/// The shell around a `GPSDLink`: does what the link decides, reads what gpsd sends, and delivers both as inputs of the pipeline.
final class GPSDSource {
  /// Longer lines are dropped. With a tee log's words in front the longest still fits the framer of a replay.
  static let longestLine = LineFramer.maxLine - TeeWriter.overhead
  /// How many chunks one turn reads at most, so that a flood of lines keeps no signal waiting.
  private static let chunksPerTurn = 16

  private let host: String
  private let port: String
  private let wakeup: Wakeup
  private let log: ServiceLog
  private var link: GPSDLink
  private var attempt: ConnectAttempt?
  private var connection: GPSDConnection?
  private var framer = LineFramer()
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 8)

  /// `wakeup` is woken when an attempt to connect is over.
  init(host: String, port: UInt16, wakeup: Wakeup, log: ServiceLog, now: Arrival) {
    self.host = host
    self.port = String(port)
    self.wakeup = wakeup
    self.log = log
    // As people write it: an IPv6 address in brackets.
    link = GPSDLink(name: host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)", now: now)
  }

  deinit {
    attempt?.abandon()
    chunk.deallocate()
  }

  /// To wait for in poll; nil while there is no connection.
  var descriptor: Int32? { connection?.descriptor }
  /// When the next turn is due at the latest.
  var deadline: Arrival { link.deadline }
  /// One line for `systemctl status`.
  var status: String { link.status }

  /// Sees what there is, and delivers what the pipeline is to be told. Never blocks. `isReadable`: what poll said of the
  /// descriptor.
  func turn(isReadable: Bool, _ deliver: (PipelineInput) -> Void) {
    if let outcome = attempt?.take() { settle(outcome, deliver) }
    if isReadable, connection != nil { read(deliver) }
    tell(.time, at: Clocks.now(), deliver)
  }

  /// Gives up the connection, as before another one takes its place.
  func hangUp(_ deliver: (PipelineInput) -> Void) {
    guard connection != nil else { return }
    connection = nil
    deliver(.lost(Clocks.now()))
  }

  private func settle(_ outcome: ConnectAttempt.Outcome, _ deliver: (PipelineInput) -> Void) {
    attempt = nil
    switch outcome {
    case .opened(let connection):
      self.connection = connection
      tell(.opened, at: Clocks.now(), deliver)
    case .failed(let why): tell(.failed(why), at: Clocks.now(), deliver)
    }
  }

  private func read(_ deliver: (PipelineInput) -> Void) {
    for _ in 0..<Self.chunksPerTurn {
      switch connection?.read(into: chunk) {
      case .bytes(let count):
        take(UnsafeRawBufferPointer(rebasing: chunk[..<count]), at: Clocks.now(), deliver)
        // There was no more, or poll will say so.
        if count < chunk.count { return }
      case .ended(let why): return tell(.ended(why), at: Clocks.now(), deliver)
      case .nothing, nil: return
      }
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer, at now: Arrival, _ deliver: (PipelineInput) -> Void) {
    let overlong = framer.overlong
    var isGreeted = false
    framer.append(bytes) { line in
      let isVersion = Self.isVersion(line)
      // The framer is busy with the line: what would hang up has to wait.
      for action in link.handle(.line(isVersion: isVersion), at: now) {
        if action == .watch { isGreeted = true } else { perform(action, at: now, deliver) }
      }
      deliver(line.count > Self.longestLine ? .overlong(line.count, now) : .line(line, now))
    }
    for _ in overlong..<framer.overlong {
      tell(.line(isVersion: false), at: now, deliver)
      deliver(.overlong(LineFramer.maxLine + 1, now))
    }
    if isGreeted { perform(.watch, at: now, deliver) }
  }

  private func tell(_ event: GPSDLink.Event, at now: Arrival, _ deliver: (PipelineInput) -> Void) {
    for action in link.handle(event, at: now) { perform(action, at: now, deliver) }
  }

  private func perform(_ action: GPSDLink.Action, at now: Arrival, _ deliver: (PipelineInput) -> Void) {
    switch action {
    case .connect: attempt = ConnectAttempt(host: host, port: port, wakeup: wakeup)
    case .watch:
      do { try connection?.watch() } catch { tell(.ended(error.words), at: now, deliver) }
    case .hangUp:
      connection = nil
      // What came last is half a line.
      framer.reset()
    case .connected: deliver(.connected(now))
    case .lost: deliver(.lost(now))
    case .tick: deliver(.tick(now))
    case .warn(let words): log(.warning, words)
    case .inform(let words): log(.info, words)
    }
  }

  /// gpsd's greeting, which like all its lines begins with the class.
  private static func isVersion(_ line: UnsafeRawBufferPointer) -> Bool {
    let start: StaticString = #"{"class":"VERSION""#
    guard line.count >= start.utf8CodeUnitCount, line[10] == UInt8(ascii: "V") else { return false }
    return start.withUTF8Buffer { line[..<$0.count].elementsEqual($0) }
  }
}
