/// A place in one line of JSON. It reads tokens forward and never past the end, allocates nothing and recurses nowhere.
///
/// Each function returns false or nil where the grammar is broken; the cursor's place is then of no meaning.
struct JSONCursor {
  /// Always within the line or at its end: it moves only over bytes that were compared, and `byte` gives 0 at the end, which
  /// is no byte of any token.
  var place: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  /// The byte at the cursor, 0 at the end.
  @inline(__always) var byte: UInt8 { place < end ? place.pointee : 0 }

  @inline(__always) mutating func skipSpace() {
    while byte <= 0x20, place < end, isSpace(place.pointee) { place += 1 }
  }

  @inline(__always) private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0D || byte == 0x0A || byte == 0x09
  }

  /// Takes a colon or comma and the white space around it.
  @inline(__always) mutating func takeSeparator(_ expected: UInt8) -> Bool {
    if byte != expected { skipSpace() }
    guard take(expected) else { return false }
    skipSpace()
    return true
  }

  /// Takes `expected` if it is next.
  @inline(__always) mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    place += 1
    return true
  }

  /// What stands between the quotes of a string, as it was written.
  @inline(__always) mutating func string() -> JSONString? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = place
    var isEscaped = false
    while true {
      while end - place >= 8 {
        let stops = ByteWord.stringStops(ByteWord.load(place))
        if stops != 0 {
          place += ByteWord.index(stops)
          break
        }
        place += 8
      }
      while byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { place += 1 }
      if byte == UInt8(ascii: "\"") {
        let text = UnsafeBufferPointer(start: start, count: place - start)
        place += 1
        return JSONString(bytes: text, isEscaped: isEscaped)
      }
      // A control character, or the end.
      guard byte == UInt8(ascii: "\\"), skipEscape() else { return nil }
      isEscaped = true
    }
  }

  private mutating func skipEscape() -> Bool {
    place += 1
    switch byte {
    case UInt8(ascii: "u"):
      place += 1
      for _ in 0..<4 {
        guard JSONString.hexDigit(byte) != nil else { return false }
        place += 1
      }
      return true
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      place += 1
      return true
    default: return false
    }
  }

  /// A bare word: true, false, null, and what printf and other programs make of a number that is none. nil for any other.
  mutating func literal() -> JSONLiteral? {
    var word: UInt64 = 0
    var length = 0
    while length < 8, UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 {
      word = word << 8 | UInt64(byte)
      length += 1
      place += 1
    }
    switch word {
    case 0x7472_7565: return .true
    case 0x6661_6C73_65: return .false
    case 0x6E75_6C6C: return .null
    default: break
    }
    switch word | 0x2020_2020_2020_2020 {
    case 0x2020_2020_206E_616E, 0x2020_2020_2069_6E66, 0x696E_6669_6E69_7479: return .notFinite  // nan, inf, infinity
    default: return nil
    }
  }
}

enum JSONLiteral {
  case `true`, `false`, null, notFinite
}
