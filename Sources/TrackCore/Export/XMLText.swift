extension ByteText {
  /// Text of an element or an attribute: markup escaped; a character that XML 1.0 cannot hold becomes U+FFFD.
  public mutating func put(xml text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: put("&amp;")
      case 0x3C: put("&lt;")
      case 0x3E: put("&gt;")
      case 0x22: put("&quot;")
      case 0x27: put("&apos;")
      case 0x9, 0xA: put(byte: UInt8(scalar.value))
      case 0xD: put("&#13;")
      case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: put("\u{FFFD}")
      default: for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte: byte) }
      }
    }
  }
}
