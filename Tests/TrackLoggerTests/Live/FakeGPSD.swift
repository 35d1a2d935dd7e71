import Foundation

/// A server that shows what no real gpsd would: it does what a test says, when the test says it.
///
/// `@unchecked Sendable`: a test uses it from one thread at a time.
final class FakeGPSD: @unchecked Sendable {
  let port: UInt16
  private let listening: Int32
  private var client: Int32 = -1

  /// Listens on a free port of the loopback.
  init?() {
    listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listening = listening
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listening, $0, length) == 0 && listen(listening, 1) == 0 && getsockname(listening, $0, &length) == 0
      }
    }
    guard isBound else { return nil }
    port = UInt16(bigEndian: address.sin_port)
    limitWaits(of: listening)
  }

  deinit {
    hangUp()
    close(listening)
  }

  /// Waits for a client.
  func accept() -> Bool {
    client = Glibc.accept(listening, nil, nil)
    if client >= 0 { limitWaits(of: client) }
    return client >= 0
  }

  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(client, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// The next line that the client sends, without its end; nil: it hung up or said nothing for long.
  func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while recv(client, &byte, 1, 0) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  func hangUp() {
    if client >= 0 { close(client) }
    client = -1
  }

  /// A client of our own that nobody accepts; the caller closes it. It does not wait for the connection.
  func knock() -> Int32 {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    address.sin_port = port.bigEndian
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return client
  }

  /// Refuses clients from now on.
  func stopListening() { shutdown(listening, Int32(SHUT_RDWR)) }
}

/// A test that waits in vain fails instead of hanging.
private func limitWaits(of socket: Int32) {
  var limit = timeval(tv_sec: 20, tv_usec: 0)
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
}
