import TrackCore

extension TrackReader {
  /// The names of all inputs that were ever recorded from, newest first. `TrackWriter` takes such a name as its `source`.
  public func sources() throws(StoreError) -> [String] {
    database.operation = "read the sources"
    let rows = try database.prepare("SELECT name FROM source ORDER BY id DESC")
    var names: [String] = []
    while try rows.step() { names.append(rows.optionalText(0) ?? "") }
    return names
  }
}
