import Glibc

/// Why output ends early.
enum OutputError: Error, Equatable {
  /// The reader went away (`| head`): no fault, nothing to say.
  case closed
  /// errno of the write that failed.
  case failed(Int32)
}

/// A buffered file descriptor. What is written reaches it with `flush`, or before that when 64 kB have gathered.
final class Output {
  let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let capacity = 65_536

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Output.capacity { try flush() }
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Output.capacity { try flush() }
  }

  /// After a failure what was not written is forgotten.
  func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var sent = 0
    while sent < buffer.count {
      let n = buffer.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
      if n >= 0 {
        sent += n
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      case EPIPE: throw .closed
      case let code: throw .failed(code)
      }
    }
  }
}
