/// One command: its entry in help, man page and completions, and what runs it.
struct Command: Sendable {
  /// Under which heading the overall help lists it.
  enum Group: String, CaseIterable, Sendable {
    case record = "Record"
    case look = "Look"
    case takeOut = "Take out"
    case lookAfter = "Look after"
  }

  /// What follows the options on the command line.
  struct Operands: Sendable {
    /// As the usage line shows them: `FILE...`.
    let synopsis: String
    let count: ClosedRange<Int>

    static let none = Operands(synopsis: "", count: 0...0)
  }

  let name: String
  let group: Group
  /// One line that begins with a verb.
  let summary: String
  let operands: Operands
  /// Beside those that every command takes.
  let ownOptions: [Option]
  let isHidden: Bool
  let run: @Sendable (Invocation, World) throws -> ExitCode

  init(
    _ name: String, _ group: Group, _ summary: String, operands: Operands = .none, options: [Option] = [],
    hidden: Bool = false, run: @escaping @Sendable (Invocation, World) throws -> ExitCode
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.operands = operands
    self.ownOptions = options
    self.isHidden = hidden
    self.run = run
  }

  static let commonOptions: [Option] = [.db, .config, .json, .help]

  var options: [Option] { ownOptions + Command.commonOptions }

  /// `usage: tracklogger show trip|visit ID [options]`
  var usage: String {
    "usage: tracklogger \(name)" + (operands.synopsis.isEmpty ? "" : " " + operands.synopsis) + " [options]"
  }
}
