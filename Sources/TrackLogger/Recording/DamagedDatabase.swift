import Glibc

/// Keeps a damaged database out of the way, whole, for whoever can get something out of it.
enum DamagedDatabase {
  /// Renames the database and what SQLite keeps beside it to the first `PATH.damaged-N` that is free. Returns that name.
  static func moveAside(_ path: String) throws(Failure) -> String {
    // The numbers are few: each is a file that someone has to look at.
    for number in 1...999 {
      let name = "\(path).damaged-\(number)"
      if access(name, F_OK) == 0 { continue }
      guard rename(path, name) == 0 else { throw Failure(.io, "cannot move \(path) aside: \(reason(errno))") }
      for suffix in ["-wal", "-shm"] { rename(path + suffix, name + suffix) }
      return name
    }
    throw Failure(.io, "cannot move \(path) aside: there are 999 damaged ones already")
  }
}
