import Foundation

@testable import TrackLogger

/// A terminal of this process's own making, so wide, that keeps what is shown on it.
final class PseudoTerminal {
  private let master: Int32
  let descriptor: Int32

  init?(columns: UInt16) {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number): (Int32, Int32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN of Linux: what unlockpt and ptsname call, which Swift is not shown.
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      return nil
    }
    descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else { return nil }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(descriptor)
    close(master)
  }

  /// What a command line shows on it; at most what a terminal holds unread, some kilobytes.
  func show(_ line: [String], _ variables: [String: String] = [:]) -> String {
    var world = World.test(
      ["TZ": "UTC", "TERM": "xterm", "LANG": "C.UTF-8"].merging(variables) { $1 },
      now: at("2026-05-02T10:00:00Z").milliseconds)
    world.output = Output(descriptor: descriptor)
    _ = Program.run(line, in: world)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var shown: [UInt8] = []
    while case let n = read(master, &bytes, bytes.count), n > 0 { shown += bytes[..<n] }
    return String(decoding: shown, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
  }
}
