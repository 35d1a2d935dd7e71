import Foundation

/// Where programs are that these tests run.
enum Programs {
  /// Beside the test bundle that this code is in, wherever it was built.
  static let tracklogger: URL = {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let bundle = maps.split(separator: "\n").first { $0.hasSuffix(".xctest") }?.drop { $0 != "/" }
    return URL(filePath: String(bundle ?? "")).deletingLastPathComponent().appending(path: "tracklogger")
  }()

  /// Runs a program to its end, which must be good.
  static func run(_ program: String, _ arguments: [String], output: FileHandle? = nil) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw POSIXError(.ECHILD) }
  }
}
