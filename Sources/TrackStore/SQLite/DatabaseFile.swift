import Glibc

/// The database as files: the one named, and beside it what SQLite (-wal, -shm) and the recorder (.lock) keep.
enum DatabaseFile {
  /// Makes an empty file, and the directories it lies in, where there are none. Where one has been is private: they are the owner's
  /// alone, whatever the umask. A directory that gives its group to what is made in it (set-group-ID), as the service's does, is meant
  /// for that group: its members read the file, and write the index of its log, as each reader does.
  static func create(_ path: String) throws(StoreError) {
    if access(path, F_OK) == 0 { return }
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    if directory.utf8.count > 1 { try makeDirectory(String(directory.dropLast()), path) }
    var status = stat()
    let isShared = stat(directory, &status) == 0 && status.st_mode & S_ISGID != 0
    let mode: mode_t = isShared ? 0o660 : 0o600
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode)
    guard file >= 0 else { throw systemError("create", path) }
    fchmod(file, mode)
    close(file)
  }

  /// What those may do with a file that may do it with the database.
  static func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
  }

  private static func makeDirectory(_ directory: String, _ path: String) throws(StoreError) {
    if access(directory, F_OK) == 0 { return }
    if let slash = directory.lastIndex(of: "/"), slash != directory.startIndex {
      let parent = String(directory[..<slash])
      if access(parent, F_OK) != 0 { try makeDirectory(parent, path) }
    }
    if mkdir(directory, 0o700) != 0, errno != EEXIST { throw systemError("create the directory of", path) }
  }

  /// Says plainly what SQLite would only call "unable to open".
  static func requireFile(_ path: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { throw StoreError(.missing, path: path, operation: "open") }
      throw systemError("open", path)
    }
    let type = status.st_mode & S_IFMT
    if type == S_IFDIR { throw StoreError(.cannotOpen, path: path, operation: "open", message: "it is a directory") }
    if type != S_IFREG { throw StoreError(.cannotOpen, path: path, operation: "open", message: "it is no file") }
  }

  /// The one name of a file that links may give several.
  static func resolved(_ path: String) throws(StoreError) -> String {
    guard let name = realpath(path, nil) else { throw systemError("open", path) }
    defer { free(name) }
    return String(cString: name)
  }

  /// Renames the database and the files beside it, together, to the first free name; whoever has it open keeps it.
  ///
  /// The WAL goes first: one that was left behind would be taken for that of the new file.
  static func moveAside(_ path: String) throws(StoreError) -> String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 || access("\(path).damaged-\(number)-wal", F_OK) == 0 {
      number += 1
    }
    let aside = "\(path).damaged-\(number)"
    for suffix in ["-wal", "-shm", ""] where access(path + suffix, F_OK) == 0 {
      if rename(path + suffix, aside + suffix) != 0 { throw systemError("move aside", path) }
    }
    return aside
  }

  /// Bytes of the file; 0 where there is none.
  static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  static func systemError(_ operation: String, _ path: String) -> StoreError {
    let number = errno
    let kind: StoreError.Kind =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS: .readOnly
      case EIO: .inputOutput
      default: .cannotOpen
      }
    return StoreError(kind, path: path, operation: operation, message: String(cString: strerror(number)))
  }

  /// As SQLite reads file names with options behind them (RFC 3986).
  static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var uri: [UInt8] = Array("file:".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        uri.append(byte)
      default: uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }
}
