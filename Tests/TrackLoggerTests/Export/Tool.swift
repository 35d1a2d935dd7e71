import Foundation

/// Another program of this machine, as a judge of what this one writes.
struct Tool {
  let path: String

  static let gpsbabel = Tool(path: "/usr/bin/gpsbabel")
  static let ogr2ogr = Tool(path: "/usr/bin/ogr2ogr")
  static let xmllint = Tool(path: "/usr/bin/xmllint")
  static let python = Tool(path: "/usr/bin/python3")

  var isHere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// What it printed; nil where it failed.
  func output(_ arguments: String...) -> String? { run(arguments) }

  /// For Python: whether it has that module.
  func has(_ module: String) -> Bool { isHere && run(["-c", "import \(module)"]) != nil }

  func run(_ arguments: [String]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
