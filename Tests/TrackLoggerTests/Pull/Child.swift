import Foundation

/// A program that runs beside the test.
///
/// Not Foundation's `Process`: that takes a program for ended when the last copy of a socket is closed, and whatever is started at the
/// same time by another test may inherit one. Nor do these children inherit that a test runs with every signal blocked.
final class Child {
  private let process: pid_t
  private var code: Int32?

  /// Outputs go to files; nil: nowhere.
  init(
    _ program: String, _ arguments: [String], environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    output: String? = nil, errors: String? = nil
  ) throws {
    let prepare =
      "import os, signal, sys; os.closerange(3, 1024); signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
    var words = (["/usr/bin/python3", "-c", prepare, program] + arguments).map { strdup($0) }
    var variables = environment.map { strdup("\($0)=\($1)") }
    defer { for text in words + variables { free(text) } }
    words.append(nil)
    variables.append(nil)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var process: pid_t = 0
    let code = posix_spawn(&process, "/usr/bin/python3", &actions, nil, words, variables)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOEXEC) }
    self.process = process
  }

  deinit {
    if code == nil { kill(process, SIGKILL) }
    _ = exit()
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for its end: its exit code, or minus the signal that ended it.
  func exit() -> Int32 {
    if let code { return code }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
    self.code = code
    return code
  }

  /// What a program printed and how it ended.
  struct Result {
    var code: Int32
    var output: Data
    var errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs a program to its end; `folder` is for what it prints meanwhile.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = ["PATH": "/usr/bin:/bin"], in folder: URL
  ) throws -> Result {
    let name = UUID().uuidString
    let (output, errors) = (folder.appending(path: "\(name).out"), folder.appending(path: "\(name).err"))
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    let code = try Child(program, arguments, environment: environment, output: output.path, errors: errors.path).exit()
    return Result(
      code: code, output: try Data(contentsOf: output), errors: try String(contentsOf: errors, encoding: .utf8))
  }
}
