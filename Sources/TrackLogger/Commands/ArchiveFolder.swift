import Glibc

/// The directory of an archive, held by one process at a time.
final class ArchiveFolder {
  private let directory: String
  private let descriptor: Int32

  /// A directory that is not there is not made: it may be a share that is not mounted. A box's files are in one of its name below
  /// it, which is made. What a process that was killed left unfinished is removed.
  init(_ parent: String, of box: String?) throws(Failure) {
    directory = box.map { "\(parent)/\($0)" } ?? parent
    if box != nil, mkdir(directory, 0o777) != 0, errno != EEXIST {
      throw Failure(.io, "cannot make the directory \(directory): \(reason(errno))")
    }
    descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(.io, "cannot open the directory \(directory): \(reason(errno))")
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // Some file shares know no locks: then nothing is known of others, and nothing of theirs touched.
      guard errno == EWOULDBLOCK else { return }
      throw Failure(.failed, "another tracklogger archives to \(directory) at this moment")
    }
    removeUnfinished()
  }

  deinit { close(descriptor) }

  func path(of name: String) -> String { directory.hasSuffix("/") ? directory + name : directory + "/" + name }

  func holds(_ name: String) -> Bool { faccessat(descriptor, name, F_OK, 0) == 0 }

  private func removeUnfinished() {
    guard let listing = opendir(directory) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if OutputFile.isUnfinished(name), name.first?.isNumber == true { unlinkat(descriptor, name, 0) }
    }
  }
}
