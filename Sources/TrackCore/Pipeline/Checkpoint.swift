/// A stage whose whole state can be written as bytes and read back: what goes on from a restored state must be equal, to the
/// last bit, to what goes on from the original.
protocol Checkpointed {
  func write(to checkpoint: inout CheckpointWriter)
  /// Throws `CheckpointError` where the bytes are cut or hold what the stage cannot be in.
  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError)
}

public enum CheckpointError: Error, Equatable {
  /// The bytes end early, or hold a value out of its range.
  case damaged
  /// Written by another version of the program, or under other settings.
  case foreign
}

/// Little-endian bytes of a checkpoint.
struct CheckpointWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
  mutating func put(_ value: Bool) { put(value ? 1 as UInt8 : 0) }
  mutating func put(_ value: Double) { put(value.bitPattern) }
  mutating func put(_ value: Float) { put(value.bitPattern) }
  mutating func put(_ value: Instant) { put(value.milliseconds) }
  mutating func put(_ value: Interval) { put(value.milliseconds) }
  mutating func put(_ value: Arrival) { put(value.milliseconds) }
  mutating func put(_ value: Coordinate) {
    put(value.latitude)
    put(value.longitude)
  }
  /// One byte says whether a value follows.
  mutating func put<T>(_ value: T?, _ each: (inout CheckpointWriter, T) -> Void) {
    put(value != nil)
    if let value { each(&self, value) }
  }
  /// A count of two bytes, then the elements. At most 65,535 of them.
  mutating func put<C: Collection>(all values: C, _ each: (inout CheckpointWriter, C.Element) -> Void) {
    put(UInt16(values.count))
    for value in values { each(&self, value) }
  }
}

/// Reads what a `CheckpointWriter` wrote; trusts none of it.
struct CheckpointReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take<T: FixedWidthInteger>(_ type: T.Type = T.self) throws(CheckpointError) -> T {
    let size = MemoryLayout<T>.size
    guard bytes.count - position >= size else { throw .damaged }
    var value: T = 0
    for k in 0..<size { value |= T(truncatingIfNeeded: bytes[position + k]) << (8 * k) }
    position += size
    return value
  }
  mutating func take(_ type: Bool.Type = Bool.self) throws(CheckpointError) -> Bool {
    switch try take(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw .damaged
    }
  }
  mutating func take(_ type: Double.Type = Double.self) throws(CheckpointError) -> Double {
    Double(bitPattern: try take(UInt64.self))
  }
  mutating func take(_ type: Float.Type = Float.self) throws(CheckpointError) -> Float {
    Float(bitPattern: try take(UInt32.self))
  }
  mutating func take(_ type: Instant.Type = Instant.self) throws(CheckpointError) -> Instant {
    Instant(milliseconds: try take())
  }
  mutating func take(_ type: Interval.Type = Interval.self) throws(CheckpointError) -> Interval {
    Interval(milliseconds: try take())
  }
  mutating func take(_ type: Arrival.Type = Arrival.self) throws(CheckpointError) -> Arrival {
    Arrival(milliseconds: try take())
  }
  mutating func take(_ type: Coordinate.Type = Coordinate.self) throws(CheckpointError) -> Coordinate {
    Coordinate(latitude: try take(), longitude: try take())
  }
  mutating func optional<T>(
    _ each: (inout CheckpointReader) throws(CheckpointError) -> T
  ) throws(CheckpointError) -> T? {
    try take(Bool.self) ? try each(&self) : nil
  }
  /// As many as were written; more than `limit` is damage.
  mutating func all<T>(
    limit: Int, _ each: (inout CheckpointReader) throws(CheckpointError) -> T
  ) throws(CheckpointError) -> [T] {
    let count = Int(try take(UInt16.self))
    guard count <= limit else { throw .damaged }
    var values: [T] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try each(&self)) }
    return values
  }
}
