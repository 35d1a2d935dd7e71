/// Rows of text in columns as wide as their widest cell, two blanks apart.
///
/// On a terminal that is too narrow, columns of text give way first; then each row goes on in lines below its first.
struct Table {
  enum Side { case left, right }

  /// Text that gives way keeps so many characters.
  private static let narrowest = 12
  private static let indent = 4

  private var columns: [(title: String, side: Side)]
  private var rows: [(cells: [String], style: Style)] = []

  init(_ columns: [(title: String, side: Side)]) { self.columns = columns }

  var isEmpty: Bool { rows.isEmpty }

  /// One cell for each column. Control characters, which could move the cursor, are shown as `?`.
  mutating func add(_ cells: [String], _ style: Style = .plain) { rows.append((cells.map(Table.printable), style)) }

  /// A column before all others, with a cell for each row.
  mutating func prepend(_ title: String, _ cells: [String]) {
    columns.insert((title, .left), at: 0)
    for (row, cell) in zip(rows.indices, cells) { rows[row].cells.insert(Table.printable(cell), at: 0) }
  }

  /// - Parameter terminal: nil: neither colours nor a limit to the width.
  func write(to output: Output, on terminal: Terminal? = nil) throws(OutputError) {
    var widths = columns.map { Table.width($0.title) }
    for row in rows {
      for (k, cell) in row.cells.enumerated() where k < widths.count { widths[k] = max(widths[k], Table.width(cell)) }
    }
    let limit = terminal?.columns ?? .max
    widths = fitted(widths, to: limit)
    let lines = lines(widths, limit)
    func put(_ cells: [String], _ style: Style) throws(OutputError) {
      for (number, columns) in lines.enumerated() {
        let text = line(cells, columns, widths, indented: number > 0)
        if number > 0, text.allSatisfy({ $0 == " " }) { continue }
        try output.write((terminal?.hasColours == true ? style.apply(text) : text) + "\n")
      }
    }
    try put(columns.map(\.title), .heading)
    for row in rows { try put(row.cells, row.style) }
  }

  /// Takes width from the widest columns of text, the last ones, until a row fits in a line. Where none can give more it will not, and
  /// each keeps what it has.
  private func fitted(_ natural: [Int], to limit: Int) -> [Int] {
    var widths = natural
    var excess = widths.reduce(2 * (widths.count - 1), +) - limit
    while excess > 0 {
      let candidates = widths.indices.filter { columns[$0].side == .left && widths[$0] > Table.narrowest && $0 > 2 }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else {
        return natural.map { min($0, max(Table.narrowest, limit - Table.indent)) }
      }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  /// Which columns share a line.
  private func lines(_ widths: [Int], _ limit: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var first = 0
    var length = 0
    for k in widths.indices {
      let added = (k > first ? 2 : 0) + widths[k]
      if k > first, length + added > limit {
        lines.append(first..<k)
        first = k
        length = Table.indent + widths[k]
      } else {
        length += added
      }
    }
    return lines + [first..<widths.count]
  }

  private func line(_ cells: [String], _ range: Range<Int>, _ widths: [Int], indented: Bool) -> String {
    var line = indented ? String(repeating: " ", count: Table.indent) : ""
    for k in range where k < cells.count {
      let cell = Table.cut(cells[k], to: widths[k])
      let padding = String(repeating: " ", count: max(0, widths[k] - Table.width(cell)))
      if k > range.lowerBound { line += "  " }
      line += columns[k].side == .right ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The text, or its beginning and an ellipsis.
  private static func cut(_ text: String, to limit: Int) -> String {
    guard width(text) > limit else { return text }
    var cut = ""
    var length = 0
    for character in text {
      length += width(String(character))
      if length > limit - 1 { break }
      cut.append(character)
    }
    return cut + "…"
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
