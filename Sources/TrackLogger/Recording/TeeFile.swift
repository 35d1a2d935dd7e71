import Glibc
import TrackCore

/// The file of `--tee`: the pipeline's inputs, appended. A trouble with it is told once and stops the log, not the recording.
final class TeeFile {
  /// Written at the latest when so many bytes wait.
  private static let room = 64 * 1024

  private let path: String
  private let log: ServiceLog
  private var writer = TeeWriter()
  private var file: Descriptor?

  init(path: String, log: ServiceLog) throws(Failure) {
    self.path = path
    self.log = log
    try open()
  }

  /// A run starts.
  func start() { if file != nil, writer.bytes.isEmpty { writer.start() } }

  func record(_ input: PipelineInput) {
    guard file != nil else { return }
    writer.record(input)
    if writer.bytes.count >= Self.room { flush() }
  }

  /// Brings what waits to the file.
  func flush() {
    guard let file else { return }
    let code = writer.bytes.withUnsafeBytes { file.write(all: $0) }
    writer.removeAll()
    guard let code else { return }
    self.file = nil
    log(.warning, "cannot write \(path): \(reason(code)); recording goes on without the tee log")
  }

  /// After a rotation: the rest goes to the old file, what comes to a new one.
  func reopen() {
    flush()
    file = nil
    do {
      try open()
    } catch {
      log(.warning, "\(error.sentence); recording goes on without the tee log")
    }
  }

  private func open() throws(Failure) {
    let number = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
    if number < 0 { throw Failure(.io, "cannot write \(path): \(reason(errno))") }
    file = Descriptor(owning: number)
    writer.removeAll()
    Self.cutHalfRecord(of: number)
    var status = stat()
    // A new file needs a head; one that is gone on with has it.
    if fstat(number, &status) == 0, status.st_size == 0 { writer.start() }
  }

  /// What a power cut left of a record at the end of a file would be glued to the next one.
  private static func cutHalfRecord(of file: Int32) {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let length = min(Int(status.st_size), LineFramer.maxLine + 1)
    let start = Int(status.st_size) - length
    var tail = [UInt8](repeating: 0, count: length)
    guard pread(file, &tail, length, start) == length, tail.last != UInt8(ascii: "\n") else { return }
    guard let end = tail.lastIndex(of: UInt8(ascii: "\n")) else { return }
    _ = ftruncate(file, start + end + 1)
  }
}
