import Glibc

/// A file that is there whole or not at all.
enum OutputFile {
  /// Lets `body` write to the file of that name, or to `standard` where there is no name or it is `-`.
  ///
  /// A regular file is written beside its place, brought to the disk and renamed; what was there stays until then. A pipe or device is written to
  /// as it is.
  static func write(_ path: String?, or standard: Output, _ body: (Output) throws -> Void) throws {
    guard let path, path != "-" else { return try body(standard) }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return try direct(path, body)
    }
    let temporary = path + ".\(getpid())" + unfinished
    UnfinishedFile.begin(temporary)
    defer { UnfinishedFile.end() }
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw failure(path, errno) }
    var isDone = false
    defer {
      close(descriptor)
      if !isDone { unlink(temporary) }
    }
    try fill(descriptor, path, body)
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw failure(path, errno) }
    isDone = true
    syncFolder(of: path)
  }

  private static let unfinished = ".part"

  /// Whether a file of this name is one that was being written when its process was killed, or is being written.
  static func isUnfinished(_ name: String) -> Bool {
    guard name.hasSuffix(unfinished) else { return false }
    let rest = name.dropLast(unfinished.count)
    guard let dot = rest.lastIndex(of: ".") else { return false }
    return Int32(rest[rest.index(after: dot)...]) != nil
  }

  private static func direct(_ path: String, _ body: (Output) throws -> Void) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    try fill(descriptor, path, body)
  }

  private static func fill(_ descriptor: Int32, _ path: String, _ body: (Output) throws -> Void) throws {
    let output = Output(descriptor: descriptor)
    do {
      try body(output)
      try output.flush()
    } catch OutputError.failed(let code) {
      throw failure(path, code)
    }
  }

  /// So that the new name, too, outlives a power cut; where a file system cannot, nothing is lost but that.
  static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(.io, "cannot write \(path): \(reason(code))")
  }
}
