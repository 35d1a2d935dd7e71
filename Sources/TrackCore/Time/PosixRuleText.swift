extension PosixRule {
  /// Reads `CET-1CEST,M3.5.0,M10.5.0/3`; nil where it is malformed or out of range.
  init?(_ text: [UInt8]) {
    var reader = PosixRuleReader(rest: text[...])
    guard reader.name(), let west = reader.time(limit: 24) else { return nil }
    self.init(standard: -west, summer: nil)
    if reader.rest.isEmpty { return }
    guard reader.name() else { return nil }
    var offset = standard + 3600
    if let next = reader.rest.first, next != UInt8(ascii: ",") {
      guard let west = reader.time(limit: 24) else { return nil }
      offset = -west
    }
    guard !reader.rest.isEmpty else {
      // POSIX leaves the days to the system where none are given; they are those of the United States here as in glibc.
      summer = Summer(
        offset: offset, begins: Change(day: .weekday(month: 3, week: 2, day: 0), time: 7200),
        ends: Change(day: .weekday(month: 11, week: 1, day: 0), time: 7200))
      return
    }
    guard reader.skip(","), let begins = reader.change(), reader.skip(","), let ends = reader.change(),
      reader.rest.isEmpty
    else { return nil }
    summer = Summer(offset: offset, begins: begins, ends: ends)
  }
}

private struct PosixRuleReader {
  var rest: ArraySlice<UInt8>

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// An abbreviation: three letters or more, or anything of letters, digits and signs in angle brackets.
  mutating func name() -> Bool {
    if skip("<") {
      let inside = rest.prefix { isLetter($0) || $0 &- 48 < 10 || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      rest = rest.dropFirst(inside.count)
      return inside.count >= 3 && skip(">")
    }
    let letters = rest.prefix(while: isLetter)
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  private func isLetter(_ byte: UInt8) -> Bool { (byte | 32) &- UInt8(ascii: "a") < 26 }

  /// `[+-]hh[:mm[:ss]]` in seconds, at most `limit` hours.
  mutating func time(limit: Int) -> Int32? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(upTo: limit) else { return nil }
    var seconds = hours * 3600
    if skip(":") {
      guard let minutes = number(upTo: 59) else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let more = number(upTo: 59) else { return nil }
        seconds += more
      }
    }
    return Int32(isNegative ? -seconds : seconds)
  }

  mutating func change() -> PosixRule.Change? {
    guard let day = day() else { return nil }
    guard skip("/") else { return PosixRule.Change(day: day, time: 7200) }
    return time(limit: 167).map { PosixRule.Change(day: day, time: $0) }
  }

  private mutating func day() -> PosixRule.Change.Day? {
    if skip("J") { return number(upTo: 365).flatMap { $0 > 0 ? .julian($0) : nil } }
    guard skip("M") else { return number(upTo: 365).map { .ordinal($0) } }
    guard let month = number(upTo: 12), month > 0, skip("."), let week = number(upTo: 5), week > 0, skip("."),
      let day = number(upTo: 6)
    else { return nil }
    return .weekday(month: month, week: week, day: day)
  }

  private mutating func number(upTo limit: Int) -> Int? {
    let digits = rest.prefix { $0 &- 48 < 10 }
    guard let number = decimal(digits), number <= limit else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }
}
