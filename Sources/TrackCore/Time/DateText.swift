extension CivilDate {
  /// Reads `2026-05-01`: four digits, two, two. nil for anything else, and for days that do not exist.
  public init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]), let day = decimal(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

/// The number that ASCII digits, and only those, write; at most nine of them.
func decimal(_ bytes: ArraySlice<UInt8>) -> Int? {
  guard 1...9 ~= bytes.count else { return nil }
  var number = 0
  for byte in bytes {
    guard byte &- 48 < 10 else { return nil }
    number = number * 10 + Int(byte - 48)
  }
  return number
}
