import TrackCore

extension DumpTable {
  /// Its columns as SQL names them.
  var columnList: String { columns.map { "\"\($0.name)\"" }.joined(separator: ", ") }
  /// What identifies a row.
  var key: String { columns[0].name }
}

extension DumpBatch.Section {
  /// Appends the row that a statement stands on; its columns are those of the table, in order.
  mutating func append(_ row: Statement) {
    for index in columns.indices {
      let column = Int32(index)
      switch columns[index] {
      case .integers(var numbers):
        // Taken out of the enum, so that it is not copied.
        columns[index] = .texts([])
        numbers.append(row.optionalInt(column))
        columns[index] = .integers(numbers)
      case .texts(var texts):
        columns[index] = .integers(.init())
        texts.append(row.optionalText(column))
        columns[index] = .texts(texts)
      }
    }
  }

  mutating func append(id: Int64) {
    guard case .integers(var numbers) = columns[0] else { return }
    columns[0] = .texts([])
    numbers.append(id)
    columns[0] = .integers(numbers)
  }

  /// Binds the columns of a row as parameters 1 and up.
  func bind(_ row: Int, to statement: Statement) {
    for index in columns.indices {
      switch columns[index] {
      case .integers(let numbers): statement.bind(Int32(index + 1), numbers[row])
      case .texts(let texts): statement.bind(Int32(index + 1), texts[row])
      }
    }
  }

  func id(_ row: Int) -> Int64 {
    if case .integers(let numbers) = columns[0] { numbers.values[row] } else { 0 }
  }
}
