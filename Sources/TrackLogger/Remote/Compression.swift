import CZlib

/// zlib streams (RFC 1950) of whole payloads.
enum Compression {
  /// Below this a block's own code table costs more than it saves.
  private static let worthABlock = 512

  /// `bytes` compressed; nil where that would not make them fewer.
  ///
  /// - Parameter columnEnds: rising positions at which what follows is of another kind: it gets a code table of its own.
  static func deflated(_ bytes: [UInt8], columnEnds: [Int]) -> [UInt8]? {
    var stream = z_stream()
    guard bytes.count > 32, tl_deflate_init(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    // Where this is not room enough, it does not pay.
    var output = [UInt8](repeating: 0, count: bytes.count - 1)
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> [UInt8]? in
        stream.next_in = input.baseAddress
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        var start = 0
        for end in columnEnds.dropLast() where end - start >= worthABlock {
          stream.avail_in = UInt32(end - start)
          guard deflate(&stream, Z_BLOCK) == Z_OK, stream.avail_in == 0 else { return nil }
          start = end
        }
        stream.avail_in = UInt32(input.count - start)
        guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
        return Array(output[..<Int(stream.total_out)])
      }
    }
  }

  /// What was compressed; nil where it is damaged or more than `most` bytes.
  static func inflated(_ bytes: [UInt8], atMost most: Int) -> [UInt8]? {
    var stream = z_stream()
    guard tl_inflate_init(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var result: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while true {
        let code = room.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = UInt32(room.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        result += room[..<(room.count - Int(stream.avail_out))]
        guard result.count <= most else { return nil }
        if code == Z_STREAM_END { return stream.avail_in == 0 ? result : nil }
        guard code == Z_OK else { return nil }
      }
    }
  }
}
