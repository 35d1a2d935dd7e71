import TrackCore

/// Reads the values of configuration keys, each with its unit and range.
enum Value {
  static func word(_ text: String, _ wanted: String) throws(BadValue) -> String {
    guard text.utf8.count <= 255, !text.contains(where: { $0 == " " || $0 == "\t" }) else {
      throw BadValue(wanted: wanted)
    }
    return text
  }

  static func integer(_ text: String, _ range: ClosedRange<Int64>) throws(BadValue) -> Int64 {
    guard let number = Int64(text), range.contains(number) else {
      throw BadValue(wanted: "a whole number, \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  static func number(_ text: String, _ range: ClosedRange<Double>, _ what: String) throws(BadValue) -> Double {
    try quantity(text, range, what, units: [:])
  }

  static func metres(_ text: String, _ range: ClosedRange<Double>) throws(BadValue) -> Double {
    try quantity(text, range, "metres (or km)", units: ["m": 1, "km": 1000])
  }

  static func speed(_ text: String, _ range: ClosedRange<Double>) throws(BadValue) -> Double {
    try quantity(
      text, range, "metres per second (or km/h, kn)", units: ["m/s": 1, "km/h": 1 / 3.6, "kn": 1852 / 3600.0])
  }

  static func duration(_ seconds: String, _ range: ClosedRange<Double>) throws(BadValue) -> Interval {
    .seconds(
      try quantity(
        seconds, range, "seconds (or min, h, d)", units: ["s": 1, "min": 60, "h": 3600, "d": 86_400]))
  }

  /// A day, taken as its midnight in UTC.
  static func date(_ text: String) throws(BadValue) -> Instant {
    guard let date = CivilDate(text) else { throw BadValue(wanted: "a date like 2026-05-01") }
    return Instant(milliseconds: Int64(date.daysSince1970) * 86_400_000)
  }

  static func choice<T: RawRepresentable & CaseIterable>(
    _ text: String, _ type: T.Type
  ) throws(BadValue) -> T where T.RawValue == String {
    guard let value = T(rawValue: text) else {
      throw BadValue(wanted: "one of " + T.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return value
  }

  static func provider(_ text: String) throws(BadValue) -> PlaceProvider {
    guard let provider = PlaceProvider(rawValue: text) else {
      throw BadValue(wanted: "one of none, " + PlaceProvider.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return provider
  }

  static func url(_ text: String) throws(BadValue) -> ServerURL {
    guard let url = ServerURL(text) else {
      throw BadValue(wanted: "an address like https://nominatim.example.org/path, with no ? or # in it")
    }
    return url
  }

  static func language(_ text: String) throws(BadValue) -> String {
    let isPlain = text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: " ,;=.*-".utf8.contains($0)
      }
    }
    guard isPlain, text.utf8.count <= 100 else { throw BadValue(wanted: "languages like de or en-GB,en;q=0.5") }
    return text
  }

  static func path(_ text: String) throws(BadValue) -> String {
    guard text.hasPrefix("/") else { throw BadValue(wanted: "a path from the root: /var/lib/tracklogger/track.db") }
    return text
  }

  /// Words parted by blanks; the first is the program's path. There is no quoting: no shell takes part.
  static func command(_ text: String) throws(BadValue) -> [String] {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard words.first?.hasPrefix("/") == true else {
      throw BadValue(wanted: "a program's path from the root and its arguments: /usr/local/bin/notify --quiet")
    }
    return words
  }

  /// A number in the SI unit, or with one of `units` behind it and blanks between or not.
  private static func quantity(
    _ text: String, _ range: ClosedRange<Double>, _ what: String, units: [String: Double]
  ) throws(BadValue) -> Double {
    let bounds = "\(shown(range.lowerBound)) to \(shown(range.upperBound))"
    let wanted = BadValue(wanted: "a number of \(what), \(bounds)")
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    let unit = String(text.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" })
    guard let number = Double(digits), let factor = unit.isEmpty ? 1 : units[unit] else { throw wanted }
    let value = number * factor
    guard range.contains(value) else { throw wanted }
    return value
  }

  private static func shown(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
