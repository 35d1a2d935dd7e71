/// The receivers seen so far, so that a report carries one byte instead of a path.
public struct DeviceTable: Equatable, Sendable {
  /// The most devices that get a number of their own; a vehicle has one or two. Those beyond are unnamed.
  public static let capacity = 15
  /// The longest path in bytes; gpsd's end at 128 (GPS_PATH_MAX). Longer ones are unnamed.
  public static let maxPath = 255

  /// All paths end to end, in order of their numbers; `ends[k]` is where the one of device k + 1 ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Where the device asked for last stands in `ends`: nearly always the next one too.
  private var last = 0

  public init() {}

  /// How many devices have a number: 1...count.
  public var count: Int { ends.count }

  /// The device's path as gpsd wrote it; nil for `.unnamed` and for a number not given out.
  public func path(of device: DeviceID) -> String? {
    let k = Int(device.index) - 1
    guard ends.indices.contains(k) else { return nil }
    return String(decoding: bytes[range(k)], as: UTF8.self)
  }

  /// The number of a path, if it has one already.
  public func device(at path: String) -> DeviceID? {
    ends.indices.first { bytes[range($0)].elementsEqual(path.utf8) }.map { DeviceID(index: UInt8($0 + 1)) }
  }

  /// The number of a path, a new one where it has none; `.unnamed` when the path is empty or too long, or the table full.
  mutating func intern(_ path: UnsafeBufferPointer<UInt8>) -> DeviceID {
    if last < ends.count, holds(path, at: last) { return DeviceID(index: UInt8(last + 1)) }
    for k in ends.indices where holds(path, at: k) {
      last = k
      return DeviceID(index: UInt8(k + 1))
    }
    guard !path.isEmpty, path.count <= Self.maxPath, ends.count < Self.capacity else { return .unnamed }
    bytes.append(contentsOf: path)
    ends.append(bytes.count)
    last = ends.count - 1
    return DeviceID(index: UInt8(ends.count))
  }

  private func range(_ k: Int) -> Range<Int> { (k == 0 ? 0 : ends[k - 1])..<ends[k] }

  private func holds(_ path: UnsafeBufferPointer<UInt8>, at k: Int) -> Bool {
    let range = range(k)
    guard range.count == path.count else { return false }
    guard let path = path.baseAddress else { return true }
    return bytes.withUnsafeBufferPointer { known in
      known.baseAddress.map { ByteWord.areEqual($0 + range.lowerBound, path, count: range.count) } ?? true
    }
  }

  public static func == (a: DeviceTable, b: DeviceTable) -> Bool { a.bytes == b.bytes && a.ends == b.ends }
}

extension DeviceTable: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(all: ends.indices) { checkpoint, k in
      checkpoint.put(all: bytes[range(k)]) { $0.put($1) }
    }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    let paths = try checkpoint.all(limit: Self.capacity) { checkpoint throws(CheckpointError) in
      try checkpoint.all(limit: Self.maxPath) { checkpoint throws(CheckpointError) in try checkpoint.take(UInt8.self) }
    }
    var table = DeviceTable()
    for path in paths {
      let before = table.count
      _ = path.withUnsafeBufferPointer { table.intern($0) }
      // An empty path, or one twice.
      guard table.count == before + 1 else { throw .damaged }
    }
    self = table
  }
}
