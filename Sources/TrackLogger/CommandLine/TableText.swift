extension Table {
  /// Columns of a terminal that the text takes: two for a wide character or an emoji.
  static func width(_ text: String) -> Int {
    isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + width($1) }
  }

  private static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    // A selector asks for the picture of what is a plain sign else.
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch scalar.value {
    case 0..<0x300: return 1
    // East Asian Width W and F (Unicode 15, EastAsianWidth.txt), in blocks.
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: if scalar.properties.isEmojiPresentation { return 2 }
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// The text, or its beginning and an ellipsis.
  static func cut(_ text: String, to limit: Int) -> String {
    guard width(text) > limit else { return text }
    var cut = ""
    var length = 0
    for character in text {
      length += width(character)
      if length > limit - 1 { break }
      cut.append(character)
    }
    return cut + "…"
  }

  /// Without control characters and without those that turn the direction of writing.
  static func printable(_ text: String) -> String {
    if isPlain(text) { return text }
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

  /// ASCII without control characters, as nearly all cells are.
  private static func isPlain(_ text: String) -> Bool {
    func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { bytes.allSatisfy { $0 &- 32 < 95 } }
    return text.utf8.withContiguousStorageIfAvailable(isPlain) ?? false
  }
}
