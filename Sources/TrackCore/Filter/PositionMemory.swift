/// Where the receiver has been, to recognise an old position that comes back identical to the last digit.
///
/// Kept are fingerprints of the last positions, and apart from them of those that are sent again most often: the last
/// before a silence, and those that came back once. Two positions share a fingerprint once in four thousand million.
struct PositionMemory {
  static let recentCapacity = 96
  static let landmarkCapacity = 32

  private var recent = FingerprintRing(capacity: recentCapacity)
  private var landmarks = FingerprintRing(capacity: landmarkCapacity)

  static func fingerprint(_ position: Coordinate) -> UInt32 {
    // Multipliers of MurmurHash3's 64-bit finalizer.
    var hash = position.latitude.bitPattern &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ (hash >> 33)) &+ position.longitude.bitPattern &* 0xc4ce_b9fe_1a85_ec53
    return UInt32(truncatingIfNeeded: (hash ^ (hash >> 29)) >> 16)
  }

  /// The newest position; a receiver that holds it is remembered once.
  mutating func visit(_ fingerprint: UInt32) {
    if recent.newest != fingerprint { recent.append(fingerprint) }
  }

  mutating func mark(_ fingerprint: UInt32) {
    if !landmarks.contains(fingerprint) { landmarks.append(fingerprint) }
  }

  /// True for a position that others have followed.
  func isOld(_ fingerprint: UInt32) -> Bool {
    recent.newest != fingerprint && (recent.contains(fingerprint) || landmarks.contains(fingerprint))
  }
}

/// The last values, in a fixed room.
private struct FingerprintRing {
  private var values: [UInt32] = []
  private var next = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    values.reserveCapacity(capacity)
  }

  var newest: UInt32? { values.isEmpty ? nil : values[next == 0 ? values.count - 1 : next - 1] }

  mutating func append(_ value: UInt32) {
    if values.count < capacity {
      values.append(value)
      next = values.count % capacity
    } else {
      values[next] = value
      next = next + 1 == capacity ? 0 : next + 1
    }
  }

  func contains(_ value: UInt32) -> Bool { values.contains(value) }

  func write(to checkpoint: inout CheckpointWriter) {
    // The oldest first, so that reading them is appending them.
    checkpoint.put(all: values.count < capacity ? values[...] : values[next...] + values[..<next]) { $0.put($1) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    values.removeAll(keepingCapacity: true)
    next = 0
    let saved = try checkpoint.all(limit: capacity) { (reader: inout CheckpointReader) throws(CheckpointError) in
      try reader.take(UInt32.self)
    }
    for value in saved { append(value) }
  }
}

extension PositionMemory: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    recent.write(to: &checkpoint)
    landmarks.write(to: &checkpoint)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    try recent.read(from: &checkpoint)
    try landmarks.read(from: &checkpoint)
  }
}
