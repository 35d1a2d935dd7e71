/// Every command there is. Parsing, help, completions and the man page follow from this table.
enum CommandTable {
  static let commands: [Command] = [
    Command(
      "run", .record, "record what gpsd reports, until stopped",
      options: [.tee], run: RunCommand.run),
    Command(
      "replay", .record, "put captures (gpspipe -w, tee logs, GPX) through the same recording",
      operands: .init(synopsis: "FILE...|-", count: 1...Int.max),
      options: [.correctDates, .speed], run: ReplayCommand.run),
  ]

  static func command(named name: String) -> Command? { commands.first { $0.name == name } }
}
