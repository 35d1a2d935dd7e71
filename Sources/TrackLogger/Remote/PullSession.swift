import Glibc
import TrackCore
import TrackStore

/// One machine's database into this one, over ssh: the user's own, with their configuration, agent and keys.
struct PullSession {
  private let store: BoxStore
  private let host: String
  private let name: String?
  private var progress = PullProgress()
  private(set) var loaded = Loaded()
  private(set) var bytes: Int64 = 0
  private var rows = 0

  private enum Outcome {
    case done(Box)
    /// This box is known from elsewhere: it is to be asked for what came after that.
    case known(Box)
    /// Ended before its end, after something new of this box has come; nil: nothing has.
    case cut(Box?)
  }

  init(_ store: BoxStore, host: String, name: String?) {
    self.store = store
    self.host = host
    self.name = name
  }

  /// Pulls all there is. A connection that is cut is made again, a second later, as long as each brings something.
  mutating func run(say: (String) -> Void) throws -> Box {
    var known = try store.boxes().first { name == nil ? $0.host == host : $0.name == name }
    while true {
      switch try attempt(known) {
      case .done(let box):
        try store.setHost(host, of: box)
        return try store.boxes().first { $0.name == box.name } ?? box
      case .known(let box): known = box
      case .cut(let box?):
        say("the connection to \(host) was cut, trying again")
        sleep(1)
        known = try store.boxes().first { $0.name == box.name }
      case .cut(nil):
        throw Failure(
          .unavailable, "the connection to \(host) was cut; what has come is kept, pull again to go on from there")
      }
    }
  }

  private mutating func attempt(_ known: Box?) throws -> Outcome {
    let cursor = known?.cursor
    let remote = try RemoteProgram(SSH.command(to: host, cursor.map { ["dump", "--after", $0.text] } ?? ["dump"]))
    var intake = DumpIntake(store, name: name, host: host)
    defer {
      progress.clear()
      loaded += intake.loaded
      bytes += intake.bytesReceived
      rows += intake.rowsReceived
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    do {
      while case let n = try remote.read(into: buffer), n > 0 {
        try intake.take(UnsafeRawBufferPointer(rebasing: buffer[..<n]))
        if let box = intake.box, box.cursor.uuid != cursor?.uuid, box.cursor.number > 0 { return .known(box) }
        if let head = intake.head {
          progress.show(rows: rows + intake.rowsReceived, through: intake.through, of: head.newest)
        }
      }
      if !intake.isOver { return try unfinished(remote.wait(), intake) }
    } catch let error as DumpError {
      guard case .notADump = error, let failure = Failure.dump(error, from: host) as? Failure else {
        throw Failure.dump(error, from: host)
      }
      throw Failure(
        failure.code, failure.sentence + "; what the shell there prints at its start must be for terminals alone")
    } catch {
      throw Failure.dump(error, from: host)
    }
    if let refusal = intake.refusal { throw Failure.refused(refusal, name: known?.name ?? host, origin: host) }
    guard let box = intake.box else { throw Failure(.data, "\(host) sent nothing") }
    return .done(box)
  }

  private func unfinished(_ status: Int32, _ intake: DumpIntake) throws -> Outcome {
    let hasBegun = intake.head != nil
    switch status {
    case 255:
      if hasBegun { break }
      throw Failure(.unavailable, "ssh could not connect to \(host)")
    case 127, 126:
      throw Failure(.unavailable, "there is no tracklogger on \(host), or not where its shell looks for programs")
    case ExitCode.usage.rawValue:
      throw Failure(.unavailable, "the tracklogger on \(host) does not understand what this one asks: update it there")
    case 1...:
      throw Failure(
        ExitCode(rawValue: status) ?? .failed,
        "tracklogger on \(host) ended with \(status), for the reason above; what has come is kept")
    default:
      // What is no dump at all says so.
      do { try intake.finish() } catch DumpError.cut {}
    }
    guard let box = intake.box, intake.through > box.cursor.number else { return .cut(nil) }
    return .cut(box)
  }
}

/// The command line of ssh.
enum SSH {
  static func command(to host: String, _ words: [String]) -> [String] {
    // What is sent is compressed; a peer that is gone is noticed within a minute.
    ["ssh", "-T", "-o", "Compression=no", "-o", "ServerAliveInterval=15", "--", host, "tracklogger"] + words
  }
}
