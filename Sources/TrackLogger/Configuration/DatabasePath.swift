import Glibc

/// Which file holds the database: `--db`, else the configuration, else the service's where there is one (or this is the service),
/// else the caller's own.
enum DatabasePath {
  static let ofService = "/var/lib/tracklogger/track.db"

  static func resolve(
    _ invocation: Invocation, _ configuration: Configuration, in world: World, service: String = ofService
  ) throws(Failure) -> String {
    if let path = invocation[.db] {
      if path.isEmpty { throw .usage("--db needs a file's name") }
      return path
    }
    if let path = configuration.storePath { return path }
    // systemd names the directory that it made for the unit.
    if world.variable("STATE_DIRECTORY") != nil || access(service, F_OK) == 0 { return service }
    return try ofUser(world)
  }

  /// `$XDG_STATE_HOME/tracklogger/track.db`; relative values do not count (XDG Base Directory Specification).
  static func ofUser(_ world: World) throws(Failure) -> String {
    if let state = world.variable("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/tracklogger/track.db" }
    if let home = world.variable("HOME"), home.hasPrefix("/") { return home + "/.local/state/tracklogger/track.db" }
    throw .usage("there is no HOME to keep the database in; name one with --db FILE")
  }

  /// Makes the folders above `path` that are missing, for the owner alone: a way says where someone lives. The service's own
  /// folder is for its group too and made with the database.
  static func makeFolder(for path: String) throws(Failure) {
    guard path != ofService, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if access(folder, F_OK) == 0 { return }
    try makeFolder(for: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw Failure(.io, "cannot make \(folder): \(reason(errno))")
    }
  }
}
