import CSQLite
import Glibc

/// SQLite's own layer above the disk, with every write counted and, from a chosen one on, failing. For serialized
/// suites.
enum FaultyDisk {
  enum Fault {
    /// The write does nothing, and says so.
    case fails(Int32)
    /// Half of it reaches the disk: the power is gone.
    case tears
  }

  static let name = "faulty"
  nonisolated(unsafe) private(set) static var writes = 0
  nonisolated(unsafe) private(set) static var bytes = 0
  nonisolated(unsafe) private(set) static var syncs = 0
  nonisolated(unsafe) private static var fault: (at: Int, lasts: Bool, what: Fault)?
  nonisolated(unsafe) private static var originals:
    [UnsafePointer<sqlite3_io_methods>: UnsafePointer<sqlite3_io_methods>] =
      [:]
  nonisolated(unsafe) private static var patched:
    [UnsafePointer<sqlite3_io_methods>: UnsafePointer<sqlite3_io_methods>] = [:]

  /// Counts from 0 again; the `at`-th write or sync from now on fails, and, where it `lasts`, all after it.
  static func reset(at: Int? = nil, lasts: Bool = false, _ what: Fault = .fails(SQLITE_IOERR)) {
    _ = registered
    writes = 0
    bytes = 0
    syncs = 0
    fault = at.map { ($0, lasts, what) }
  }

  private static let registered: Bool = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    vfs.pointee.zName = UnsafePointer(strdup(name))
    vfs.pointee.xOpen = { _, path, file, flags, outFlags in
      guard let system = sqlite3_vfs_find("unix") else { return SQLITE_ERROR }
      let result = system.pointee.xOpen(system, path, file, flags, outFlags)
      if result == SQLITE_OK, let methods = file?.pointee.pMethods {
        file?.pointee.pMethods = FaultyDisk.patch(methods)
      }
      return result
    }
    return sqlite3_vfs_register(vfs, 0) == SQLITE_OK
  }()

  private static func patch(_ methods: UnsafePointer<sqlite3_io_methods>) -> UnsafePointer<sqlite3_io_methods> {
    if let known = patched[methods] { return known }
    let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    copy.initialize(to: methods.pointee)
    copy.pointee.xWrite = { file, data, count, offset in
      guard let original = FaultyDisk.original(file) else { return SQLITE_IOERR }
      FaultyDisk.bytes += Int(count)
      switch FaultyDisk.next() {
      case nil: return original.pointee.xWrite(file, data, count, offset)
      case .fails(let code): return code
      case .tears:
        _ = original.pointee.xWrite(file, data, count / 2, offset)
        return SQLITE_IOERR
      }
    }
    copy.pointee.xSync = { file, flags in
      guard let original = FaultyDisk.original(file) else { return SQLITE_IOERR }
      FaultyDisk.syncs += 1
      if FaultyDisk.next() != nil { return SQLITE_IOERR }
      return original.pointee.xSync(file, flags)
    }
    copy.pointee.xTruncate = { file, size in
      guard let original = FaultyDisk.original(file) else { return SQLITE_IOERR }
      if FaultyDisk.next() != nil { return SQLITE_IOERR }
      return original.pointee.xTruncate(file, size)
    }
    patched[methods] = UnsafePointer(copy)
    originals[UnsafePointer(copy)] = methods
    return UnsafePointer(copy)
  }

  private static func original(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafePointer<sqlite3_io_methods>? {
    file?.pointee.pMethods.flatMap { originals[$0] }
  }

  private static func next() -> Fault? {
    writes += 1
    guard let fault, writes == fault.at || fault.lasts && writes > fault.at else { return nil }
    if case .tears = fault.what, writes > fault.at { return .fails(SQLITE_IOERR) }
    return fault.what
  }
}
