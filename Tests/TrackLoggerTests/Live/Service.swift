import Foundation

/// `tracklogger run` as systemd would start it: its notifications are heard, its words are kept.
final class Service {
  /// Gone with the last one who uses it.
  final class Folder {
    let url = URL(filePath: NSTemporaryDirectory()).appending(path: "tracklogger-\(UUID().uuidString.prefix(8))")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  let folder: Folder
  private let process = Process()
  private let notifications: Int32
  private var heard: [String] = []

  var database: String { folder.url.appending(path: "track.db").path }
  var tee: String { folder.url.appending(path: "inputs.tee").path }
  var configuration: URL { folder.url.appending(path: "tracklogger.conf") }
  /// What it said on stderr.
  var words: String { (try? String(contentsOf: folder.url.appending(path: "words"), encoding: .utf8)) ?? "" }

  /// Starts it in a folder of its own, or goes on in that of an earlier one.
  init(port: UInt16, settings: String = "", in former: Service? = nil) throws {
    folder = try former?.folder ?? Folder()
    let socketPath = folder.url.appending(path: "notify").path
    notifications = try Self.listen(at: socketPath)
    let words = folder.url.appending(path: "words").path
    try Data().write(to: URL(filePath: words))
    process.executableURL = Programs.tracklogger
    process.environment = ["NOTIFY_SOCKET": socketPath, "WATCHDOG_USEC": "300000"]
    process.standardError = FileHandle(forWritingAtPath: words)
    process.standardInput = FileHandle.nullDevice
    try configure("[gpsd]\nhost = 127.0.0.1\nport = \(port)\n\(settings)")
    process.arguments =
      ["run", "--config", configuration.path, "--db", database, "--tee", tee]
    try process.run()
  }

  deinit {
    close(notifications)
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  func configure(_ text: String) throws { try text.write(to: configuration, atomically: true, encoding: .utf8) }

  /// Waits until it tells systemd something that begins so; false: it did not within that time.
  func tells(_ beginning: String, within seconds: Double = 20) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      if let index = heard.firstIndex(where: { $0.hasPrefix(beginning) }) {
        heard.removeSubrange(...index)
        return true
      }
      let count = recv(notifications, &bytes, bytes.count, 0)
      if count >= 0 { heard.append(String(decoding: bytes[..<count], as: UTF8.self)) }
      if Date() > end { return false }
    }
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Its exit code.
  func exit() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  func stop() -> Int32 {
    signal(SIGTERM)
    return exit()
  }

  /// The lines of the tee log, without their times.
  func inputs() throws -> [String] {
    try String(contentsOfFile: tee, encoding: .utf8).split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 2)
      switch words[0] {
      case "L": return String(words.count > 2 ? words[2] : "")
      case "E": return "E " + words[1]
      default: return String(words[0])
      }
    }
  }

  private static func listen(at path: String) throws -> Int32 {
    unlink(path)
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard number >= 0, code == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return number
  }
}

/// Where programs are that these tests run.
enum Programs {
  /// Beside the test program, wherever it was built.
  static let tracklogger: URL = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: "tracklogger")
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
