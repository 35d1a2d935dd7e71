/// The help texts, from the command table. At most 80 columns.
enum Help {
  static let summary = "tracklogger turns what a GPS receiver reports into trips and visits."
  static let usage = "usage: tracklogger COMMAND [options]"

  /// What follows a wrong command line: one usage line and where to read more.
  static func pointer(for command: Command?) -> String {
    guard let command else { return usage + "\nsee: tracklogger --help, tracklogger(1)" }
    return command.usage + "\nsee: tracklogger \(command.name) --help, tracklogger(1)"
  }

  static func overall(_ commands: [Command] = CommandTable.commands) -> String {
    var lines = [usage, summary]
    let shown = commands.filter { !$0.isHidden }
    let width = shown.map(\.name.count).max() ?? 0
    for group in Command.Group.allCases {
      let members = shown.filter { $0.group == group }
      if members.isEmpty { continue }
      lines += ["", "\(group.rawValue):"]
      for command in members { lines += entry(command.name, command.summary, width) }
    }
    lines += ["", "Every command takes:"] + entries(Command.commonOptions + [.version])
    lines += ["", "tracklogger COMMAND --help says more, tracklogger(1) all."]
    return lines.joined(separator: "\n") + "\n"
  }

  static func text(for command: Command) -> String {
    var lines = [command.usage, command.summary, ""]
    lines += entries(command.options.filter { !$0.isHidden })
    return lines.joined(separator: "\n") + "\n"
  }

  private static func entries(_ options: [Option]) -> [String] {
    let width = options.map(\.synopsis.count).max() ?? 0
    return options.flatMap { entry($0.synopsis, $0.help, width) }
  }

  /// `  left   right`, the right side wrapped into its column.
  private static func entry(_ left: String, _ right: String, _ width: Int) -> [String] {
    let indent = String(repeating: " ", count: width + 4)
    var lines: [String] = []
    var line = "  " + left + String(repeating: " ", count: width - left.count + 2)
    var isFresh = true
    for word in right.split(separator: " ") {
      if !isFresh, line.count + 1 + word.count > 80 {
        lines.append(line)
        line = indent
        isFresh = true
      }
      line += (isFresh ? "" : " ") + word
      isFresh = false
    }
    return lines + [line]
  }
}
