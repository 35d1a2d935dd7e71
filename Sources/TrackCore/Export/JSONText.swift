extension ByteText {
  /// A JSON string: quotes, backslashes and control characters escaped, all else as it is.
  public mutating func put(quoted text: String) {
    put("\"")
    if text.utf8.allSatisfy({ $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      put(text: text)
    } else {
      for byte in text.utf8 { put(escaped: byte) }
    }
    put("\"")
  }

  private mutating func put(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): put("\\\"")
    case UInt8(ascii: "\\"): put("\\\\")
    case 10: put("\\n")
    case 13: put("\\r")
    case 9: put("\\t")
    case 0..<32, 127:
      put("\\u00")
      put(byte: ByteText.hexadecimal[Int(byte >> 4)])
      put(byte: ByteText.hexadecimal[Int(byte & 15)])
    default: put(byte: byte)
    }
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}
