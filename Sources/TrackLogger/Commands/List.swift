import TrackCore

/// Writes the rows of a list, as JSON one by one or as a table.
enum List {
  /// Where there is no `csv`, none was asked for. `nothing` says on standard error that there is none, for people.
  static func write<Row>(
    _ rows: [Row], _ invocation: Invocation, in world: World, nothing: String,
    csv: [CSVColumn<Row>] = [], json: (inout JSONWriter, Row) -> Void, table: () -> Table
  ) throws {
    if invocation.has(.csv) { return try write(rows, csv, to: world.output) }
    guard invocation.has(.json) else {
      if rows.isEmpty { return world.say(nothing) }
      return try table().write(to: world.output, on: Terminal(world))
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
    _ rows: [Boxed<Row>], _ invocation: Invocation, in world: World, nothing: String, csv: [CSVColumn<Row>],
    json: (inout JSONWriter, Boxed<Row>) -> Void, table: ([Row]) -> Table
  ) throws {
    let ofSeveral = rows.contains { $0.box != nil }
    let boxColumn = CSVColumn<Boxed<Row>>.text("box") { $0.box }
    let columns =
      (ofSeveral ? [boxColumn] : []) + csv.map { column in CSVColumn(column.name) { column.write($0.row, &$1) } }
    try write(rows, invocation, in: world, nothing: nothing, csv: columns, json: json) {
      var table = table(rows.map(\.row))
      if ofSeveral { table.prepend("BOX", rows.map { $0.box ?? "" }) }
      return table
    }
  }
}

extension List {
  /// RFC 4180, with a header.
  private static func write<Row>(_ rows: [Row], _ columns: [CSVColumn<Row>], to output: Output) throws {
    var text = ByteText()
    for (k, column) in columns.enumerated() {
      if k > 0 { text.put(",") }
      text.put(column.name)
    }
    text.put("\r\n")
    for row in rows {
      for (k, column) in columns.enumerated() {
        if k > 0 { text.put(",") }
        column.write(row, &text)
      }
      text.put("\r\n")
      try text.drain(to: output, above: 32_768)
    }
    try text.drain(to: output)
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
