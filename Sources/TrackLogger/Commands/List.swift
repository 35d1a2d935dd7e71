import TrackCore

/// How the rows of a list are written: as JSON, as CSV, or for people.
struct List<Row> {
  /// Says on standard error that there is none, for people.
  var nothing: String
  /// Empty where no CSV is to be had.
  var csv: [CSVColumn<Row>] = []
  var columns: [Table.Column]
  /// The last argument is the box, where rows of several are listed.
  var json: (inout JSONWriter, Row, String?) -> Void
  /// For each of `columns`.
  var cells: (Row) -> ([String], Style)

  /// Writes the rows that `rows` hands over, each at once or as soon as the widths of the table are known.
  ///
  /// - Parameter areOfBoxes: the first column says of which box a row is.
  /// - Returns: how many there were.
  @discardableResult
  func write(
    _ invocation: Invocation, in world: World, areOfBoxes: Bool = false,
    _ rows: ((Row, String?) throws -> Void) throws -> Void
  ) throws -> Int {
    if invocation.has(.csv) { return try writeCSV(to: world.output, areOfBoxes, rows) }
    if invocation.has(.json) { return try writeJSON(to: world.output, rows) }
    var table = Table(
      (areOfBoxes ? [.left("BOX")] : []) + columns, to: world.output, on: Terminal(world))
    var count = 0
    try rows { row, box in
      let (cells, style) = cells(row)
      try table.add(areOfBoxes ? [box ?? ""] + cells : cells, style)
      count += 1
    }
    if count == 0 { world.say(nothing) }
    try table.finish()
    return count
  }

  private func writeJSON(to output: Output, _ rows: ((Row, String?) throws -> Void) throws -> Void) throws -> Int {
    var writer = JSONWriter()
    var count = 0
    writer.beginArray()
    try rows { row, box in
      json(&writer, row, box)
      try writer.drain(to: output, above: 32_768)
      count += 1
    }
    writer.endArray()
    try writer.drain(to: output)
    return count
  }

  /// RFC 4180, with a header.
  private func writeCSV(
    to output: Output, _ areOfBoxes: Bool, _ rows: ((Row, String?) throws -> Void) throws -> Void
  ) throws -> Int {
    var text = ByteText()
    if areOfBoxes { text.put("box,") }
    for (k, column) in csv.enumerated() {
      if k > 0 { text.put(",") }
      text.put(column.name)
    }
    text.put("\r\n")
    var count = 0
    try rows { row, box in
      if areOfBoxes {
        text.put(csv: box ?? "")
        text.put(",")
      }
      for (k, column) in csv.enumerated() {
        if k > 0 { text.put(",") }
        column.write(row, &text)
      }
      text.put("\r\n")
      try text.drain(to: output, above: 32_768)
      count += 1
    }
    try text.drain(to: output)
    return count
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
