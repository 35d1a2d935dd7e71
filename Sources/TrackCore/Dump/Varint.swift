/// Whole numbers in as few bytes as they need: seven bits to a byte, the lowest first, bit 7 set where more follow (LEB128).
enum Varint {
  /// Bytes of the largest.
  static let longest = 10

  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Small numbers of either sign become small: 0, -1, 1, -2 are 0, 1, 2, 3.
  static func zigzag(_ number: Int64) -> UInt64 { UInt64(bitPattern: number << 1 ^ number >> 63) }
  static func unzigzag(_ number: UInt64) -> Int64 { Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }
}

/// Takes a payload apart from front to back; what is too short or too large throws.
struct DumpScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws(DumpError) -> UInt8 {
    guard position < bytes.count else { throw .damaged }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func varint() throws(DumpError) -> UInt64 {
    var number: UInt64 = 0
    for place in 0..<Varint.longest {
      let byte = try byte()
      // Of the tenth byte only one bit has room.
      if place == Varint.longest - 1, byte > 1 { throw .damaged }
      number |= UInt64(byte & 0x7f) << UInt64(7 * place)
      if byte < 0x80 { return number }
    }
    throw .damaged
  }

  /// A number of things, `most` at most.
  mutating func count(upTo most: Int) throws(DumpError) -> Int {
    let number = try varint()
    guard number <= UInt64(most) else { throw .damaged }
    return Int(number)
  }

  mutating func text(_ length: Int) throws(DumpError) -> String {
    guard length <= bytes.count - position else { throw .damaged }
    defer { position += length }
    return String(decoding: bytes[position..<position + length], as: UTF8.self)
  }
}
