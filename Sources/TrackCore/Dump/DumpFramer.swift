/// Makes a dump's bytes from its lines and payloads.
public struct DumpFramer: Sendable {
  private var checksum = CRC32()

  public init() {}

  /// The line with its checksum, and the payload.
  public mutating func frame(_ line: DumpLine, payload: [UInt8] = []) -> [UInt8] {
    var bytes = Array("\(line.words) ".utf8)
    checksum.add(bytes)
    if case .batch = line { checksum.add(payload) }
    bytes += Array("\(checksum.text)\n".utf8)
    if case .batch = line { bytes += payload + [UInt8(ascii: "\n")] }
    return bytes
  }
}
