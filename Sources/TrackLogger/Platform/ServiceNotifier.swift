import CLinux
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
    let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    socket = number < 0 ? nil : Descriptor(owning: number)
    // A systemd that hears nothing for so long keeps nobody from recording.
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: name)
      if name[0] == UInt8(ascii: "@") { room[0] = 0 }
    }
    addressLength = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
  }

  // What systemd waits for: sent even where it is busy.
  func ready() { send("READY=1", waits: true) }
  func stopping() { send("STOPPING=1", waits: true) }
  func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(Clocks.monotonicMicroseconds())", waits: true) }

  // What comes again anyway: never waited for.
  func feedWatchdog() { send("WATCHDOG=1", waits: false) }

  /// One line for `systemctl status`; sent only when it has changed.
  func say(_ words: String) {
    if words != status, send("STATUS=\(words)", waits: false) { status = words }
  }

  /// True where it was heard, or there is nobody to hear it.
  @discardableResult
  private func send(_ words: String, waits: Bool) -> Bool {
    guard let socket else { return true }
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    var words = words
    return words.withUTF8 { bytes in
      withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(socket.number, bytes.baseAddress, bytes.count, flags, $0, addressLength) >= 0
        }
      }
    }
  }
}
