/// What to do with a database that cannot even be opened.
public enum DamagedDatabase {
  /// Moves the file and those beside it aside, whole, so that a new one can be started. Throws `recorderRunning` where
  /// a process records into it.
  ///
  /// - Returns: where it is now.
  public static func moveAside(_ path: String) throws(StoreError) -> String {
    try DatabaseFile.requireFile(path)
    let lock = try RecorderLock(path: path)
    return try withExtendedLifetime(lock) { () throws(StoreError) in try DatabaseFile.moveAside(path) }
  }
}
