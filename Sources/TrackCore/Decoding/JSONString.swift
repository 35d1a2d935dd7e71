/// The bytes between the quotes of a string in a line, escapes not yet undone.
struct JSONString {
  var bytes: UnsafeBufferPointer<UInt8>
  var isEscaped: Bool

  static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  /// Calls `body` with the text as UTF-8, its escapes undone; half a surrogate pair becomes U+FFFD. A text with escapes that is longer than
  /// 1,024 bytes as written is not worth the stack: nil.
  @inline(__always) func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    isEscaped ? withUnescaped(body) : body(bytes)
  }

  private func withUnescaped<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    guard bytes.count <= 1024 else { return nil }
    // An escape is never shorter than what it stands for.
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { text in
      var length = 0
      var k = 0
      func put(_ byte: UInt8) {
        text.initializeElement(at: length, to: byte)
        length += 1
      }
      while k < bytes.count {
        guard bytes[k] == UInt8(ascii: "\\"), k + 1 < bytes.count else {
          put(bytes[k])
          k += 1
          continue
        }
        let kind = bytes[k + 1]
        if kind == UInt8(ascii: "u") {
          let (scalar, taken) = scalar(at: k)
          for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
          k += taken
          continue
        }
        switch kind {
        case UInt8(ascii: "b"): put(0x08)
        case UInt8(ascii: "f"): put(0x0C)
        case UInt8(ascii: "n"): put(0x0A)
        case UInt8(ascii: "r"): put(0x0D)
        case UInt8(ascii: "t"): put(0x09)
        default: put(kind)
        }
        k += 2
      }
      return body(UnsafeBufferPointer(rebasing: text[..<length]))
    }
  }

  /// The scalar of the \u escape at `k`, or of the surrogate pair that begins there, and how many bytes it takes.
  private func scalar(at k: Int) -> (Unicode.Scalar, taken: Int) {
    guard let unit = unit(at: k) else { return ("\u{FFFD}", 2) }
    if UTF16.isLeadSurrogate(unit), let next = self.unit(at: k + 6), UTF16.isTrailSurrogate(next) {
      return (UTF16.decode(UTF16.EncodedScalar([unit, next])), 12)
    }
    return (Unicode.Scalar(unit) ?? "\u{FFFD}", 6)
  }

  private func unit(at k: Int) -> UInt16? {
    guard k + 6 <= bytes.count, bytes[k] == UInt8(ascii: "\\"), bytes[k + 1] == UInt8(ascii: "u") else { return nil }
    var unit: UInt16 = 0
    for j in k + 2..<k + 6 {
      guard let digit = Self.hexDigit(bytes[j]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }
}
