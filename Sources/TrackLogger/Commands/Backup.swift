import Glibc
import TrackCore
import TrackStore

/// A consistent copy of the database, while it is recorded into or not.
enum BackupCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let path = invocation.operands[0]
    if path == "-", isatty(world.output.descriptor) == 1 {
      throw Failure.usage("a database is not for the screen: send it to a file")
    }
    let reader = try TrackReader.openOwn(invocation, in: world)
    if path == "-" {
      try stream(reader, in: world)
    } else {
      try file(path, reader, in: world)
    }
    return .done
  }

  /// Beside its place, and to its place when it is whole and on the disk.
  private static func file(_ path: String, _ reader: TrackReader, in world: World) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw Failure.usage("\(path) is no regular file; 'backup -' writes to standard output")
    }
    let part = "\(path).\(getpid()).part"
    unlink(part)
    UnfinishedFile.begin(part)
    defer {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink(part + suffix) }
      UnfinishedFile.end()
    }
    try copy(reader, to: part)
    try Backup.clear(path, for: reader)
    guard rename(part, path) == 0 else { throw Failure(.io, "cannot write \(path): \(reason(errno))") }
    OutputFile.syncFolder(of: path)
  }

  /// By way of a file without a name: SQLite writes the first page last.
  private static func stream(_ reader: TrackReader, in world: World) throws {
    let folder = world.variable("TMPDIR") ?? "/var/tmp"
    var template = Array("\(folder)/tracklogger-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Failure(.io, "cannot make a file in \(folder): \(reason(errno))") }
    let file = Descriptor(owning: descriptor)
    let part = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    UnfinishedFile.begin(part)
    defer {
      unlink(part)
      UnfinishedFile.end()
    }
    try copy(reader, to: part)
    unlink(part)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let n = read(file.number, &buffer, buffer.count)
      if n == 0 { return }
      if n < 0 {
        if errno == EINTR { continue }
        throw Failure(.io, "cannot read the copy in \(folder): \(reason(errno))")
      }
      try world.output.write(Array(buffer[..<n]))
    }
  }

  private static func copy(_ reader: TrackReader, to path: String) throws {
    let size = try reader.info().bytes
    var progress = Progress(total: size)
    defer { progress.clear() }
    try Backup.copy(reader, to: path) { progress.show(bytes: Int64($0 * Double(size))) }
  }
}
