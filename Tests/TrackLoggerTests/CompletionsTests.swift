import Foundation
import Testing

@testable import TrackLogger

@Suite struct CompletionsTests {
  private func file(_ shell: Completions.Shell) -> URL {
    let names: [Completions.Shell: String] = [
      .bash: "tracklogger.bash", .zsh: "_tracklogger", .fish: "tracklogger.fish",
    ]
    return packageRoot.appending(path: "completions").appending(path: names[shell] ?? "")
  }

  @Test(arguments: Completions.Shell.allCases)
  func theFileIsWhatTheTableSays(shell: Completions.Shell) throws {
    // To be made again: tracklogger completions SHELL > FILE
    #expect(try String(contentsOf: file(shell), encoding: .utf8) == Completions.script(for: shell))
    #expect(Outcome(of: ["completions", shell.rawValue]).output == Completions.script(for: shell))
  }

  @Test func anotherShellIsRefused() { #expect(Outcome(of: ["completions", "csh"]).code == .usage) }

  private func bash(_ words: String) -> [String]? {
    let script = """
      source "$1"; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tracklogger; printf '%s\\n' "${COMPREPLY[@]}"
      """
    return Tool(path: "/bin/bash").run(["-c", script, "bash", file(.bash).path])?.split(separator: "\n").map(
      String.init)
  }

  @Test(.enabled(if: Tool(path: "/bin/bash").isHere, "needs bash"))
  func bashCompletesCommandsOptionsAndValues() {
    #expect(bash("tracklogger vis") == ["visits"])
    #expect(bash("tracklogger trips --un") == ["--until", "--units"])
    #expect(bash("tracklogger trips --units ''") == ["km", "mi"])
    #expect(bash("tracklogger export --format g") == ["gpx", "geojson"])
    #expect(bash("tracklogger export --format = k") == ["kml"])
    #expect(bash("tracklogger trips --units =") == ["km", "mi"])
    #expect(bash("tracklogger --db = trips vis") == ["visits"])
    #expect(bash("tracklogger show ''") == ["trip", "visit"])
    #expect(bash("tracklogger check --form") == [])
    #expect(bash("tracklogger archive --dir /et")?.contains("/etc") == true)
    #expect(bash("tracklogger replay /etc/passw")?.contains("/etc/passwd") == true)
    #expect(bash("tracklogger --db x tri")?.isEmpty == false)
  }

  @Test(.enabled(if: Tool(path: "/usr/bin/zsh").isHere, "needs zsh"))
  func zshReadsItsFile() { #expect(Tool(path: "/usr/bin/zsh").run(["-n", file(.zsh).path]) != nil) }

  @Test(.enabled(if: Tool(path: "/usr/bin/fish").isHere, "needs fish"))
  func fishCompletesCommandsOptionsAndValues() throws {
    func fish(_ line: String) -> [String]? {
      Tool(path: "/usr/bin/fish").run([
        "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", file(.fish).path, line,
      ])?
      .split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
    }
    #expect(fish("tracklogger vis") == ["visits"])
    #expect(fish("tracklogger trips --units ") == ["km", "mi"])
    #expect(fish("tracklogger show ")?.sorted() == ["trip", "visit"])
    #expect(fish("tracklogger --db trips vis") == ["visits"])
    #expect(fish("tracklogger search trips --fr") == [])
    #expect(fish("tracklogger export --format=k") == ["--format=kml"])
  }
}
