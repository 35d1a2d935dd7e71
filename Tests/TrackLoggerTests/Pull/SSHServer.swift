import Foundation

/// A real sshd on a port of the loopback, with keys made for it, and a `ssh` that finds it. It knows two hosts: `van`, where a
/// shell awaits, and `kerb`, whose key is restricted to `tracklogger serve-ssh`.
///
/// `@unchecked Sendable`: nothing in it changes once it is made.
final class SSHServer: @unchecked Sendable {
  let folder: Service.Folder
  /// The box's database.
  var database: String { file("box.db") }
  private let process: Child

  static let isThere = ["/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/python3"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init() throws {
    folder = try Service.Folder()
    // Below the ports that Linux gives away by itself: one that was free a moment ago may be another test's now.
    let port = UInt16.random(in: 20_000...29_999)
    let root = folder.url.path
    // Without it sshd does not start as root; systemd's unit makes it where that runs.
    if getuid() == 0 { mkdir("/run/sshd", 0o755) }
    for key in ["host", "open", "restricted"] {
      _ = try Child("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", "\(root)/\(key)"]).exit()
    }
    let read = { (name: String) in try String(contentsOfFile: "\(root)/\(name).pub", encoding: .utf8) }
    let bin = folder.url.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let program = Programs.tracklogger.path
    let own = "--db \(root)/box.db --config /dev/null"
    try """
    restrict,command="\(program) serve-ssh \(own)" \(read("restricted"))\(read("open"))
    """.write(toFile: "\(root)/authorized", atomically: true, encoding: .utf8)
    try """
    Port \(port)
    ListenAddress 127.0.0.1
    HostKey \(root)/host
    AuthorizedKeysFile \(root)/authorized
    PidFile none
    StrictModes no
    UsePAM no
    PermitRootLogin yes
    PasswordAuthentication no
    MaxStartups 200
    Subsystem sftp internal-sftp
    SetEnv PATH=\(bin.path):/usr/bin:/bin

    """.write(toFile: "\(root)/sshd_config", atomically: true, encoding: .utf8)
    try "[127.0.0.1]:\(port) \(read("host"))".write(toFile: "\(root)/known", atomically: true, encoding: .utf8)
    try """
    Host van kerb
      HostName 127.0.0.1
      HostKeyAlias [127.0.0.1]:\(port)
      Port \(port)
      User \(NSUserName())
      IdentitiesOnly yes
      UserKnownHostsFile \(root)/known
      StrictHostKeyChecking yes
      ConnectTimeout 20
    Host van
      IdentityFile \(root)/open
    Host kerb
      IdentityFile \(root)/restricted

    """.write(toFile: "\(root)/ssh_config", atomically: true, encoding: .utf8)
    try Self.script("exec \(program) \"$@\" \(own)", at: bin.appending(path: "tracklogger"))
    let client = folder.url.appending(path: "client")
    try FileManager.default.createDirectory(at: client, withIntermediateDirectories: true)
    try Self.script("exec /usr/bin/ssh -F \(root)/ssh_config \"$@\"", at: client.appending(path: "ssh"))
    process = try Child("/usr/sbin/sshd", ["-D", "-e", "-f", "\(root)/sshd_config"])
    guard Self.answers(port) else { throw POSIXError(.ECONNREFUSED) }
  }

  func file(_ name: String) -> String { folder.url.appending(path: name).path }

  /// `tracklogger` here, with the `ssh` that finds this server, or the one in a folder that is named.
  func tracklogger(_ arguments: String..., ssh: String = "client") throws -> Child.Result {
    try run(
      Programs.tracklogger.path, arguments,
      environment: ["PATH": file(ssh) + ":/usr/bin:/bin", "HOME": folder.url.path, "TZ": "UTC"])
  }

  func ssh(_ arguments: String...) throws -> Child.Result { try run(file("client/ssh"), arguments) }

  func run(
    _ program: String, _ arguments: [String], environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) throws -> Child.Result {
    try Child.run(program, arguments, environment: environment, in: folder.url)
  }

  /// A folder with a `ssh` of its own, which is a shell script; `$SSH` is the one that finds this server.
  func client(_ name: String, _ lines: String) throws {
    let folder = folder.url.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.script("SSH=\(file("client/ssh"))\n\(lines)", at: folder.appending(path: "ssh"))
  }

  private static func script(_ lines: String, at url: URL) throws {
    try "#!/bin/bash\n\(lines)\n".write(to: url, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
  }

  /// Waits until something listens; false: nothing did in 20 seconds.
  private static func answers(_ port: UInt16) -> Bool {
    for _ in 0..<1000 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(client) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
      address.sin_port = port.bigEndian
      let code = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      if code == 0 { return true }
      usleep(20_000)
    }
    return false
  }
}
