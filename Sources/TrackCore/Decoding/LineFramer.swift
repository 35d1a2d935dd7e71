/// Cuts bytes that come in any chunks into lines, without the LF or CR LF that ends them.
///
/// Lines that lie within one chunk are handed out where they are; only the last, unfinished one is copied and kept for the
/// next chunk. However the bytes are cut, the lines are the same.
public struct LineFramer: Sendable {
  /// The longest line in bytes, a CR before the LF counted. gpsd's own lines end at 10,240 (GPS_JSON_RESPONSE_MAX), and other
  /// programs write longer sky reports; what is longer than this is no report.
  public static let maxLine = 65_536

  /// How many lines were longer than `maxLine`. They are not handed out, and cost no memory.
  public private(set) var overlong = 0

  private var tail: [UInt8] = []
  private var discarding = false

  public init() {}

  /// Bytes of the unfinished line.
  var keptBytes: Int { tail.count }

  /// Takes the next bytes and hands out each line that ends in them, in order; a line's bytes are valid only during the call.
  /// Where `body` throws, what follows in the chunk is lost.
  public mutating func append(
    _ chunk: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    guard let base = chunk.baseAddress else { return }
    // A chunk is bytes and nothing else, whatever memory it was read into.
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    var start = 0
    while start < chunk.count {
      let length = ByteWord.firstIndex(of: UInt8(ascii: "\n"), in: bytes + start, count: chunk.count - start)
      let piece = UnsafeRawBufferPointer(start: base + start, count: length)
      guard start + length < chunk.count else { return keep(piece) }
      start += length + 1
      if discarding {
        discarding = false
      } else if tail.isEmpty {
        if length > Self.maxLine { overlong += 1 } else { try body(Self.withoutCR(piece)) }
      } else if tail.count + length > Self.maxLine {
        overlong += 1
        tail.removeAll(keepingCapacity: true)
      } else {
        tail.append(contentsOf: piece)
        defer { tail.removeAll(keepingCapacity: true) }
        try tail.withUnsafeBytes { try body(Self.withoutCR($0)) }
      }
    }
  }

  /// The input has ended: hands out a last line that no LF ends, if there is one.
  public mutating func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    defer { reset() }
    if !tail.isEmpty { try tail.withUnsafeBytes { try body(Self.withoutCR($0)) } }
  }

  /// Forgets the unfinished line, as after a lost connection.
  public mutating func reset() {
    tail.removeAll(keepingCapacity: true)
    discarding = false
  }

  private mutating func keep(_ piece: UnsafeRawBufferPointer) {
    if discarding { return }
    if tail.count + piece.count > Self.maxLine {
      overlong += 1
      discarding = true
      tail.removeAll(keepingCapacity: true)
    } else {
      tail.append(contentsOf: piece)
    }
  }

  private static func withoutCR(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    line.last == UInt8(ascii: "\r") ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line
  }
}
