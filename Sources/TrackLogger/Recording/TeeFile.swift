import Glibc
import TrackCore

/// The file of `--tee`: the pipeline's inputs, appended. A trouble with it is told once and stops the log, not the recording.
struct TeeFile {
  /// Written at the latest when so many bytes wait.
  private static let room = 64 * 1024

  private let path: String
  private let log: ServiceLog
  private var writer = TeeWriter()
  private var file: Descriptor?

  /// Opens `path`, or says why not: the errno.
  init(path: String, log: ServiceLog) throws(OpenFailure) {
    self.path = path
    self.log = log
    try open()
  }

  struct OpenFailure: Error {
    let path: String
    let code: Int32
  }

  mutating func record(_ input: PipelineInput) {
    guard file != nil else { return }
    writer.record(input)
    if writer.bytes.count >= Self.room { flush() }
  }

  /// Brings what waits to the file.
  mutating func flush() {
    guard let file else { return }
    let code = writer.bytes.withUnsafeBytes { file.write(all: $0) }
    writer.removeAll()
    guard let code else { return }
    self.file = nil
    log(.warning, "cannot write \(path): \(String(cString: strerror(code))); recording goes on without the tee log")
  }

  /// After a rotation: the rest goes to the old file, what comes to a new one.
  mutating func reopen() {
    flush()
    file = nil
    do {
      try open()
    } catch {
      log(
        .warning, "cannot open \(path): \(String(cString: strerror(error.code))); recording goes on without the tee log"
      )
    }
  }

  private mutating func open() throws(OpenFailure) {
    let number = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
    if number < 0 { throw OpenFailure(path: path, code: errno) }
    file = Descriptor(owning: number)
    writer.removeAll()
    writer.start()
  }
}
