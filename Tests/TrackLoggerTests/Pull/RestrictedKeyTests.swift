import Foundation
import Testing
import TrackCore

@testable import TrackLogger

/// A key that is restricted to serve-ssh, over a real sshd.
@Suite(.enabled(if: SSHServer.isThere, "needs openssh-server")) struct RestrictedKeyTests {
  private let server: SSHServer

  init() throws {
    server = try SSHServer()
    try Drives.record(0..<2, in: server.database)
  }

  @Test(arguments: [
    ["trips", "--json"], ["visits", "--on", "2026-03-01"], ["days", "--tz", "Europe/Berlin"], ["places"],
    ["events", "--since=2026-03-01T08:00Z", "--json"], ["show", "trip", "2"],
    ["export", "--format", "gpx", "--trip", "1"],
    ["dump"], ["boxes"], ["search", "Zürich"],
  ])
  func listsAndExportsAreAnsweredAsAShellWouldAnswer(command: [String]) throws {
    var restricted = try server.run(server.file("client/ssh"), ["kerb", "tracklogger"] + command)
    // 255 is ssh's own: no connection, as on a machine with more to do than it can. It says nothing of the key.
    for _ in 0..<4 where restricted.code == 255 {
      restricted = try server.run(server.file("client/ssh"), ["kerb", "tracklogger"] + command)
    }
    let open = try server.run(server.file("client/ssh"), ["van", "tracklogger"] + command)
    #expect(restricted.code == 0, "\(restricted.errors)")
    #expect(!restricted.output.isEmpty || !restricted.errors.isEmpty)
    #expect(restricted.output == open.output)
  }

  @Test func nothingElseIs() throws {
    let mark = server.file("mark")
    let escapes = [
      "", "id", "sh", "/bin/sh -c id", "tracklogger", "tracklogger trips; touch \(mark)",
      "tracklogger trips && touch \(mark)",
      "tracklogger trips | tee \(mark)", "tracklogger trips > \(mark)", "tracklogger trips\ntouch \(mark)",
      "tracklogger trips $(touch \(mark))", "tracklogger trips `touch \(mark)`", "tracklogger trips 'x'",
      "tracklogger trips \\x",
      "tracklogger export --format gpx --output \(mark)", "tracklogger export --format gpx --output=\(mark)",
      "tracklogger trips --db /etc/passwd", "tracklogger --db /etc/passwd trips",
      "tracklogger trips --config /etc/shadow",
      "tracklogger trips --config=/etc/shadow", "tracklogger backup \(mark)", "tracklogger backup -",
      "tracklogger load",
      "tracklogger replay /etc/passwd", "tracklogger run", "tracklogger run --tee \(mark)",
      "tracklogger pull localhost",
      "tracklogger serve-ssh", "tracklogger check", "tracklogger status", "tracklogger --help",
      "tracklogger trips --help",
      "tracklogger --version", "tracklogger help trips", "/usr/bin/tracklogger trips", "../tracklogger trips",
      "TRACKLOGGER=1 tracklogger trips", "tracklogger dump --after /etc/passwd",
      "tracklogger trips --tz ../../../etc/passwd",
      "scp -f /etc/passwd", "scp -t /tmp", "/usr/lib/openssh/sftp-server", "internal-sftp",
      "rsync --server --sender . /etc/passwd",
      "tracklogger trips \(String(repeating: "x", count: 3000))", "tracklogger trips --limit é",
      "tracklogger search a\u{202E}b", "tracklogger search “x”",
    ]
    for escape in escapes {
      let result = try server.ssh("kerb", escape)
      #expect(result.code != 0, "\(escape)")
      #expect(result.output.isEmpty, "\(escape): \(result.text)")
    }
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test func noFileIsCopiedAndNoPortForwarded() throws {
    let config = server.file("ssh_config")
    let mark = server.file("mark")
    for program in [
      ["/usr/bin/scp", "-F", config, "-q", "kerb:/etc/passwd", mark],
      ["/usr/bin/scp", "-O", "-F", config, "-q", "kerb:/etc/passwd", mark],
      ["/usr/bin/sftp", "-F", config, "-q", "kerb:/etc/passwd", mark],
      ["/usr/bin/ssh", "-F", config, "-W", "127.0.0.1:22", "kerb"],
      ["/usr/bin/ssh", "-F", config, "-o", "ExitOnForwardFailure=yes", "-N", "-R", "0:127.0.0.1:22", "kerb"],
      ["/usr/bin/ssh", "-F", config, "-t", "-t", "kerb"],
    ] {
      let result = try server.run("/usr/bin/timeout", ["20"] + program)
      #expect(result.code != 0 && result.code != 124, "\(program)")
    }
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test func aReaderThatGoesAwayEndsTheOtherSideQuietly() throws {
    try Drives.record(2..<80, in: server.database)
    let result = try server.run(
      "/bin/bash",
      [
        "-c",
        "set -o pipefail; \(server.file("client/ssh")) kerb tracklogger export --format gpx | head -c 100 | wc -c",
      ])
    #expect(result.text.trimmingCharacters(in: .whitespacesAndNewlines) == "100")
    #expect(result.errors.isEmpty)
    let local = try server.run(
      "/bin/bash",
      [
        "-c",
        "\(Programs.tracklogger.path) dump --db \(server.database) | head -c 100 >/dev/null; echo ${PIPESTATUS[0]}",
      ])
    #expect(local.text == "0\n")
    #expect(local.errors.isEmpty)
  }
}

/// The grammar of serve-ssh, without sshd.
@Suite struct RestrictedCommandTests {
  private static let words = [
    "tracklogger", "trips", "visits", "places", "days", "events", "show", "export", "dump", "search", "load", "pull",
    "backup",
    "run",
    "replay", "check", "status", "boxes", "serve-ssh", "help", "trip", "visit", "1", "-1", "--json", "--db", "--db=x",
    "--config",
    "--output", "--output=x", "--tee", "--tee=x", "--since", "-3d", "--until", "today", "--on", "yesterday", "--tz",
    "UTC",
    "../../etc/passwd", "/etc/passwd", "--limit", "9", "--format", "gpx", "geojson", "--trip", "--visit", "--box",
    "van",
    "--after", "670ebf8d-a873-4d84-8477-4bdd8ddb39a0:1:2", "--", "-", "-h", "-V", "--help", "--version", "--name", ";",
    "|", "&&",
    "$(id)", "`id`", ">x", "'", "\"", "\\", "\n", "\u{0}", "\t", "é", "*", "~", "{a,b}", "--quick", "--follow=", "",
    "archive", "--dir", "--dir=x", "place", "name", "geocode", "gazetteer", "import", "--csv", "--near", "48,11",
    "--bbox",
  ]

  @Test func ofTenThousandLinesNoneGetsMoreThanListsAndExports() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed \(seed)")
    var random = SplitMix(state: seed)
    let folder = try Service.Folder()
    let database = folder.url.appending(path: "track.db").path
    try Drives.record(0..<1, in: database, fixes: 10)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    var accepted = 0
    for _ in 0..<10_000 {
      var line = Bool.random(using: &random) ? ["tracklogger", Self.words[Int.random(in: 1...9, using: &random)]] : []
      for _ in 0..<Int.random(in: 0...4, using: &random) { line.append(Self.words.randomElement(using: &random) ?? "") }
      var text = line.joined(separator: " ")
      if Int.random(in: 0..<10, using: &random) == 0 {
        let scalar = Unicode.Scalar(UInt8.random(in: 0...255, using: &random))
        text.unicodeScalars.insert(
          scalar, at: text.unicodeScalars.indices.randomElement(using: &random) ?? text.startIndex)
      }
      guard let invocation = try? RestrictedCommand.parse(text) else {
        let outcome = serve(text, database)
        #expect(outcome.code != .done && outcome.output.isEmpty, "\(text)")
        continue
      }
      accepted += 1
      #expect(
        ["trips", "visits", "places", "days", "events", "search", "boxes", "show", "export", "dump"].contains(
          invocation.command.name))
      for option in [Option.db, .config, .output, .directory, .tee, .name, .help] {
        #expect(!invocation.has(option), "\(text)")
      }
      // What it goes on to is listed, and ends.
      if !invocation.has(.follow) { _ = serve(text, database) }
    }
    #expect(accepted > 300)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == files)
  }

  private func serve(_ line: String, _ database: String) -> Outcome {
    Outcome(
      of: ["serve-ssh", "--db", database, "--config", "/dev/null"],
      in: .test(["SSH_ORIGINAL_COMMAND": line, "TZ": "UTC"], now: 1_772_400_000_000))
  }

  @Test func withoutACommandThereIsNoShell() {
    let outcome = Outcome(of: ["serve-ssh"], in: .test())
    #expect(outcome.code == .failed)
    #expect(outcome.errors.contains("no shell"))
  }

  @Test func anEmptyOrOlderDatabaseIsNotTouched() throws {
    let folder = try Service.Folder()
    let database = folder.url.appending(path: "track.db")
    try Data().write(to: database)
    let outcome = serve("tracklogger trips", database.path)
    #expect(outcome.code == .data)
    #expect(try Data(contentsOf: database).isEmpty)
  }
}
