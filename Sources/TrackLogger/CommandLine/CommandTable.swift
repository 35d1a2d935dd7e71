/// Every command there is. Parsing, help, completions and the man page follow from this table.
enum CommandTable {
  static let commands: [Command] = [
    Command(
      "run", .record, "record what gpsd reports, until stopped",
      options: [.tee], run: RunCommand.run),
    Command(
      "replay", .record, "put captures (gpspipe -w, tee logs) and GPX routes through the same recording",
      operands: .init(synopsis: "FILE...|-", count: 1...Int.max),
      options: [.correctDates, .noInterpolation, .speed], run: ReplayCommand.run),

    Command(
      "status", .look, "tell how the recording stands, and what to do about troubles", options: [.tz],
      run: StatusCommand.run),
    Command("trips", .look, "list trips", options: TripsCommand.options, run: TripsCommand.run),
    Command(
      "visits", .look, "list visits: stays of three minutes or more", options: VisitsCommand.options,
      run: VisitsCommand.run
    ),
    Command(
      "places", .look, "list the places that visits were to", options: Selection.listOptions, run: PlacesCommand.run),
    Command(
      "days", .look, "list days with what was driven on each", options: Selection.listOptions, run: DaysCommand.run),
    Command(
      "events", .look, "list what happened: starts, arrivals, gaps, lost fixes",
      options: Selection.listOptions + [.follow], run: EventsCommand.run),
    Command(
      "search", .look, "list trips and visits by the names of their places",
      operands: .init(synopsis: "TEXT...", count: 1...Int.max), options: Selection.listOptions, run: SearchCommand.run),
    Command(
      "show", .look, "show one trip or visit in full",
      operands: .init(synopsis: "trip|visit ID", count: 2...2), options: ShowCommand.options, run: ShowCommand.run),

    Command(
      "export", .takeOut, "write trips and visits as a file for other programs",
      options: ExportCommand.options, run: ExportCommand.run),
    Command(
      "archive", .takeOut, "write a file for each trip that is over, once: for rsync, scp, a file share",
      options: [.directory, .per, .format, .simplify, .tz, .utc, .box], run: ArchiveCommand.run),
    Command(
      "pull", .takeOut, "fetch what is new on another machine over ssh",
      operands: .init(synopsis: "[USER@]HOST", count: 1...1), options: [.name], run: PullCommand.run),
    Command(
      "dump", .takeOut, "write what changed in the database, for load on another machine", options: [.after],
      run: DumpCommand.run),
    Command(
      "load", .takeOut, "put a dump of another machine into the database",
      operands: .init(synopsis: "[FILE|-]", count: 0...1), options: [.name], run: LoadCommand.run),
    Command("boxes", .look, "list the machines whose databases were pulled into this one", run: BoxesCommand.run),
    Command(
      "serve-ssh", .takeOut, "answer pull, exports and lists alone, for a restricted key in authorized_keys",
      run: ServeSSHCommand.run),
    Command(
      "backup", .lookAfter, "write a consistent copy of the database, in use or not",
      operands: .init(synopsis: "FILE|-", count: 1...1), run: BackupCommand.run),

    Command(
      "geocode", .lookAfter, "ask for the names of places; status, retry, prefetch, lookup",
      operands: .init(synopsis: "[status|retry|prefetch GPX|lookup ADDRESS]", count: 0...Int.max),
      options: [.once], run: GeocodeCommand.run),
    Command(
      "place", .lookAfter, "give a place a name, or with \"\" take it away",
      operands: .init(synopsis: "name ID NAME", count: 3...3), options: [.box], run: PlaceCommand.run),
    Command(
      "gazetteer", .lookAfter, "import a GeoNames dump for names and time zones without a network",
      operands: .init(synopsis: "import FILE|-", count: 2...2), run: GazetteerCommand.run),
    Command(
      "check", .lookAfter, "look for damage and contradictions in the database", options: [.quick],
      run: CheckCommand.run),
    Command(
      "completions", .lookAfter, "print what a shell completes",
      operands: .init(synopsis: "bash|zsh|fish", count: 1...1), hidden: true, run: CompletionsCommand.run),
  ]

  static func command(named name: String) -> Command? { commands.first { $0.name == name } }
}
