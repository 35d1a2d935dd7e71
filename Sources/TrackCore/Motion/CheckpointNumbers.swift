// Short forms of numbers in a checkpoint. What has such a form in a checkpoint has no more digits in live state either.

/// The nearest tenth that two bytes hold, 0...6553.5.
func tenths(_ value: Float) -> Float { min(max(value * 10, 0), 65_535).rounded() / 10 }

/// The nearest hundredth that two bytes hold, ±327.67.
func hundredths(_ value: Float) -> Float { min(max(value * 100, -32_767), 32_767).rounded() / 100 }

extension CheckpointWriter {
  mutating func put(_ point: Point) {
    put(point.east)
    put(point.north)
  }

  mutating func putTenths(_ value: Float) { put(UInt16((value * 10).rounded())) }

  mutating func putHundredths(_ value: Float) { put(Int16((value * 100).rounded())) }

  /// Seven bits a byte, low ones first; negative ones as 0.
  mutating func putCount(_ value: Int64) {
    var rest = UInt64(max(0, value))
    while rest >= 128 {
      put(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    put(UInt8(rest))
  }
}

extension CheckpointReader {
  mutating func takePoint() throws(CheckpointError) -> Point {
    Point(east: try takeFinite(), north: try takeFinite())
  }

  mutating func takeFinite() throws(CheckpointError) -> Float {
    let value = try take(Float.self)
    guard value.isFinite else { throw .damaged }
    return value
  }

  mutating func takeTenths() throws(CheckpointError) -> Float { Float(try take(UInt16.self)) / 10 }

  mutating func takeHundredths() throws(CheckpointError) -> Float { Float(try take(Int16.self)) / 100 }

  mutating func takeVariable() throws(CheckpointError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try take(UInt8.self)
      guard shift < 56 else { throw .damaged }
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
      shift += 7
    }
  }

  /// A number of eight bytes that counts something: not negative, and far from overflow.
  mutating func takeCount() throws(CheckpointError) -> Int {
    let value = try take(Int64.self)
    guard value >= 0, value < 1 << 48 else { throw .damaged }
    return Int(value)
  }
}
