import Foundation
import Testing

@testable import TrackLogger

@Suite(.enabled(if: SSHServer.isThere, "needs openssh-server")) struct PullTests {
  private let server: SSHServer
  private var home: String { server.file("home/track.db") }

  init() throws { server = try SSHServer() }

  private func json(_ result: Child.Result) throws -> [String: Any] {
    try #require(result.code == 0, "\(result.errors)")
    return try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
  }

  @Test(arguments: ["van", "kerb"]) func aPullFetchesAllAndTheNextOneOnlyWhatIsNew(host: String) throws {
    try Drives.record(0..<20, in: server.database)
    let first = try json(server.tracklogger("pull", host, "--db", home, "--json"))
    #expect(first["box"] as? String == host)
    #expect(first["fixes"] as? Int == 12_000)
    #expect(first["trips"] as? Int == 20)
    #expect(try Drives.rows(home, box: host) == Drives.rows(server.database))

    let second = try json(server.tracklogger("pull", host, "--db", home, "--json"))
    #expect(second["fixes"] as? Int == 0)
    #expect(try #require(second["bytes"] as? Int) < 1000)
    #expect(second["cursor"] as? String == first["cursor"] as? String)

    try Drives.record(20..<21, in: server.database)
    let third = try json(server.tracklogger("pull", host, "--db", home, "--json"))
    #expect(third["fixes"] as? Int == 600)
    #expect(third["trips"] as? Int == 1)
    let share = try #require(third["bytes"] as? Int) * 20
    let whole = try #require(first["bytes"] as? Int)
    #expect(share < 2 * whole)
    #expect(try Drives.rows(home, box: host) == Drives.rows(server.database))
    #expect(try server.tracklogger("check", "--db", home).code == 0)
  }

  @Test func theServiceStoppedAndItsIndexGoneAPullStillWorksAndWritesNoFile() throws {
    try Drives.record(0..<2, in: server.database)
    for suffix in ["-shm", ".lock"] { try? FileManager.default.removeItem(atPath: server.database + suffix) }
    let before = try contents()
    #expect(try server.tracklogger("pull", "kerb", "--db", home).code == 0)
    #expect(try Drives.rows(home, box: "kerb") == Drives.rows(server.database))
    #expect(try contents().filter { !$0.hasPrefix("box.db-shm") && !$0.hasPrefix("home") } == before)
  }

  /// Names and contents of the files in the server's folder.
  private func contents() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: server.folder.url.path).sorted().compactMap { name in
      guard let data = FileManager.default.contents(atPath: server.file(name)) else { return nil }
      return "\(name) \(data.hashValue)"
    }
  }

  @Test func afterAHundredRandomCutsBothHaveEqualRows() throws {
    try Drives.record(0..<50, in: server.database)
    let rows = try Drives.rows(server.database)
    let seed = UInt64.random(in: 0...(.max))
    print("seed \(seed)")
    var random = SplitMix(state: seed)
    // The first number in the list: so many bytes of what the server sends pass, then the connection, or what ssh prints, ends.
    try server.client(
      "cutting",
      """
      list=\(server.file("cuts"))
      cut=$(head -n 1 $list); sed -i 1d $list
      [ -n "$cut" ] || exec $SSH "$@"
      case $cut in
        p*) exec $SSH "$@" > >(head -c ${cut#p}) ;;
        k*) $SSH "$@" & trap 'kill -9 $!' TERM; sleep 0.${cut#k}; kill -9 $!; wait $!; exit 255 ;;
        *) exec $SSH -o "ProxyCommand python3 \(server.file("cut.py")) %h %p $cut" "$@" ;;
      esac
      """)
    try Self.cuttingProxy.write(toFile: server.file("cut.py"), atomically: true, encoding: .utf8)
    var cuts = 100
    var round = 0
    while cuts > 0 {
      round += 1
      let home = server.file("home\(round).db")
      let list = (0..<min(cuts, 25)).map { _ in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "p\(Int.random(in: 0..<60_000, using: &random))"
        case 1: "k\(Int.random(in: 100..<500, using: &random))"
        default: "\(Int.random(in: 0..<70_000, using: &random))"
        }
      }
      cuts -= list.count
      try (list.joined(separator: "\n") + "\n").write(toFile: server.file("cuts"), atomically: true, encoding: .utf8)
      var pulls = 0
      while true {
        pulls += 1
        try #require(pulls < 100)
        let result = try server.tracklogger("pull", "van", "--db", home, ssh: "cutting")
        if result.code == 0 { break }
        #expect(result.code == ExitCode.unavailable.rawValue, "\(result.errors)")
        let partial = try? Drives.rows(home, box: "van")
        if let partial {
          #expect(Set(partial).subtracting(rows).allSatisfy { $0.hasPrefix("trip") || $0.hasPrefix("place") })
        }
      }
      #expect(try Drives.rows(home, box: "van") == rows)
    }
    #expect(round >= 4)
  }

  private static let cuttingProxy = """
    import os, select, socket, sys
    server, left = socket.create_connection((sys.argv[1], int(sys.argv[2]))), int(sys.argv[3])
    while left > 0:
        for ready in select.select([0, server], [], [])[0]:
            data = os.read(0, 65536) if ready == 0 else server.recv(min(left, 65536))
            if not data:
                sys.exit(1)
            if ready == 0:
                server.sendall(data)
            else:
                left -= len(data)
                while data:
                    data = data[os.write(1, data):]
    """

  @Test func manyWhoPullAtTheSameTimeEndWithEqualRows() throws {
    try Drives.record(0..<30, in: server.database)
    let server = server
    let home = home
    let codes = Codes()
    DispatchQueue.concurrentPerform(iterations: 4) { n in
      codes.add(
        (try? server.tracklogger("pull", n % 2 == 0 ? "van" : "kerb", "--name", "van", "--db", home).code) ?? -1)
    }
    #expect(codes.all == [0, 0, 0, 0])
    #expect(try Drives.rows(home, box: "van") == Drives.rows(server.database))
  }

  @Test(.enabled(if: RealGPSD.isThere, "needs gpsd, gpsfake and the captures"))
  func aBoxRecordsWhileItIsPulledFrom() throws {
    let gpsd = try RealGPSD("genivi-z205-switzerland.nmea.gz", bytes: 300_000, in: server.folder.url)
    let service = try Service(
      port: gpsd.port, settings: "[filter]\nearliest_date = 1980-01-06\n[store]\ncommit_interval = 1\n")
    #expect(service.tells("STATUS=recording from gpsd"))
    try FileManager.default.createSymbolicLink(atPath: server.database, withDestinationPath: service.database)
    var pulls = 0
    while !service.tells("STATUS=waiting for gpsd", within: 0.2) {
      let result = try server.tracklogger("pull", "van", "--name", "box", "--db", home)
      #expect(result.code == 0, "\(result.errors)")
      pulls += 1
      try #require(pulls < 500)
    }
    #expect(service.stop() == 0)
    #expect(pulls > 1)
    #expect(try server.tracklogger("pull", "van", "--name", "box", "--db", home).code == 0)
    #expect(try Drives.rows(home, box: "box") == Drives.rows(service.database))
  }

  @Test func severalBoxesLieSideBySide() throws {
    try Drives.record(0..<3, in: server.database)
    #expect(try server.tracklogger("pull", "van", "--db", home).code == 0)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: server.database + suffix) }
    try Drives.record(10..<12, in: server.database)

    // The same host with another database: said, and nothing is mixed.
    let replaced = try server.tracklogger("pull", "van", "--db", home)
    #expect(replaced.code == ExitCode.data.rawValue)
    #expect(replaced.errors.contains("--name"))
    #expect(try Drives.rows(home, box: "van").count { $0.hasPrefix("trip") } == 3)

    #expect(try server.tracklogger("pull", "van", "--name", "bike", "--db", home).code == 0)
    #expect(try ids("trips", "--box", "van") == [1, 2, 3])
    #expect(try ids("trips", "--box", "bike") == [11, 12])
    #expect(try ids("trips") == [1, 2, 3, 11, 12])
    #expect(try ids("trips", "--limit", "2") == [11, 12])
    #expect(try ids("visits", "--box", "bike") == [11, 12])
    let all = try #require(
      try JSONSerialization.jsonObject(with: server.tracklogger("trips", "--db", home, "--json").output)
        as? [[String: Any]])
    #expect(all.compactMap { $0["box"] as? String } == ["van", "van", "van", "bike", "bike"])
    #expect(try server.tracklogger("export", "--format", "gpx", "--box", "bike", "--db", home).text.contains("<trkpt"))
    #expect(try server.tracklogger("export", "--format", "gpx", "--db", home).code == ExitCode.usage.rawValue)
    #expect(try server.tracklogger("trips", "--box", "boat", "--db", home).code == ExitCode.failed.rawValue)
  }

  private func ids(_ line: String...) throws -> [Int] {
    let result = try server.run(Programs.tracklogger.path, line + ["--db", home, "--json"])
    let rows = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    return try #require(rows).compactMap { $0["id"] as? Int }
  }

  @Test func aBoxIsKnownByItsDatabaseFromWhateverHostItComes() throws {
    try Drives.record(0..<5, in: server.database)
    #expect(try server.tracklogger("pull", "van", "--db", home).code == 0)
    #expect(try json(server.tracklogger("pull", "kerb", "--db", home, "--json"))["fixes"] as? Int == 0)
    #expect(try #require(try json(server.tracklogger("pull", "kerb", "--db", home, "--json"))["bytes"] as? Int) < 1000)
    // Another box, under a name of its own; then it answers where the first one did.
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: server.database + suffix) }
    try Drives.record(10..<12, in: server.database)
    #expect(try server.tracklogger("pull", "van", "--name", "bike", "--db", home).code == 0)
    let result = try json(server.tracklogger("pull", "kerb", "--db", home, "--json"))
    #expect(result["box"] as? String == "bike")
    #expect(result["fixes"] as? Int == 0)
    #expect(try Drives.rows(home, box: "van").count { $0.hasPrefix("trip") } == 5)
  }

  @Test func aRestoredBoxIsNoticed() throws {
    try Drives.record(0..<3, in: server.database)
    #expect(try server.ssh("van", "tracklogger", "backup", server.file("old.db")).code == 0)
    try Drives.record(3..<5, in: server.database)
    #expect(try server.tracklogger("pull", "van", "--db", home).code == 0)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: server.database + suffix) }
    try FileManager.default.moveItem(atPath: server.file("old.db"), toPath: server.database)
    try Drives.record(6..<12, in: server.database)
    let result = try server.tracklogger("pull", "van", "--db", home)
    #expect(result.code == ExitCode.data.rawValue)
    #expect(result.errors.contains("was restored from an older copy"))
    #expect(try Drives.rows(home, box: "van").count { $0.hasPrefix("trip") } == 5)

    // What it says to do.
    #expect(result.errors.contains("--name"))
    #expect(try server.tracklogger("pull", "van", "--name", "again", "--db", home).code == 0)
    #expect(try Drives.rows(home, box: "again") == Drives.rows(server.database))
    #expect(try Drives.rows(home, box: "van").count { $0.hasPrefix("trip") } == 5)
    try Drives.record(12..<13, in: server.database)
    #expect(try json(server.tracklogger("pull", "van", "--db", home, "--json"))["box"] as? String == "again")
  }

  @Test func aNewNameCallsABoxAnew() throws {
    try Drives.record(0..<3, in: server.database)
    #expect(try server.tracklogger("pull", "van", "--db", home).code == 0)
    #expect(try server.tracklogger("pull", "van", "--name", "camper", "--db", home).code == 0)
    #expect(try Drives.rows(home, box: "camper") == Drives.rows(server.database))
    #expect(try server.tracklogger("trips", "--box", "van", "--db", home).code == ExitCode.failed.rawValue)
  }

  /// A box that sends its first batch again and again, or fails after it.
  @Test(arguments: [
    ("exit 255", 69, "was cut; what has come is kept"), ("exit 65", 65, "ended with 65, for the reason above"),
  ]) func whatDoesNotGetOnIsNotTriedForEver(end: String, code: Int32, words: String) throws {
    try Drives.record(0..<20, in: server.database)
    let dump = try server.run(Programs.tracklogger.path, ["dump", "--db", server.database]).output
    try dump.prefix(dump.count / 2).write(to: URL(filePath: server.file("cut.dump")))
    try server.client("half", "cat '\(server.file("cut.dump"))'; \(end)")
    let result = try server.tracklogger("pull", "van", "--db", home, ssh: "half")
    #expect(result.code == code)
    #expect(result.errors.contains(words), "\(result.errors)")
    // What came is there.
    #expect(try !Drives.rows(home, box: "van").isEmpty)
  }

  @Test(arguments: [
    ("exit 127", ExitCode.unavailable, "there is no tracklogger on van"),
    ("exit 255", .unavailable, "ssh could not connect to van"),
    ("exit 64", .unavailable, "update it there"),
    ("exit 74", .io, "tracklogger on van ended with 74"),
    ("exit 0", .unavailable, "was cut"),
    ("echo 'Welcome to van!'", .data, "it begins with 'Welcome to van!'"),
    ("echo 'tracklogger-dump 2 new words'", .data, "update tracklogger here"),
    ("exec yes", .data, "van holds no dump"),
    ("exec cat /dev/zero", .data, "van holds no dump"),
  ])
  func whateverAnswersInsteadIsSaid(script: String, code: ExitCode, words: String) throws {
    try server.client("other", script)
    let result = try server.tracklogger("pull", "van", "--db", home, ssh: "other")
    #expect(result.code == code.rawValue)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test(arguments: ["-oProxyCommand=id", "", "a b", "--"]) func aHostIsNoOption(host: String) throws {
    let result = try server.run(Programs.tracklogger.path, ["pull", "--db", home, "--", host])
    #expect(result.code == ExitCode.usage.rawValue)
  }
}

/// Exit codes from several threads.
private final class Codes: @unchecked Sendable {
  private let lock = NSLock()
  private var codes: [Int32] = []

  func add(_ code: Int32) { lock.withLock { codes.append(code) } }
  var all: [Int32] { lock.withLock { codes } }
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
