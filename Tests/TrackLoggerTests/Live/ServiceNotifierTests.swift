import Foundation
import Testing

@testable import TrackLogger

/// What systemd would hear: a datagram socket at a path, or at an abstract name where `name` begins with `@`.
private final class Listener {
  private let number: Int32

  init?(_ name: String) {
    number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(name.utf8)) }
    if name.hasPrefix("@") { withUnsafeMutableBytes(of: &address.sun_path) { $0[0] = 0 } }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
    }
    if code != 0 { return nil }
  }

  deinit { close(number) }

  /// The next message that is there.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}

@Suite struct ServiceNotifierTests {
  // (As literals in the attribute they crash the compiler of Swift 6.0.)
  static let names = ["@tracklogger-test-\(getpid())", "\(NSTemporaryDirectory())/tracklogger-notify-\(getpid())"]

  @Test(arguments: names)
  func speaksToThePathOrAbstractSocket(_ name: String) throws {
    defer { unlink(name) }
    let systemd = try #require(Listener(name))
    let notifier = ServiceNotifier(path: name)
    notifier.ready()
    notifier.say("recording")
    notifier.say("recording")
    notifier.feedWatchdog()
    notifier.reloading()
    notifier.stopping()
    #expect(systemd.next() == "READY=1")
    #expect(systemd.next() == "STATUS=recording")
    #expect(systemd.next() == "WATCHDOG=1", "a status that has not changed is not sent again")
    #expect(systemd.next()?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
    #expect(systemd.next() == "STOPPING=1")
    #expect(systemd.next() == nil)
  }

  @Test(arguments: [
    nil, "", "@", "/", "vsock:2:1234", "relative", "/nobody/listens", String(repeating: "/x", count: 200),
  ])
  func whereNobodyListensNothingHappens(_ name: String?) {
    let notifier = ServiceNotifier(path: name)
    notifier.ready()
    notifier.say("recording")
    #expect(Bool(true), "it came back")
  }
}
