import Glibc

/// Whether a process records into a database, found without touching its lock: trying that could keep a recorder from starting.
enum RecorderProcess: Equatable {
  case none
  case running(pid: Int64)

  init(database: String) {
    var status = stat()
    guard stat(database + ".lock", &status) == 0, let table = try? WholeFile.read("/proc/locks", atMost: 4 << 20) else {
      self = .none
      return
    }
    self.init(locks: String(decoding: table, as: UTF8.self), inode: UInt64(status.st_ino))
  }

  /// From the kernel's table of locks, with lines like `1: FLOCK  ADVISORY  WRITE 4711 08:01:131074 0 EOF`. Devices are not compared: some
  /// file systems show another number here than in stat.
  init(locks: String, inode: UInt64) {
    for line in locks.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE", let pid = Int64(words[4]),
        let found = words[5].split(separator: ":").last.flatMap({ UInt64($0) }), found == inode
      else { continue }
      self = .running(pid: pid)
      return
    }
    self = .none
  }
}
