import Glibc

/// Whether a server listens.
enum Reach {
  /// Connects and closes at once. A host that does not answer takes `milliseconds` for each of its addresses.
  static func canConnect(host: String, port: UInt16, within milliseconds: Int32) -> Bool {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return false }
    defer { freeaddrinfo(list) }
    var next = list
    while let address = next?.pointee {
      if canConnect(address, within: milliseconds) { return true }
      next = address.ai_next
    }
    return false
  }

  private static func canConnect(_ address: addrinfo, within milliseconds: Int32) -> Bool {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, type, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return true }
    guard errno == EINPROGRESS else { return false }
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&wait, 1, milliseconds) == 1 else { return false }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code == 0
  }
}
