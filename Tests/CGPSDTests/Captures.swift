import Foundation

/// Captures to hold the decoder against gps_unpack on.
enum Captures {
  /// Beside this file: made up, in the project.
  static let bundled = [URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/receivers.json")]

  /// Real receivers' captures are other people's and not part of the project: $TRACKLOGGER_SHARED, or ../shared beside the package.
  static let real: [URL] = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let shared =
      ProcessInfo.processInfo.environment["TRACKLOGGER_SHARED"].map { URL(filePath: $0) }
      ?? package.appending(path: "../shared").standardized
    let files = try? FileManager.default.contentsOfDirectory(
      at: shared.appending(path: "captures"), includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.lastPathComponent.hasSuffix(".json.gz") }
      .sorted { $0.path < $1.path }
  }()

  static func read(_ file: URL) throws -> Data {
    guard file.pathExtension == "gz" else { return try Data(contentsOf: file) }
    // Not Foundation's Process, which leaks under the address sanitizer.
    let quoted = file.path.replacingOccurrences(of: "'", with: #"'\''"#)
    guard let pipe = popen("gunzip -c '\(quoted)'", "r") else { throw CocoaError(.fileReadUnknown) }
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { data.append(contentsOf: chunk[..<count]) }
    guard pclose(pipe) == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return data
  }
}
