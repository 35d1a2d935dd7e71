/// What a shell completes, from the command table. The files in completions/ are what this prints, and a test holds them to it.
enum Completions {
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  static func script(for shell: Shell, _ commands: [Command] = CommandTable.commands) -> String {
    let shown = commands.filter { !$0.isHidden }
    switch shell {
    case .bash: return bash(shown)
    case .zsh: return zsh(shown)
    case .fish: return fish(shown)
    }
  }

  /// What may stand for a value, by what stands for it in help texts.
  private enum Value {
    case files
    case directories
    case zones
    case words([String])
    case unknown

    init(_ argument: String?) {
      switch argument {
      case "FILE"?: self = .files
      case "DIR"?: self = .directories
      case "ZONE"?: self = .zones
      case "FORMAT"?: self = .words(ExportFormat.allCases.map(\.rawValue))
      case "UNITS"?: self = .words(LengthUnits.allCases.map(\.rawValue))
      case "UNIT"?: self = .words(["day", "trip"])
      default: self = .unknown
      }
    }
  }

  private static let zoneList = "awk '!/^#/ { print $3 }' /usr/share/zoneinfo/zone1970.tab 2>/dev/null"

  /// Words of the first operand: those of the synopsis in lower case.
  private static func operandWords(_ command: Command) -> [String] {
    let first = command.operands.synopsis.split(separator: " ").first.map(String.init) ?? ""
    let all = first.hasPrefix("[") ? command.operands.synopsis : first
    return all.split { " |[]".contains($0) }.map(String.init).filter { word in
      word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } && !word.isEmpty
    }
  }

  /// May stand before the command, with a value that is none.
  private static var earlyOptions: [String] {
    Command.commonOptions.filter { $0.argument != nil }.map { "--" + $0.name }
  }

  private static func takesFiles(_ command: Command) -> Bool {
    // Word by word: looking for a string in a string would link the library of regular expressions into the service.
    command.operands.synopsis.split { !$0.isLetter }.contains { $0 == "FILE" || $0 == "ROUTE" }
  }

  private static let head = "# Made from the command table: tracklogger completions"

  // MARK: - bash

  private static func bash(_ commands: [Command]) -> String {
    let early = earlyOptions
    var text = """
      \(head) bash
      _tracklogger() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= operands= files= options word before=
        # Bash parts --option=value at the sign.
        if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          [ "$word" != = ] || continue
          case $before in \(early.joined(separator: "|"))) before=; continue ;; esac
          case $word in -*) before=$word ;; *) command=$word; break ;; esac
        done

      """
    text += "  case $prev in\n"
    for (pattern, body) in bashValues(commands) { text += "    \(pattern)) \(body); return ;;\n" }
    text += "  esac\n  case $command in\n"
    for command in commands {
      let options = command.options.map { "--" + $0.name }.joined(separator: " ")
      text += "    \(command.name)) options='\(options)'"
      let words = operandWords(command)
      if !words.isEmpty { text += " operands='\(words.joined(separator: " "))'" }
      if takesFiles(command) { text += " files=yes" }
      text += " ;;\n"
    }
    let common = (Command.commonOptions + [.version]).map { "--" + $0.name }.joined(separator: " ")
    text += """
          *) options='\(common)' operands='\(commands.map(\.name).joined(separator: " "))' ;;
        esac
        case $cur in
          -*) COMPREPLY=($(compgen -W "$options" -- "$cur")) ;;
          *)
            COMPREPLY=($(compgen -W "$operands" -- "$cur"))
            [ -z "$files" ] || { compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")); }
            ;;
        esac
      }
      complete -F _tracklogger tracklogger

      """
    return text
  }

  private static func bashValues(_ commands: [Command]) -> [(String, String)] {
    var patterns: [(body: String, options: [String])] = []
    for option in distinctOptions(commands) where option.argument != nil {
      let body =
        switch Value(option.argument) {
        case .files: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\"))"
        case .directories: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$cur\"))"
        case .zones: "COMPREPLY=($(compgen -W \"$(\(zoneList))\" -- \"$cur\"))"
        case .words(let words): "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\"))"
        case .unknown: "COMPREPLY=()"
        }
      if let k = patterns.firstIndex(where: { $0.body == body }) {
        patterns[k].options.append("--" + option.name)
      } else {
        patterns.append((body, ["--" + option.name]))
      }
    }
    return patterns.map { ($0.options.joined(separator: "|"), $0.body) }
  }

  private static func distinctOptions(_ commands: [Command]) -> [Option] {
    var seen: Set<String> = []
    return commands.flatMap(\.options).filter { !$0.isHidden && seen.insert($0.name).inserted }
  }

  // MARK: - zsh

  private static func zsh(_ commands: [Command]) -> String {
    var text = """
      #compdef tracklogger
      \(head) zsh
      _tracklogger() {
        local context state line
        local -a commands
        commands=(

      """
    for command in commands { text += "    \(quoted("\(command.name):\(command.summary)"))\n" }
    text += """
        )
        _arguments -C \(Command.commonOptions.map(zshOption).joined(separator: " ")) '1:command:->command' '*::operand:->operand'
        case $state in
          command) _describe command commands ;;
          operand)
            case $words[1] in

      """
    for command in commands {
      let operand: String
      let words = operandWords(command)
      if !words.isEmpty {
        operand = "'1:\(words.count > 1 ? "what" : words[0]):(\(words.joined(separator: " ")))' '*:operand:_files'"
      } else if takesFiles(command) {
        operand = "'*:file:_files'"
      } else {
        operand = command.operands.count.upperBound > 0 ? "'*:operand: '" : ""
      }
      text += "        \(command.name)) _arguments"
      for option in command.options where !option.isHidden { text += " \\\n          " + zshOption(option) }
      if !operand.isEmpty { text += " \\\n          " + operand }
      text += " ;;\n"
    }
    return text + """
            esac
            ;;
        esac
      }
      _tracklogger "$@"

      """
  }

  private static func zshOption(_ option: Option) -> String {
    var help = ""
    for character in option.help {
      if "[]:\\".contains(character) { help.append("\\") }
      help.append(character)
    }
    var spec = "--\(option.name)[\(help)]"
    if let argument = option.argument {
      spec = "--\(option.name)=[\(help)]:\(argument):"
      switch Value(argument) {
      case .files: spec += "_files"
      case .directories: spec += "_files -/"
      case .zones: spec += "($(\(zoneList)))"
      case .words(let words): spec += "(\(words.joined(separator: " ")))"
      case .unknown: spec += " "
      }
    }
    return quoted((option.isRepeated ? "*" : "") + spec)
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  // MARK: - fish

  private static func fish(_ commands: [Command]) -> String {
    let early = earlyOptions
    var text = """
      \(head) fish
      # Whether the command is this one; without an argument, whether there is none yet.
      function __tracklogger_command_is
        set -l words (commandline -opc)
        set -l before
        for word in $words[2..-1]
          if contains -- "$before" \(early.joined(separator: " "))
            set before
          else if string match -q -- '-*' $word
            set before $word
          else
            test "$word" = "$argv[1]"
            return
          end
        end
        test -z "$argv[1]"
      end
      complete -c tracklogger -f

      """
    for option in Command.commonOptions + [.version] { text += "complete -c tracklogger" + fishOption(option) + "\n" }
    for command in commands {
      text += "complete -c tracklogger -n __tracklogger_command_is -a \(command.name) -d \(quoted(command.summary))\n"
    }
    for command in commands {
      let condition = "complete -c tracklogger -n '__tracklogger_command_is \(command.name)'"
      for option in command.ownOptions where !option.isHidden { text += condition + fishOption(option) + "\n" }
      let words = operandWords(command)
      if !words.isEmpty { text += condition + " -a \(quoted(words.joined(separator: " ")))\n" }
      if takesFiles(command) { text += condition + " -F\n" }
    }
    return text
  }

  private static func fishOption(_ option: Option) -> String {
    var text = " -l \(option.name)"
    if option.argument != nil {
      switch Value(option.argument) {
      case .files: text += " -r -F"
      case .directories: text += " -x -a '(__fish_complete_directories)'"
      case .zones: text += " -x -a \(quoted("(\(zoneList))"))"
      case .words(let words): text += " -x -a \(quoted(words.joined(separator: " ")))"
      case .unknown: text += " -x"
      }
    }
    return text + " -d \(quoted(option.help))"
  }
}

/// `tracklogger completions SHELL`: for those who package the program.
enum CompletionsCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let name = invocation.operands[0]
    guard let shell = Completions.Shell(rawValue: name) else {
      throw Failure.usage("completions are for bash, zsh and fish, not '\(name)'")
    }
    try world.output.write(Completions.script(for: shell))
    return .done
  }
}
