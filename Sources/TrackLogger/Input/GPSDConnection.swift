import CGPSD
import Glibc

/// A connection to gpsd, made by libgps and closed with its owner. The lines are read here, not by libgps, whose parser can
/// loop for ever on a torn one.
final class GPSDConnection {
  /// What gpsd's library says of a failure.
  struct Failure: Error {
    let words: String

    fileprivate init(_ why: UnsafePointer<CChar>?) { words = why.map { String(cString: $0) } ?? "unknown error" }
  }

  enum Read {
    case bytes(Int)
    /// Nothing more for now.
    case nothing
    case ended(String)
  }

  private let client: OpaquePointer

  /// Blocks while names resolve and the connection is made, which for a dead remote host is minutes.
  init(host: String, port: String) throws(Failure) {
    var why: UnsafePointer<CChar>?
    guard let client = cgpsd_open(host, port, &why) else { throw Failure(why) }
    self.client = client
    watchOverPeer()
  }

  deinit { cgpsd_close(client) }

  /// For poll.
  var descriptor: Int32 { cgpsd_fd(client) }

  /// Asks gpsd to report.
  func watch() throws(Failure) {
    var why: UnsafePointer<CChar>?
    if cgpsd_watch(client, &why) != 0 { throw Failure(why) }
  }

  /// What has come so far, as much as fits.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended("it closed the connection") }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothing
      default: return .ended(String(cString: strerror(errno)))
      }
    }
  }

  /// A host that has lost its power says no goodbye: two minutes of silence on the wire and the kernel asks for it.
  private func watchOverPeer() {
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 20)
    set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
  }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    // Where it cannot be had the connection works all the same.
    _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
