import Foundation
import Testing

@testable import TrackLogger

/// The manual pages are written by hand; here they are held against the tables that the program works by.
@Suite struct ManualTests {
  private func page(_ name: String) throws -> String {
    try String(contentsOf: packageRoot.appending(path: "man/\(name)"), encoding: .utf8)
      .replacingOccurrences(of: "\\-", with: "-")
  }

  /// Lines that begin an entry: what follows `.TP`.
  private func entries(_ page: String) -> [String] {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return zip(lines, lines.dropFirst()).filter { $0.0 == ".TP" }.map(\.1)
  }

  @Test func everyCommandHasAnEntry() throws {
    let entries = try entries(page("tracklogger.1"))
    for command in CommandTable.commands where !command.isHidden {
      let entry = entries.first { $0 == ".B \(command.name)" || $0.hasPrefix(".BR \(command.name) ") }
      #expect(entry != nil, "\(command.name)")
    }
  }

  @Test func everyOptionHasAnEntryWithItsValue() throws {
    let entries = try entries(page("tracklogger.1"))
    for option in CommandTable.commands.flatMap(\.options) + [.version] where !option.isHidden {
      #expect(entries.contains(".B \(option.synopsis)"), "\(option.synopsis)")
    }
  }

  @Test func noEntryNamesAnOptionThatIsNotThere() throws {
    let known = Set((CommandTable.commands.flatMap(\.options) + [.version]).map(\.name))
    let text = try page("tracklogger.1")
    for match in text.matches(of: /--([a-z][a-z-]*)/) { #expect(known.contains(String(match.1)), "--\(match.1)") }
  }

  @Test func everyExitCodeIsExplained() throws {
    let entries = try entries(page("tracklogger.1"))
    for code in ExitCode.allCases { #expect(entries.contains(".B \(code.rawValue)")) }
  }

  @Test func everyKeyHasAnEntryWithItsDefaultInItsSection() throws {
    let text = try page("tracklogger.conf.5")
    for section in ConfigurationKey.sections {
      let part = try #require(text.components(separatedBy: ".SS [\(section)]\n").last).components(separatedBy: "\n.S")[
        0]
      let keys = ConfigurationKey.all.filter { $0.section == section }
      let wanted = keys.map { $0.standard.isEmpty ? ".B \($0.name)" : ".BR \($0.name) \" (\($0.standard))\"" }
      #expect(entries(part) == wanted, "\(section)")
    }
  }

  @Test func everyProfileIsNamed() throws {
    let text = try page("tracklogger.conf.5")
    for profile in ["automotive", "cycling", "fitness", "marine", "airborne", "default"] {
      #expect(text.contains(profile))
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff"), "needs groff"),
    arguments: ["tracklogger.1", "tracklogger.conf.5"])
  func groffHasNothingToSay(name: String) throws {
    let process = Process()
    let words = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/groff")
    process.arguments = ["-man", "-ww", "-z", "-Tutf8", packageRoot.appending(path: "man/\(name)").path]
    process.standardError = words
    try process.run()
    let said = String(decoding: words.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(said.isEmpty, "\(said)")
  }
}
