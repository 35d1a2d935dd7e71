/// The checksum of zlib, PNG and Ethernet: polynomial 0xEDB88320, reflected. "123456789" has 0xCBF43926.
///
/// It goes on from where it was: of two halves, added one after the other, it is that of the whole.
public struct CRC32: Equatable, Sendable {
  public private(set) var value: UInt32 = 0

  public init() {}

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { c, _ in c & 1 == 1 ? c >> 1 ^ 0xEDB8_8320 : c >> 1 }
  }

  public mutating func add(_ bytes: UnsafeRawBufferPointer) {
    value = ~Self.table.withUnsafeBufferPointer { table in
      bytes.reduce(~value) { c, byte in table[Int(truncatingIfNeeded: c) & 0xff ^ Int(byte)] ^ c >> 8 }
    }
  }

  public mutating func add(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    bytes.withUnsafeBytes { add($0) }
  }

  /// Eight hexadecimal digits in lower case.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
