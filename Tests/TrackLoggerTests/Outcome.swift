import Foundation
import TrackCore

@testable import TrackLogger

extension World {
  /// A world with these variables and this clock; output goes nowhere unless it is replaced.
  static func test(_ variables: [String: String] = [:], now: Int64 = 1_777_630_000_000) -> World {
    World(
      variable: { variables[$0] }, now: { Instant(milliseconds: now) }, output: Output(descriptor: -1),
      errors: Output(descriptor: -1))
  }
}

/// What a command line printed and how it ended.
struct Outcome {
  let code: ExitCode
  let output: String
  let errors: String

  init(of line: [String], in world: World = .test()) {
    let (out, err) = (Capture(), Capture())
    var world = world
    world.output = Output(descriptor: out.descriptor)
    world.errors = Output(descriptor: err.descriptor)
    code = Program.run(line, in: world)
    output = out.text
    errors = err.text
  }
}

/// A file without a name that gathers what is written to it.
private final class Capture {
  private let file = tmpfile()

  var descriptor: Int32 { file.map(fileno) ?? -1 }

  var text: String {
    let size = lseek(descriptor, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: max(0, Int(size)))
    let n = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, n)), as: UTF8.self)
  }

  deinit { if let file { fclose(file) } }
}
