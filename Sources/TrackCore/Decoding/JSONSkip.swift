extension JSONCursor {
  /// How deep values may nest; gpsd's own reach 4.
  static let maxDepth = 64

  /// Skips one value of any kind, checking its grammar. `used` counts the members `"used":true` of objects in it.
  mutating func skipValue(countingUsed used: inout Int) -> Bool {
    // One bit for each open bracket, the innermost lowest: 1 an object, 0 an array.
    var objects: UInt64 = 0
    var depth = 0
    while true {
      // At the first byte of a value.
      var opened = false
      switch byte {
      case UInt8(ascii: "{"):
        place += 1
        guard depth < Self.maxDepth else { return false }
        depth += 1
        objects = objects << 1 | 1
        skipSpace()
        opened = byte != UInt8(ascii: "}")
        if opened, !skipKey(countingUsed: &used) { return false }
      case UInt8(ascii: "["):
        place += 1
        guard depth < Self.maxDepth else { return false }
        depth += 1
        objects <<= 1
        skipSpace()
        opened = byte != UInt8(ascii: "]")
      default:
        guard skipScalar() else { return false }
      }
      if opened { continue }
      // At the end of a value: close what closes here, up to the next value.
      while true {
        if depth == 0 { return true }
        if takeSeparator(UInt8(ascii: ",")) {
          if objects & 1 == 1, !skipKey(countingUsed: &used) { return false }
          break
        }
        guard take(objects & 1 == 1 ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
        objects >>= 1
        depth -= 1
      }
    }
  }

  @inline(__always) mutating func skipScalar() -> Bool {
    switch byte {
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return skipNumber()
    default: return literal() != nil
    }
  }

  @inline(__always) private mutating func skipKey(countingUsed used: inout Int) -> Bool {
    var isUsed = false
    if let word = takeShortString() {
      isUsed = word == 0x6465_7375  // "used"
    } else {
      guard let name = string() else { return false }
      isUsed = Key(name) == .used
    }
    guard takeSeparator(UInt8(ascii: ":")) else { return false }
    if isUsed, byte == UInt8(ascii: "t") { used += 1 }
    return true
  }
}
