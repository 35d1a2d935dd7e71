/// Rows of text in columns as wide as their widest cell, two blanks apart.
///
/// Some thousand rows are gathered to find the widths, and written by `finish` at the latest; what comes after them is written at once,
/// in the same columns, which widen where they must.
struct Table {
  enum Side { case left, right }

  struct Column {
    var title: String
    var side: Side
    /// Left out where all its cells are empty.
    var isOptional = false
    /// Left out on a terminal where it takes a row more than one line.
    var isSecondary = false

    static func left(_ title: String, isOptional: Bool = false) -> Column {
      Column(title: title, side: .left, isOptional: isOptional)
    }
    static func right(_ title: String, isOptional: Bool = false, isSecondary: Bool = false) -> Column {
      Column(title: title, side: .right, isOptional: isOptional, isSecondary: isSecondary)
    }
  }

  /// Rows that are gathered; they take 0.1 kB each.
  static let most = 10_000

  private let columns: [Column]
  private let output: Output
  private let terminal: Terminal?
  /// The gathered cells, one after the other.
  private var text: [UInt8] = []
  private var cells: [(bytes: Int32, width: Int32)] = []
  private var styles: [Style] = []
  private var widths: [Int]
  private var layout: TableLayout?

  /// - Parameter terminal: nil: neither colours nor a limit to the width.
  init(_ columns: [Column], to output: Output, on terminal: Terminal?) {
    self.columns = columns
    self.output = output
    self.terminal = terminal
    widths = columns.map { _ in 0 }
  }

  /// One cell for each column. Control characters, which could move the cursor, are shown as `?`.
  mutating func add(_ row: [String], _ style: Style = .plain) throws(OutputError) {
    for (k, cell) in row.enumerated() where k < columns.count {
      let start = text.count
      let shown = Table.printable(cell)
      text.append(contentsOf: shown.utf8)
      let width = Table.width(shown)
      cells.append((Int32(clamping: text.count - start), Int32(clamping: width)))
      widths[k] = max(widths[k], width)
    }
    styles.append(style)
    guard styles.count > Table.most || layout != nil else { return }
    try begin(isAll: false)
    try writeRows()
  }

  mutating func finish() throws(OutputError) {
    guard !styles.isEmpty || layout != nil else { return }
    try begin(isAll: true)
    try writeRows()
  }

  /// Once: finds the columns that are shown, and heads them.
  private mutating func begin(isAll: Bool) throws(OutputError) {
    if layout != nil { return }
    let places = columns.indices.filter { !isAll || !columns[$0].isOptional || widths[$0] > 0 }.map {
      TableLayout.Place(
        column: $0, side: columns[$0].side, isSecondary: columns[$0].isSecondary,
        width: max(widths[$0], Table.width(columns[$0].title)))
    }
    layout = TableLayout(places, limit: terminal?.columns)
    var line: [UInt8] = []
    for (number, places) in (layout?.lines ?? []).enumerated() {
      begin(&line, number)
      for (k, place) in places.enumerated() {
        let title = columns[place.column].title
        put(Array(Table.cut(title, to: place.width).utf8)[...], Table.width(title), place, isFirst: k == 0, &line)
      }
      try end(&line, .heading, isOptional: number > 0)
    }
  }

  private mutating func writeRows() throws(OutputError) {
    guard var layout else { return }
    if terminal == nil {
      layout.widen(widths)
      self.layout = layout
    }
    var line: [UInt8] = []
    var offset = 0
    var offsets = [Int](repeating: 0, count: columns.count)
    for (row, style) in styles.enumerated() {
      let first = row * columns.count
      for k in columns.indices {
        offsets[k] = offset
        offset += Int(cells[first + k].bytes)
      }
      for (number, places) in layout.lines.enumerated() {
        begin(&line, number)
        for (k, place) in places.enumerated() {
          let (count, width) = cells[first + place.column]
          let bytes = text[offsets[place.column]..<offsets[place.column] + Int(count)]
          put(bytes, Int(width), place, isFirst: k == 0, &line)
        }
        try end(&line, style, isOptional: number > 0)
      }
    }
    text.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
  }

  private func begin(_ line: inout [UInt8], _ number: Int) {
    line.removeAll(keepingCapacity: true)
    if number > 0 { line.append(contentsOf: repeatElement(Table.blank, count: TableLayout.indent)) }
  }

  private func put(
    _ cell: ArraySlice<UInt8>, _ width: Int, _ place: TableLayout.Place, isFirst: Bool, _ line: inout [UInt8]
  ) {
    if !isFirst { line.append(contentsOf: repeatElement(Table.blank, count: 2)) }
    if width > place.width {
      let cut = Table.cut(String(decoding: cell, as: UTF8.self), to: place.width)
      return put(Array(cut.utf8)[...], Table.width(cut), place, isFirst: true, &line)
    }
    let padding = repeatElement(Table.blank, count: place.width - width)
    if place.side == .right { line.append(contentsOf: padding) }
    line.append(contentsOf: cell)
    if place.side == .left { line.append(contentsOf: padding) }
  }

  /// Without the blanks at its end; a line that continues a row and has nothing to say is left out.
  private func end(_ line: inout [UInt8], _ style: Style, isOptional: Bool) throws(OutputError) {
    while line.last == Table.blank { line.removeLast() }
    if isOptional, line.isEmpty { return }
    if terminal?.hasColours == true, style != .plain {
      line.insert(contentsOf: style.beginning.utf8, at: 0)
      line.append(contentsOf: Style.end.utf8)
    }
    line.append(UInt8(ascii: "\n"))
    try output.write(line)
  }

  private static let blank = UInt8(ascii: " ")
}
