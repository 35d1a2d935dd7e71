/// What a key that is restricted to `tracklogger serve-ssh` may ask for: `pull`, exports and lists, in words that need no shell.
enum RestrictedCommand {
  private static let commands: Set = [
    "dump", "trips", "visits", "places", "days", "events", "boxes", "search", "show", "export",
  ]

  /// Of their options those that choose rows and their form. A new one is refused until it is known to write nothing and to name no
  /// file.
  private static let options: Set<String> = Set(
    [
      .after, .since, .until, .on, .tz, .utc, .limit, .box, .units, .csv, .json, .from, .to, .near, .within, .follow,
      .format,
      .trip, .visit, .boundingBox, .simplify,
    ].map { (option: Option) in option.name })

  static let longest = 2048

  /// The command line `tracklogger COMMAND …` as an invocation of one of those, with their options alone.
  ///
  /// There are no quotes, no escapes and no expansions: words of letters of any script, digits and `.,:_@/+=-`, with blanks between.
  static func parse(_ line: String) throws(Failure) -> Invocation {
    guard line.utf8.count <= longest, line.unicodeScalars.allSatisfy(isPlain) else {
      throw refused("its command holds what no word of tracklogger's has")
    }
    let words = line.split(separator: " ").map(String.init)
    guard words.first == "tracklogger" else { throw refused("it is for 'tracklogger pull', exports and lists") }
    guard words.count > 1, commands.contains(words[1]) else {
      throw refused("it is for " + commands.sorted().joined(separator: ", "))
    }
    let (_, request) = ArgumentParser().parse(Array(words.dropFirst()))
    guard case .run(let invocation) = try request.get(), invocation.command.name == words[1] else {
      throw refused("it explains nothing")
    }
    if let other = invocation.optionNames.first(where: { !options.contains($0) }) {
      throw refused("it takes no --\(other)")
    }
    return invocation
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", "_", "@", "/", "+", "=", "-": true
    default: !scalar.isASCII && scalar.properties.isAlphabetic
    }
  }

  private static func refused(_ reason: String) -> Failure { Failure(.failed, "this key is restricted: \(reason)") }
}
