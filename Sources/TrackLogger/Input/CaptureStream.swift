import Glibc
import TrackCore

/// The bytes of one capture after another; `-` is standard input. Memory does not grow with their size.
final class CaptureStream {
  /// What decides whether a capture is the one that a checkpoint is from: its first bytes, at most so many.
  static let headLength = 4096

  /// The capture's first bytes, read before anything else.
  private(set) var head: [UInt8] = []
  /// Bytes of all captures together; nil where one is no regular file.
  let size: Int64?

  private let paths: [String]
  private var next = 1
  private var descriptor: Int32
  private var headSent = 0

  /// Opens the first of `paths`, which must not be empty, and reads its head. The others are checked and opened in their turn.
  init(paths: [String]) throws(Failure) {
    var total: Int64? = 0
    for path in paths {
      let bytes = try Self.check(path)
      if let sum = total, let bytes { total = sum + bytes } else { total = nil }
    }
    self.paths = paths
    size = total
    descriptor = try Self.open(paths[0])
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.headLength, alignment: 16)
    defer { chunk.deallocate() }
    while head.count < Self.headLength {
      let rest = UnsafeMutableRawBufferPointer(rebasing: chunk[..<(Self.headLength - head.count)])
      let n = try Self.read(descriptor, into: rest, from: paths[0])
      if n == 0 { break }
      head.append(contentsOf: rest[..<n])
    }
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// The next bytes: how many were put into `buffer`, 0 at the very end. A capture that ends without a line end is given one
  /// if another follows.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    if headSent < head.count {
      let n = min(buffer.count, head.count - headSent)
      head.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[headSent..<(headSent + n)])) }
      headSent += n
      return n
    }
    let n = try Self.read(descriptor, into: buffer, from: paths[next - 1])
    guard n == 0, next < paths.count else { return n }
    if descriptor > 0 { close(descriptor) }
    descriptor = try Self.open(paths[next])
    next += 1
    buffer[0] = UInt8(ascii: "\n")
    return 1
  }

  /// The size of a regular file, nil for a pipe.
  private static func check(_ path: String) throws(Failure) -> Int64? {
    if path == "-" { return nil }
    var about = stat()
    guard stat(path, &about) == 0 else { throw Failure(.io, "cannot read \(path): \(reason(errno))") }
    switch about.st_mode & S_IFMT {
    case S_IFDIR: throw Failure(.io, "\(path) is a directory; name the captures in it")
    case S_IFREG: return Int64(about.st_size)
    default: return nil
    }
  }

  private static func open(_ path: String) throws(Failure) -> Int32 {
    if path == "-" { return 0 }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(.io, "cannot read \(path): \(reason(errno))") }
    return descriptor
  }

  private static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, from path: String
  ) throws(Failure) -> Int {
    while true {
      let n = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if n >= 0 { return n }
      if errno != EINTR { throw Failure(.io, "cannot read \(path): \(reason(errno))") }
    }
  }
}
