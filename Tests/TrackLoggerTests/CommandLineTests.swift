import Foundation
import Testing
import TrackCore

@testable import TrackLogger

/// A command line in, what came out on both outputs.
private func tracklogger(_ line: String...) -> Outcome { Outcome(of: line) }

private func parse(_ line: String...) -> Result<Request, Failure> { ArgumentParser().parse(line).1 }

private func invocation(_ line: String...) throws -> Invocation {
  guard case .run(let invocation) = try ArgumentParser().parse(line).1.get() else {
    throw Failure(.failed, "not a run")
  }
  return invocation
}

@Suite struct CommandLineTests {
  @Test func valuesFollowAnOptionOrItsEqualsSign() throws {
    let a = try invocation("replay", "--db", "x.db", "a.json", "--speed=2", "b.json")
    #expect(a[.db] == "x.db")
    #expect(a[.speed] == "2")
    #expect(a.operands == ["a.json", "b.json"])
    #expect(try invocation("replay", "--db=", "a")[.db] == "")
    #expect(try invocation("replay", "--db=a=b", "a")[.db] == "a=b")
  }

  @Test func aValueMayBeANegativeNumber() throws {
    #expect(try invocation("replay", "a", "--speed", "-0.1246")[.speed] == "-0.1246")
  }

  @Test func theLastOfTwoValuesCounts() throws {
    #expect(try invocation("replay", "--db", "a", "x", "--db", "b")[.db] == "b")
  }

  @Test func whatFollowsTwoDashesIsNoOption() throws {
    #expect(try invocation("replay", "--", "--db", "-x").operands == ["--db", "-x"])
    #expect(try invocation("replay", "-").operands == ["-"])
  }

  @Test func commonOptionsMayStandBeforeTheCommand() throws {
    let a = try invocation("--db", "x.db", "--json", "replay", "a")
    #expect(a[.db] == "x.db")
    #expect(a.has(.json))
  }

  @Test(arguments: [
    (["replay", "--sped", "3", "a"], "there is no option --sped for replay; did you mean '--speed'?"),
    (["replay", "-x", "a"], "there is no option -x; options have two dashes"),
    (["replay", "a", "--speed"], "--speed needs a value: --speed X"),
    (["replay", "--speed", "--json", "a"], "--speed needs a value: --speed X"),
    (["replay", "--json=yes", "a"], "--json takes no value"),
    (["replay"], "replay needs FILE...|-"),
    (["run", "now"], "run has no use for 'now'"),
    (["replya"], "there is no command 'replya'; did you mean 'replay'?"),
    (["rep"], "there is no command 'rep'; did you mean 'replay'?"),
    (["xyzzy"], "there is no command 'xyzzy'"),
    (["--tee", "x", "run"], "there is no option --tee before a command"),
    (["help", "nothing"], "there is no command 'nothing'"),
    ([], "a command is needed"),
  ])
  func aWrongCommandLineIsToldInThreeLines(line: [String], sentence: String) {
    let outcome = Outcome(of: line)
    #expect(outcome.code == .usage)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.first == "tracklogger: \(sentence)")
    #expect(lines.count == 3)
    #expect(lines.dropFirst().first?.hasPrefix("usage: tracklogger ") == true)
    #expect(lines.last?.hasPrefix("see: tracklogger ") == true)
  }

  @Test func helpGoesToStandardOutput() {
    for line in [["--help"], ["-h"], ["help"]] {
      let outcome = Outcome(of: line)
      #expect(outcome.code == .done)
      #expect(outcome.errors.isEmpty)
      for command in CommandTable.commands where !command.isHidden {
        #expect(outcome.output.contains("\n  \(command.name) "))
      }
    }
  }

  @Test(arguments: CommandTable.commands.map(\.name))
  func eachCommandExplainsItsOptions(name: String) throws {
    let command = try #require(CommandTable.command(named: name))
    for line in [[name, "--help"], [name, "-h"], ["help", name], [name, "--db", "x", "--help", "--nonsense"]] {
      let outcome = Outcome(of: line)
      #expect(outcome.code == .done)
      for option in command.options { #expect(outcome.output.contains("\n  \(option.synopsis) ")) }
    }
  }

  @Test func helpFitsEightyColumns() {
    let texts = [Help.overall()] + CommandTable.commands.map(Help.text)
    for line in texts.flatMap({ $0.split(separator: "\n") }) { #expect(line.count <= 80, "\(line)") }
  }

  @Test func theVersionIsPrinted() {
    for line in [["--version"], ["-V"], ["run", "--version"]] {
      #expect(Outcome(of: line).output == "tracklogger \(programVersion)\n")
    }
  }

  @Test func controlCharactersInAnErrorDoNotReachTheTerminal() {
    #expect(!tracklogger("\u{1B}[31m").errors.contains("\u{1B}"))
  }

  @Test func optionNamesAreUniqueInEachCommand() {
    for command in CommandTable.commands {
      let names = command.options.map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
    }
  }

  @Test func aFullDiskIsAnError() throws {
    let full = try #require(fopen("/dev/full", "w"))
    defer { fclose(full) }
    var world = World.test()
    world.output = Output(descriptor: fileno(full))
    #expect(Program.run(["--help"], in: world) == .io)
  }

  @Test func aReaderThatWentAwayIsNoError() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    var world = World.test()
    world.output = Output(descriptor: ends[1])
    #expect(Program.run(["--help"], in: world) == .done)
  }
}

@Suite struct SuggestionTests {
  @Test(arguments: [("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1), ("", "ab", 2), ("kitten", "sitting", 3)])
  func editsAreCounted(a: String, b: String, edits: Int) {
    #expect(Suggestion.distance(Array(a.utf8), Array(b.utf8)) == edits)
    #expect(Suggestion.distance(Array(b.utf8), Array(a.utf8)) == edits)
  }

  @Test func nothingIsSuggestedForWhatIsFarFromEverything() {
    #expect(Suggestion.nearest("zzzzz", among: ["trips", "visits"]) == nil)
    #expect(Suggestion.nearest(String(repeating: "trips", count: 100_000), among: ["trips"]) == nil)
  }
}

@Suite struct DatabasePathTests {
  private func resolve(_ line: [String], _ variables: [String: String], stored: String? = nil) throws -> String {
    guard case .run(let invocation) = try ArgumentParser().parse(line).1.get() else { return "" }
    var configuration = Configuration()
    configuration.storePath = stored
    return try DatabasePath.resolve(invocation, configuration, in: .test(variables), service: "/nowhere/track.db")
  }

  @Test func theOptionComesBeforeTheConfigurationBeforeTheServiceBeforeTheUser() throws {
    let home = ["HOME": "/home/me", "XDG_STATE_HOME": "/state"]
    #expect(try resolve(["run", "--db", "x.db"], home, stored: "/c.db") == "x.db")
    #expect(try resolve(["run"], home, stored: "/c.db") == "/c.db")
    #expect(try resolve(["run"], ["STATE_DIRECTORY": "/var/lib/tracklogger"]) == "/nowhere/track.db")
    #expect(try resolve(["run"], home) == "/state/tracklogger/track.db")
    #expect(try resolve(["run"], ["HOME": "/home/me"]) == "/home/me/.local/state/tracklogger/track.db")
    #expect(
      try resolve(["run"], ["HOME": "/home/me", "XDG_STATE_HOME": "state"])
        == "/home/me/.local/state/tracklogger/track.db")
  }

  @Test func withoutAHomeTheOptionIsAskedFor() {
    #expect(throws: Failure(.usage, "there is no HOME to keep the database in; name one with --db FILE")) {
      try resolve(["run"], [:])
    }
  }
}
