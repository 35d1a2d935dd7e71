import Glibc
import TrackCore

/// Tells systemd how the service is, over the datagram socket that NOTIFY_SOCKET names: sd_notify(3) without libsystemd,
/// which would cost more memory than the service has. Without that socket it says nothing.
final class ServiceNotifier {
  private let socket: Descriptor?
  private var address = sockaddr_un()
  private var addressLength: socklen_t = 0
  private var status = ""

  /// `path` is the environment's NOTIFY_SOCKET: a path, or `@` and a name of the abstract kind.
  init(path: String? = getenv("NOTIFY_SOCKET").map { String(cString: $0) }) {
    let name = Array((path ?? "").utf8)
    // The room for a path, less the byte that ends it.
    guard name.count > 1, name.count < MemoryLayout.size(ofValue: address.sun_path),
      name[0] == UInt8(ascii: "/") || name[0] == UInt8(ascii: "@")
    else {
      socket = nil
      return
    }
    let number = Glibc.socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    socket = number < 0 ? nil : Descriptor(owning: number)
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: name)
      if name[0] == UInt8(ascii: "@") { room[0] = 0 }
    }
    addressLength = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
  }

  func ready() { send("READY=1") }
  func stopping() { send("STOPPING=1") }
  func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(Clocks.monotonicMicroseconds())") }
  func feedWatchdog() { send("WATCHDOG=1") }

  /// One line for `systemctl status`; sent only when it changes.
  func say(_ words: String) {
    guard words != status else { return }
    status = words
    send("STATUS=\(words)")
  }

  private func send(_ words: String) {
    guard let socket else { return }
    var words = words
    words.withUTF8 { bytes in
      withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          // Nothing can be done where systemd does not listen.
          _ = sendto(socket.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, addressLength)
        }
      }
    }
  }
}
