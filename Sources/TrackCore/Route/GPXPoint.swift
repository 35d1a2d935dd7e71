/// A point of a GPX file, as far as it says when and where something was.
public struct GPXPoint: Equatable, Sendable {
  public enum Kind: Sendable { case waypoint, route, track }

  public var kind: Kind
  public var coordinate: Coordinate
  public var time: Instant?
  /// Metres above mean sea level.
  public var elevation: Double?
  /// Metres per second, of GPX 1.0 or an extension.
  public var speed: Double?
  /// Degrees from true north.
  public var course: Double?
  public var hdop: Double?
  public var satellites: Int?
  public var isThreeDimensional: Bool?

  public init(_ kind: Kind, _ coordinate: Coordinate, time: Instant? = nil) {
    self.kind = kind
    self.coordinate = coordinate
    self.time = time
  }

  /// As a receiver would have said it; nil without a time.
  public var fix: Fix? {
    guard let time else { return nil }
    let isFlat = isThreeDimensional.map { !$0 } ?? (elevation == nil)
    return Fix(
      time: time, coordinate: coordinate, mode: isFlat ? .twoDimensional : .threeDimensional, altitude: elevation,
      speed: speed, course: course, hdop: hdop, satellitesUsed: satellites)
  }
}

/// Values of GPX, from bytes; nil for what is none.
enum GPXValue {
  static func number(_ text: ArraySlice<UInt8>) -> Double? {
    let bare = trimmed(text)
    guard let number = Double(String(decoding: bare, as: UTF8.self)), number.isFinite else { return nil }
    return number
  }

  /// xsd:dateTime: a fraction of any length; `Z`, `+02:00`, or no zone, which is UTC (the GPX schema's word).
  static func time(_ text: ArraySlice<UInt8>) -> Instant? {
    var rest = trimmed(text)
    guard rest.count >= TimeString.secondsLength, rest[rest.startIndex + 10] == UInt8(ascii: "T"),
      let second = rest.withUnsafeBufferPointer({ $0.baseAddress.flatMap(TimeString.seconds) })
    else { return nil }
    rest = rest.dropFirst(TimeString.secondsLength)
    var milliseconds: Int64 = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { $0 &- 48 < 10 }
      if digits.isEmpty { return nil }
      for (digit, weight) in zip(digits, [100, 10, 1] as [Int64]) { milliseconds += Int64(digit - 48) * weight }
      rest = rest.dropFirst(1 + digits.count)
    }
    guard let offset = offset(rest) else { return nil }
    return Instant(milliseconds: (second - offset) * 1000 + milliseconds)
  }

  /// Seconds east of UTC.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
    if text.isEmpty || text.elementsEqual("Z".utf8) { return 0 }
    let digits = Array(text.dropFirst()).filter { $0 != UInt8(ascii: ":") }
    guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), digits.count == 4,
      digits.allSatisfy({ $0 &- 48 < 10 })
    else { return nil }
    let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
    guard number / 100 <= 14, number % 100 < 60 else { return nil }
    let seconds = number / 100 * 3600 + number % 100 * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 <= 32 }
    while let last = text.last, last <= 32 { text.removeLast() }
    return text
  }
}
