/// What a command line asks for.
enum Request {
  case help(Command?)
  case version
  case run(Invocation)
}

/// Reads a command line against the command table.
///
/// `--opt value`, `--opt=value` and, after `--`, operands alone. A value may begin with one dash (a longitude, `-3d`), not with two
/// unless it follows `=`. The options of every command may also stand before the command's name.
struct ArgumentParser {
  let commands: [Command]

  init(_ commands: [Command] = CommandTable.commands) { self.commands = commands }

  /// The failure names the command, where one was recognised, so that its usage line can be shown.
  func parse(_ arguments: [String]) -> (Command?, Result<Request, Failure>) {
    var early: [(Option, String)] = []
    var rest = arguments[...]
    do throws(Failure) {
      while let word = rest.first, word.hasPrefix("-"), word != "-" {
        rest.removeFirst()
        guard let (option, value) = try take(word, &rest, from: Command.commonOptions + [.version], of: nil) else {
          break
        }
        if option.name == Option.help.name { return (nil, .success(.help(nil))) }
        if option.name == Option.version.name { return (nil, .success(.version)) }
        early.append((option, value))
      }
      guard let name = rest.popFirst() else { throw .usage("a command is needed") }
      if name == "help" {
        guard let subject = rest.first else { return (nil, .success(.help(nil))) }
        return (nil, .success(.help(try find(subject))))
      }
      let command = try find(name)
      do throws(Failure) {
        return (command, .success(try parse(command, early, rest)))
      } catch {
        return (command, .failure(error))
      }
    } catch {
      return (nil, .failure(error))
    }
  }

  private func find(_ name: String) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let names = commands.filter { !$0.isHidden }.map(\.name)
    throw .usage("there is no command '\(name)'" + Suggestion.didYouMean(name, among: names))
  }

  private func parse(
    _ command: Command, _ early: [(Option, String)], _ arguments: ArraySlice<String>
  ) throws(Failure) -> Request {
    if arguments.prefix(while: { $0 != "--" }).contains("--help") { return .help(command) }
    var invocation = Invocation(command)
    for (option, value) in early { invocation.add(option, value: value) }
    var rest = arguments
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        invocation.operands.append(word)
        continue
      }
      guard let (option, value) = try take(word, &rest, from: command.options + [.version], of: command) else {
        invocation.operands += rest
        break
      }
      if option.name == Option.help.name { return .help(command) }
      if option.name == Option.version.name { return .version }
      invocation.add(option, value: value)
    }
    try check(invocation.operands, of: command)
    return .run(invocation)
  }

  /// The option that `word` names and its value, taken from `rest` where it is the next word; nil at `--`.
  private func take(
    _ word: String, _ rest: inout ArraySlice<String>, from options: [Option], of command: Command?
  ) throws(Failure) -> (Option, String)? {
    if word == "--" { return nil }
    if word == "-h" { return (.help, "") }
    if word == "-V" { return (.version, "") }
    guard word.hasPrefix("--") else { throw .usage("there is no option \(word); options have two dashes") }
    let body = word.dropFirst(2)
    let equals = body.firstIndex(of: "=")
    let name = String(body[..<(equals ?? body.endIndex)])
    guard let option = options.first(where: { $0.name == name }) else {
      let names = options.filter { !$0.isHidden }.map { "--" + $0.name }
      let whose = command.map { " for \($0.name)" } ?? " before a command"
      throw .usage("there is no option --\(name)\(whose)" + Suggestion.didYouMean("--" + name, among: names))
    }
    guard let argument = option.argument else {
      if equals != nil { throw .usage("--\(name) takes no value") }
      return (option, "")
    }
    if let equals { return (option, String(body[body.index(after: equals)...])) }
    guard let next = rest.first, !next.hasPrefix("--") else {
      throw .usage("--\(name) needs a value: --\(name) \(argument)")
    }
    rest.removeFirst()
    return (option, next)
  }

  private func check(_ operands: [String], of command: Command) throws(Failure) {
    let wanted = command.operands
    if operands.count < wanted.count.lowerBound { throw .usage("\(command.name) needs \(wanted.synopsis)") }
    if operands.count > wanted.count.upperBound {
      throw .usage("\(command.name) has no use for '\(operands[wanted.count.upperBound])'")
    }
  }
}
