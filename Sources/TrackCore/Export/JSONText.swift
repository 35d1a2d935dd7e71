extension ByteText {
  /// A JSON string: quotes, backslashes and control characters escaped, all else as it is.
  public mutating func put(quoted text: String) {
    put("\"")
    for byte in text.utf8 {
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
    put("\"")
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}
