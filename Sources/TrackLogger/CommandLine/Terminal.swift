import Glibc

/// The terminal that standard output is shown on.
struct Terminal {
  /// How many characters a line takes.
  var columns: Int
  /// It shows colours, and nobody has asked for none.
  var hasColours: Bool
  /// It shows more than ASCII.
  var isUnicode: Bool
}

extension Terminal {
  /// nil where output goes to a file or a pipe.
  init?(_ world: World) {
    guard isatty(world.output.descriptor) == 1 else { return nil }
    columns = Self.columns(of: world.output.descriptor)
    // https://no-color.org
    hasColours = world.variable("NO_COLOR") == nil && world.variable("TERM").map { $0 != "dumb" } ?? false
    let locale = (world.variable("LC_ALL") ?? world.variable("LC_CTYPE") ?? world.variable("LANG") ?? "").lowercased()
    // By parts: searching a string for a string would bring the parser of regular expressions into the program.
    isUnicode = locale.split { $0 == "." || $0 == "@" }.contains { $0 == "utf-8" || $0 == "utf8" }
  }

  /// How many characters a line of a terminal takes; 80 where it does not say.
  static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}

/// How text is set apart on a terminal that shows colours; each reads on light ground and on dark.
enum Style: String {
  case plain = ""
  case heading = "1"
  /// What goes on now.
  case current = "32"

  var beginning: String { "\u{1B}[\(rawValue)m" }
  static let end = "\u{1B}[0m"
}
