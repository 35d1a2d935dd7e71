import TrackCore

/// Writes the rows of a list, as JSON one by one or as a table.
enum List {
  /// `nothing` says on standard error that there is none, for people.
  static func write<Row>(
    _ rows: [Row], _ invocation: Invocation, in world: World, nothing: String,
    json: (inout JSONWriter, Row) -> Void, table: () -> Table
  ) throws {
    guard invocation.has(.json) else {
      if rows.isEmpty { return world.say(nothing) }
      return try table().write(to: world.output)
    }
    var writer = JSONWriter()
    writer.beginArray()
    for row in rows {
      json(&writer, row)
      try writer.drain(to: world.output, above: 32_768)
    }
    writer.endArray()
    try writer.drain(to: world.output)
  }

  /// Rows of several boxes: the first column of the table says of which.
  static func write<Row>(
    _ rows: [Boxed<Row>], _ invocation: Invocation, in world: World, nothing: String,
    json: (inout JSONWriter, Boxed<Row>) -> Void, table: ([Row]) -> Table
  ) throws {
    try write(rows, invocation, in: world, nothing: nothing, json: json) {
      var table = table(rows.map(\.row))
      if rows.contains(where: { $0.box != nil }) { table.prepend("BOX", rows.map { $0.box ?? "" }) }
      return table
    }
  }
}

extension JSONWriter {
  /// Hands over what has gathered, where that is more than so many bytes.
  mutating func drain(to output: Output, above size: Int = 0) throws(OutputError) {
    guard text.count > size else { return }
    try output.write(text.bytes)
    text.removeAll()
  }
}
