import Glibc

/// Why a file could not be read.
struct FileError: Error {
  var path: String
  /// errno; EFBIG where it is larger than it may be.
  var code: Int32

  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  var sentence: String { "cannot read \(path): \(reason(code))" }
}

/// A small file read at once.
enum WholeFile {
  /// The file's bytes; more than `limit` of them are refused.
  static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let n = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if n < 0 {
        if errno == EINTR { continue }
        throw FileError(path: path, code: errno)
      }
      if n == 0 { return bytes }
      bytes += chunk[..<n]
      guard bytes.count <= limit else { throw FileError(path: path, code: EFBIG) }
    }
  }
}
