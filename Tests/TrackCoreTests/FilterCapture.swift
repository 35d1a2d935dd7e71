import Foundation

@testable import TrackCore

/// Captures that are shared between projects and not part of this one.
enum FilterCapture {
  /// The folder of them, where there is one.
  static let shared: URL? = {
    let given = ProcessInfo.processInfo.environment["TRACKLOGGER_SHARED"].map { URL(fileURLWithPath: $0) }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return [given, package.appendingPathComponent("../shared")].compactMap { $0 }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// The bytes of `FOLDER/NAME.json` or `FOLDER/NAME.json.gz`.
  static func bytes(_ folder: String, _ name: String) throws -> Data? {
    guard let base = shared?.appendingPathComponent(folder).appendingPathComponent(name) else { return nil }
    let plain = base.appendingPathExtension("json")
    if let data = try? Data(contentsOf: plain) { return data }
    let packed = plain.appendingPathExtension("gz")
    guard FileManager.default.fileExists(atPath: packed.path) else { return nil }
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", packed.path]
    let output = Pipe()
    gzip.standardOutput = output
    try gzip.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    return data
  }
}
