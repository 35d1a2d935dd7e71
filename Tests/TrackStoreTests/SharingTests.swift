import Foundation
import Testing
import TrackCore

@testable import TrackStore

/// Other users read what the service writes. Only root can try that, with `setpriv` and the sqlite3 shell for the other
/// user.
@Suite struct SharingTests {
  static let canBeOthers =
    getuid() == 0 && ["/usr/bin/setpriv", "/usr/bin/sqlite3"].allSatisfy(FileManager.default.isExecutableFile)

  private static let service: UInt32 = 61_001
  private static let group: UInt32 = 61_000
  private static let member: UInt32 = 61_002
  private static let stranger: UInt32 = 61_003

  /// A directory as the package makes it, with a database that the service user wrote.
  private func shared() throws -> Scratch {
    let scratch = try Scratch()
    chown(scratch.directory, Self.service, Self.group)
    chmod(scratch.directory, 0o2770)
    let writer = try scratch.writer(durability: .everyCommit)
    writer.apply([.fix(fix(0)), .trip(trip(1, 0, 60))])
    try writer.commit(checkpoint: [1], position: 1)
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.directory) {
      chown(scratch.file(name), Self.service, Self.group)
    }
    return scratch
  }

  private func count(as user: UInt32, groups: [UInt32], _ scratch: Scratch) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments =
      ["--reuid=\(user)", "--regid=\(user)"]
      + (groups.isEmpty ? ["--clear-groups"] : ["--groups=\(groups.map(String.init).joined(separator: ","))"])
      + ["/usr/bin/sqlite3", "-readonly", scratch.path, "SELECT count(*) FROM trip"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(.enabled(if: canBeOthers, "needs root, setpriv and sqlite3"))
  func theGroupReadsWhileTheServiceRunsAndWhileItDoesNot() throws {
    let scratch = try shared()
    #expect(FileManager.default.fileExists(atPath: scratch.path + "-shm"), "it stays when the last connection closes")
    #expect(try count(as: Self.member, groups: [Self.group], scratch) == "1")
    #expect(try count(as: Self.stranger, groups: [], scratch) == "")
    let writer = try scratch.writer()
    writer.apply(.trip(trip(2, 100, 160)))
    try writer.commit()
    #expect(try count(as: Self.member, groups: [Self.group], scratch) == "2")
  }
}

/// Disks that take no writes, and full ones. Only root can mount them.
@Suite struct MountTests {
  static let canMount: Bool = {
    guard getuid() == 0, let scratch = try? Scratch(), run("mount", "-t", "tmpfs", "tmpfs", scratch.directory) else {
      return false
    }
    return run("umount", scratch.directory)
  }()

  private static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private func onDisk(size: String, _ body: (Scratch) throws -> Void) throws {
    let scratch = try Scratch()
    try #require(Self.run("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", scratch.directory))
    defer { #expect(Self.run("umount", scratch.directory)) }
    try body(scratch)
  }

  @Test(.enabled(if: canMount, "needs root to mount"), arguments: ["as it was left", "without its WAL"])
  func aReadOnlyDiskIsReadAndNotWritten(files: String) throws {
    try onDisk(size: "4m") { scratch in
      var writer: TrackWriter? = try scratch.writer()
      writer?.apply(.trip(trip(1, 0, 60)))
      try writer?.commit()
      writer = nil
      if files == "without its WAL" {
        try Database(path: scratch.path, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: scratch.path + suffix) }
      }
      #expect(Self.run("mount", "-o", "remount,ro", scratch.directory))
      #expect(try TrackReader(path: scratch.path).trips().count == 1)
      #expect(kindThrown { _ = try scratch.writer() } == .readOnly)
    }
  }

  @Test(.enabled(if: canMount, "needs root to mount"))
  func aFullDiskKeepsWhatIsThereAndWhatWaits() throws {
    try onDisk(size: "400k") { scratch in
      let writer = try scratch.writer()
      var committed = 0
      var failure: StoreError.Kind?
      for second in 0..<20_000 where failure == nil {
        writer.apply(.fix(fix(Double(second))))
        guard second % 1000 == 999 else { continue }
        failure = kindThrown { try writer.commit() }
        if failure == nil { committed = second + 1 }
      }
      #expect(failure == .diskFull)
      #expect(writer.pendingCount == 1000)
      let reader = try TrackReader(path: scratch.path)
      #expect(try reader.counts().fixes == Int64(committed))
      #expect(try reader.check(isThorough: false).isEmpty)
    }
  }
}
