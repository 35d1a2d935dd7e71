extension ByteText {
  /// A cell of a CSV file (RFC 4180) that no spreadsheet runs: quoted where it must be, and an apostrophe before what would begin a
  /// formula, at its start or after a semicolon, which parts cells where the comma is for decimals. Control characters become U+FFFD.
  public mutating func put(csv text: String) {
    var shown = ""
    var isAtStart = true
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<32, 127...159:
        shown += "\u{FFFD}"
        isAtStart = false
        continue
      // = + - @, and their wide forms, which some spreadsheets take for the same.
      case 0x3D, 0x2B, 0x2D, 0x40, 0xFF1D, 0xFF0B, 0xFF0D, 0xFF20:
        if isAtStart { shown += "'" }
        isAtStart = false
      case 0x20: break
      default: isAtStart = scalar == ";"
      }
      shown.unicodeScalars.append(scalar)
    }
    let needsQuotes = shown.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\"")
    }
    guard needsQuotes || shown.hasPrefix(" ") || shown.hasSuffix(" ") else { return put(text: shown) }
    put("\"")
    for byte in shown.utf8 {
      if byte == UInt8(ascii: "\"") { put("\"") }
      put(byte: byte)
    }
    put("\"")
  }
}
