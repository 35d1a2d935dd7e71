/// Finds the points in the bytes of GPX 1.0 and 1.1 files, piece by piece and in constant memory.
///
/// It reads the XML that such files are made of: comments, CDATA and processing instructions are passed over or through, names count without
/// their prefix. A document type is refused, and with it every entity that could grow. What is no number, time or place on Earth is left out.
public struct GPXParser: Sendable {
  public enum Item: Equatable, Sendable {
    /// A file begins.
    case file
    /// A route or a part of a track begins: nothing is known of the way before it.
    case part
    case point(GPXPoint)
    /// A point that is nowhere.
    case nowhere
  }

  private enum State { case text, tag, comment, data, instruction, refused }
  private enum Field { case time, elevation, speed, course, hdop, satellites, fix }

  /// Bytes of a tag, and of a value, beyond which it says nothing to this program.
  private static let longestTag = 2048
  private static let longestText = 64

  private var state = State.text
  private var tag: [UInt8] = []
  /// The mark that ends an attribute's value; 0 outside of one.
  private var quote: UInt8 = 0
  /// Dashes, brackets or question marks that may end what is passed over.
  private var closing = 0
  private var point: GPXPoint?
  /// Elements open within the point.
  private var depth = 0
  private var field: Field?
  private var text: [UInt8] = []

  public init() {}

  /// The file has a document type, and is not read on.
  public var isRefused: Bool { state == .refused }
  /// Bytes have ended within a point or a tag.
  public var isCutOff: Bool { point != nil || state != .text && state != .refused }

  public mutating func scan(_ bytes: UnsafeRawBufferPointer, _ body: (Item) -> Void) {
    for byte in bytes {
      switch state {
      case .text:
        if byte == UInt8(ascii: "<") {
          state = .tag
          tag.removeAll(keepingCapacity: true)
          quote = 0
        } else if field != nil {
          put(byte)
        }
      case .tag: takeTag(byte, body)
      case .comment: pass(byte, until: UInt8(ascii: "-"), times: 2)
      case .instruction: pass(byte, until: UInt8(ascii: "?"), times: 1)
      case .data:
        if byte == UInt8(ascii: ">"), closing >= 2 {
          state = .text
        } else if byte == UInt8(ascii: "]") {
          closing += 1
        } else {
          closing = 0
          if field != nil { put(byte) }
        }
      case .refused: return
      }
    }
  }

  private mutating func pass(_ byte: UInt8, until mark: UInt8, times: Int) {
    if byte == UInt8(ascii: ">"), closing >= times { state = .text }
    closing = byte == mark ? closing + 1 : 0
  }

  private mutating func put(_ byte: UInt8) { if text.count <= Self.longestText { text.append(byte) } }

  private mutating func takeTag(_ byte: UInt8, _ body: (Item) -> Void) {
    if quote != 0 {
      if byte == quote { quote = 0 }
    } else if byte == UInt8(ascii: ">") {
      state = .text
      endTag(body)
      return
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      quote = byte
    }
    if tag.count < Self.longestTag { tag.append(byte) } else { tag[Self.longestTag - 1] = byte }
    guard tag.count <= 8, let first = tag.first, first == UInt8(ascii: "!") || first == UInt8(ascii: "?") else {
      return
    }
    closing = 0
    if first == UInt8(ascii: "?") {
      state = .instruction
    } else if tag.elementsEqual("!--".utf8) {
      state = .comment
    } else if tag.elementsEqual("![CDATA[".utf8) {
      state = .data
    } else if tag.elementsEqual("!D".utf8) || tag.elementsEqual("!E".utf8) {
      state = .refused
    }
  }

  private mutating func endTag(_ body: (Item) -> Void) {
    let isEnd = tag.first == UInt8(ascii: "/")
    let isEmpty = !isEnd && tag.last == UInt8(ascii: "/")
    let name = localName(isEnd ? tag.dropFirst() : tag[...])
    if point != nil {
      within(name, isEnd: isEnd, isEmpty: isEmpty, body)
      return
    }
    if isEnd { return }
    switch String(decoding: name.prefix(8), as: UTF8.self) {
    case "gpx": body(.file)
    case "rte", "trkseg": body(.part)
    case "wpt": begin(.waypoint, isEmpty, body)
    case "rtept": begin(.route, isEmpty, body)
    case "trkpt": begin(.track, isEmpty, body)
    default: break
    }
  }

  private mutating func begin(_ kind: GPXPoint.Kind, _ isEmpty: Bool, _ body: (Item) -> Void) {
    guard tag.count < Self.longestTag, let latitude = attribute("lat"), let longitude = attribute("lon"),
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return body(.nowhere) }
    let point = GPXPoint(kind, Coordinate(latitude: latitude, longitude: longitude))
    if isEmpty { return body(.point(point)) }
    self.point = point
    depth = 0
    field = nil
  }

  private mutating func within(_ name: ArraySlice<UInt8>, isEnd: Bool, isEmpty: Bool, _ body: (Item) -> Void) {
    if isEnd {
      if let field { assign(field) }
      field = nil
      depth -= 1
      if depth < 0 {
        if let point { body(.point(point)) }
        point = nil
      }
      return
    }
    if isEmpty { return }
    depth += 1
    text.removeAll(keepingCapacity: true)
    let own = depth == 1
    switch String(decoding: name.prefix(8), as: UTF8.self) {
    case "time" where own: field = .time
    case "ele" where own: field = .elevation
    case "hdop" where own: field = .hdop
    case "sat" where own: field = .satellites
    case "fix" where own: field = .fix
    // Of GPX 1.0 itself; since, of extensions.
    case "speed": field = .speed
    case "course": field = .course
    default: field = nil
    }
  }

  private mutating func assign(_ field: Field) {
    guard text.count <= Self.longestText else { return }
    let value = text[...]
    switch field {
    case .time: point?.time = GPXValue.time(value)
    case .elevation: point?.elevation = GPXValue.number(value)
    case .speed: point?.speed = GPXValue.number(value).flatMap { $0 >= 0 ? $0 : nil }
    case .course: point?.course = GPXValue.number(value).flatMap { (0...360).contains($0) ? $0 : nil }
    case .hdop: point?.hdop = GPXValue.number(value).flatMap { $0 >= 0 ? $0 : nil }
    case .satellites: point?.satellites = GPXValue.number(value).flatMap { (0...255).contains($0) ? Int($0) : nil }
    case .fix: point?.isThreeDimensional = GPXValue.trimmed(value).elementsEqual("3d".utf8)
    }
  }

  private func localName(_ tag: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let name = tag.prefix { $0 > 32 && $0 != UInt8(ascii: "/") }
    return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
  }

  /// The value of an attribute of the tag, as a number.
  private func attribute(_ wanted: StaticString) -> Double? {
    var rest = tag[...].drop { $0 > 32 }
    while true {
      rest = rest.drop { $0 <= 32 }
      let name = GPXValue.trimmed(rest.prefix { $0 != UInt8(ascii: "=") })
      rest = rest.drop { $0 != UInt8(ascii: "=") }.dropFirst().drop { $0 <= 32 }
      guard let mark = rest.popFirst(), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else { return nil }
      let value = rest.prefix { $0 != mark }
      rest = rest[value.endIndex...].dropFirst()
      if wanted.withUTF8Buffer({ name.elementsEqual($0) }) { return GPXValue.number(value) }
    }
  }
}
