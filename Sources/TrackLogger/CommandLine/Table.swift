/// Rows of text in columns as wide as their widest cell, two blanks apart.
struct Table {
  enum Side { case left, right }

  private var columns: [(title: String, side: Side)]
  private var rows: [[String]] = []

  init(_ columns: [(title: String, side: Side)]) { self.columns = columns }

  var isEmpty: Bool { rows.isEmpty }

  /// One cell for each column. Control characters, which could move the cursor, are shown as `?`.
  mutating func add(_ cells: [String]) { rows.append(cells.map(Table.printable)) }

  /// A column before all others, with a cell for each row.
  mutating func prepend(_ title: String, _ cells: [String]) {
    columns.insert((title, .left), at: 0)
    for (row, cell) in zip(rows.indices, cells) { rows[row].insert(Table.printable(cell), at: 0) }
  }

  func write(to output: Output) throws(OutputError) {
    var widths = columns.map { Table.width($0.title) }
    for row in rows {
      for (k, cell) in row.enumerated() where k < widths.count { widths[k] = max(widths[k], Table.width(cell)) }
    }
    try output.write(line(columns.map(\.title), widths))
    for row in rows { try output.write(line(row, widths)) }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (k, cell) in cells.enumerated() where k < columns.count {
      let padding = String(repeating: " ", count: max(0, widths[k] - Table.width(cell)))
      if k > 0 { line += "  " }
      line += columns[k].side == .right ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  /// Columns of a terminal that the text takes: two for a wide character or an emoji.
  static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 128 }) { return text.utf8.count }
    return text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        return sum + 2
      default:
        return sum + (scalar.properties.generalCategory == .nonspacingMark ? 0 : 1)
      }
    }
  }

  /// Without control characters and without those that turn the direction of writing.
  static func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<32, 127...159, 0x2028, 0x2029: shown += "?"
      case 0x202A...0x202E, 0x2066...0x2069: continue
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
