import TrackCore

/// The ways of GPX files, as the capture that a receiver on them would have left.
final class GPXStream {
  /// Bytes of the capture that are made at a time.
  private static let enough = 65_536
  /// Fixes: three years of seconds. A small file can hold points days apart, a great many of them.
  private static let most: Int64 = 100_000_000

  private let file: CaptureStream
  private var parser = GPXParser()
  private var route: RouteReplay
  private var writer = CaptureWriter()
  private var text = ByteText()
  private var sent = 0
  private var hasEnded = false
  /// What a checkpoint knows it by.
  let identity: [UInt8]
  /// Bytes of the files read so far.
  private(set) var bytes: Int64 = 0
  private(set) var fixes: Int64 = 0

  init(_ file: CaptureStream, interpolates: Bool) {
    self.file = file
    // Interpolated or not, it is another capture.
    identity = Array((interpolates ? "gpx, interpolated: " : "gpx: ").utf8) + file.head
    route = RouteReplay(interpolates: interpolates)
    writer.begin(&text)
  }

  var leftOut: Int64 { route.leftOut }
  var isCutOff: Bool { parser.isCutOff }

  /// Whether what begins so is XML.
  static func isXML(_ head: [UInt8]) -> Bool {
    let bare = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    return bare.first { $0 > 32 } == UInt8(ascii: "<")
  }

  /// The next bytes of the capture: how many were put into `buffer`, 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if sent == text.count {
      text.removeAll()
      sent = 0
      while text.count < Self.enough, try fill(buffer) {}
    }
    let n = min(buffer.count, text.count - sent)
    text.bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[sent..<(sent + n)])) }
    sent += n
    return n
  }

  /// Writes the next fix, after as much of the file as it takes; false at the end.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws -> Bool {
    while true {
      if let fix = route.next() {
        fixes += 1
        guard fixes <= Self.most else {
          throw Failure(
            .data, "the way lasts more than \(Self.most) seconds; --no-interpolation takes its points as they stand")
        }
        writer.fix(fix, &text)
        return true
      }
      if hasEnded { return false }
      let n = try file.read(into: buffer)
      bytes += Int64(n)
      if n == 0 {
        hasEnded = true
        route.finish()
        continue
      }
      parser.scan(UnsafeRawBufferPointer(rebasing: buffer[..<n])) { route.take($0) }
      if parser.isRefused {
        throw Failure(.data, "the file has a document type (<!DOCTYPE), which no GPX needs; it is not read")
      }
    }
  }
}
