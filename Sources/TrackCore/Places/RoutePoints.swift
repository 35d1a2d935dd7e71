/// Finds the points of routes and tracks in the bytes of a GPX file, piece by piece and in constant memory.
///
/// It reads tags, not XML: `<rtept lat=".." lon="..">`, `<trkpt …>`, in whatever order their attributes stand. What it cannot
/// read it passes over.
public struct RoutePoints: Sendable {
  public enum Item: Equatable, Sendable {
    case point(Coordinate)
    /// A route or a segment of a track begins.
    case start
  }

  /// Bytes of a tag that may be a point; longer ones are none.
  private static let longest = 1024
  private var tag: [UInt8] = []
  private var isInTag = false
  /// Within a comment or a CDATA section: what ends it.
  private var end: [UInt8] = []
  /// Its last bytes, as many as `end` has.
  private var tail: [UInt8] = []

  public init() {}

  public mutating func scan(_ bytes: UnsafeRawBufferPointer, _ body: (Item) -> Void) {
    for byte in bytes {
      if !end.isEmpty {
        skip(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "<"):
        isInTag = true
        tag.removeAll(keepingCapacity: true)
      case UInt8(ascii: ">") where isInTag:
        isInTag = false
        if let item = item() { body(item) }
      default:
        guard isInTag, tag.count < Self.longest else { continue }
        tag.append(byte)
        if tag.elementsEqual("!--".utf8) { end = Array("-->".utf8) }
        if tag.elementsEqual("![CDATA[".utf8) { end = Array("]]>".utf8) }
      }
    }
  }

  private mutating func skip(_ byte: UInt8) {
    tail.append(byte)
    if tail.count > end.count { tail.removeFirst() }
    guard tail == end else { return }
    end = []
    tail = []
    isInTag = false
  }

  private func item() -> Item? {
    let name = tag.prefix { $0 > 32 && $0 != UInt8(ascii: "/") }
    // A prefix names the namespace.
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    if local.elementsEqual("rte".utf8) || local.elementsEqual("trkseg".utf8) { return .start }
    guard local.elementsEqual("rtept".utf8) || local.elementsEqual("trkpt".utf8), tag.count < Self.longest,
      let latitude = attribute("lat"), let longitude = attribute("lon"), (-90.0...90).contains(latitude),
      (-180.0...180).contains(longitude)
    else { return nil }
    return .point(Coordinate(latitude: latitude, longitude: longitude))
  }

  private func attribute(_ name: StaticString) -> Double? {
    let wanted = name.withUTF8Buffer { Array($0) }
    var k = 1
    while k + wanted.count < tag.count {
      defer { k += 1 }
      guard tag[k - 1] <= 32, tag[k..<(k + wanted.count)].elementsEqual(wanted) else { continue }
      var rest = tag[(k + wanted.count)...].drop { $0 <= 32 }
      guard rest.popFirst() == UInt8(ascii: "=") else { continue }
      rest = rest.drop { $0 <= 32 }
      guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      return Double(String(decoding: rest.prefix { $0 != quote }, as: UTF8.self))
    }
    return nil
  }
}
