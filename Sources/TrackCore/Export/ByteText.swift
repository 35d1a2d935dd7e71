/// UTF-8 text that grows; its owner takes what has gathered from time to time, so that a file of any length needs little memory.
public struct ByteText: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// With room for so many bytes.
  public init(capacity: Int) { bytes.reserveCapacity(capacity) }

  public var count: Int { bytes.count }

  /// Forgets what has been written elsewhere; the memory is kept for what follows.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  public mutating func put(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  public mutating func put(text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func put(byte: UInt8) { bytes.append(byte) }

  mutating func put(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

  public mutating func put(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    put(magnitude: number.magnitude, digits: 1)
  }

  /// With zeros in front, at least `digits` of them; `number` must not be negative.
  public mutating func put(_ number: Int, digits: Int) { put(magnitude: UInt64(number.magnitude), digits: digits) }

  /// Rounded to so many decimals, 0...9, half away from zero, never `-0`. What is not finite or beyond ±9e9 is written as it is
  /// described, what is not finite as 0: callers drop that before.
  public mutating func put(_ number: Double, decimals: Int, trimmed: Bool = false) {
    let scale = ByteText.powers[decimals]
    let scaled = number.magnitude * Double(scale)
    guard scaled < 9e18 else {
      put(text: number.isFinite ? "\(number)" : "0")
      return
    }
    let rounded = UInt64(scaled.rounded())
    if number < 0, rounded > 0 { bytes.append(UInt8(ascii: "-")) }
    put(magnitude: rounded / scale, digits: 1)
    var fraction = rounded % scale
    var digits = decimals
    if trimmed {
      while digits > 0, fraction % 10 == 0 {
        fraction /= 10
        digits -= 1
      }
    }
    if digits == 0 { return }
    bytes.append(UInt8(ascii: "."))
    put(magnitude: fraction, digits: digits)
  }

  private static let powers: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// `number` must be 0...99.
  mutating func put(twoDigits number: Int) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  private mutating func put(magnitude: UInt64, digits: Int) {
    let start = bytes.count
    var rest = magnitude
    var written = 0
    while rest > 0 || written < max(1, digits) {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      written += 1
    }
    // The last digit came first. In place: a slice would be copied.
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
