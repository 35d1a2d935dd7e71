/// Turns gpsd's lines into reports: one pass over the bytes, no text copied, nothing allocated but for a list of devices.
///
/// It takes any key order, white space and nesting, skips what it does not know, and calls malformed whatever is not one whole JSON
/// object: torn lines, two lines run together, garbage. gpsd's own parser can loop for ever on those. Time and memory are
/// bounded by the line's length, whatever its bytes.
///
/// More generous than JSON in three points, each seen in the wild: numbers may have leading zeros, and NaN and infinities stand for
/// a value that is absent; bytes of a string need not be UTF-8.
public struct GPSDecoder: Equatable, Sendable {
  /// The receivers that reports were from.
  public private(set) var devices = DeviceTable()

  public init() {}

  /// What a line without its line end and prefix says. Of a key given twice the last value counts. The time is linear in the line.
  public mutating func decode(_ line: UnsafeRawBufferPointer) -> Report {
    var tpv = TPV()
    return decode(line, into: &tpv) ?? .tpv(tpv)
  }

  /// The same for a caller that has room for a TPV, which is a big value to hand on: nil where the line is one, and it is in `tpv`.
  mutating func decode(_ line: UnsafeRawBufferPointer, into tpv: inout TPV) -> Report? {
    guard let base = line.baseAddress else { return .malformed }
    // A line is bytes and nothing else, whatever memory it was read into.
    let start = base.assumingMemoryBound(to: UInt8.self)
    var cursor = JSONCursor(place: start, end: start + line.count)
    var fields = ReportFields()
    tpv = TPV()
    cursor.skipSpace()
    guard cursor.takeObject(&fields, &tpv) else { return .malformed }
    cursor.skipSpace()
    guard cursor.place == cursor.end else { return .malformed }
    if fields.kind == .tpv {
      tpv.device = device(fields.device)
      return nil
    }
    return report(fields, time: tpv.time, end: cursor.end)
  }

  /// Of any class but TPV.
  @inline(never) private mutating func report(
    _ fields: ReportFields, time: Instant?, end: UnsafePointer<UInt8>
  ) -> Report {
    switch fields.kind {
    case .sky:
      var sky = SKY()
      sky.device = device(fields.device)
      sky.time = time
      sky.hdop = fields.hdop
      sky.satellitesUsed = fields.satellitesUsed ?? fields.satellitesCounted
      return .sky(sky)
    case .device: return .device(device(fields.path), activated: fields.isActivated)
    case .devices:
      guard let list = fields.devices else { return .devices([]) }
      return .devices(devices(JSONCursor(place: list, end: end)))
    case .version: return .version(protocolMajor: fields.protocolMajor, protocolMinor: fields.protocolMinor)
    case .error: return .error
    case .attitude: return .attitude(device(fields.device), heading: fields.heading)
    case .other, .tpv: return .other
    }
  }

  private mutating func device(_ path: JSONString?) -> DeviceID {
    guard let path else { return .unnamed }
    return path.withText { devices.intern($0) } ?? .unnamed
  }

  /// The devices of the list at the cursor, which is whole.
  private mutating func devices(_ list: JSONCursor) -> [DeviceID] {
    var cursor = list
    var found: [DeviceID] = []
    guard cursor.take(UInt8(ascii: "[")) else { return [] }
    repeat {
      cursor.skipSpace()
      var fields = ReportFields()
      var ignored = TPV()
      if cursor.byte == UInt8(ascii: "{") {
        guard cursor.takeObject(&fields, &ignored) else { break }
        // More than the table holds are not worth a list.
        if fields.path != nil, found.count < DeviceTable.capacity { found.append(device(fields.path)) }
      } else {
        guard cursor.skipAny() else { break }
      }
      cursor.skipSpace()
    } while cursor.take(UInt8(ascii: ","))
    return found
  }
}

extension GPSDecoder: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) { devices.write(to: &checkpoint) }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    try devices.read(from: &checkpoint)
  }
}
