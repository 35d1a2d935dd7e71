extension JSONCursor {
  /// What stands where a number is wanted.
  enum Number {
    case value(Double)
    /// A number too great for a Double.
    case notFinite
    case malformed
    /// Something else, of which nothing is taken yet.
    case none
  }

  /// 10^0...10^22: the powers that a Double holds exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private static let integerPowersOfTen: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

  /// The number at the cursor, rounded correctly.
  ///
  /// Up to 2^53 and within 10^±22 one multiplication or division of exact operands rounds once (Clinger 1990, "How to read floating
  /// point numbers accurately"); gpsd writes no others. The rest goes the standard library's way. Zeros may lead.
  @inline(__always) mutating func number() -> Number {
    let start = place
    let isNegative = take(UInt8(ascii: "-"))
    var mantissa: UInt64 = 0
    let whole = digits(&mantissa)
    guard whole > 0 else {
      place = start
      return .none
    }
    var fraction = 0
    if take(UInt8(ascii: ".")) {
      fraction = fractionDigits(&mantissa)
      guard fraction > 0 else { return .malformed }
    }
    var exponent = -fraction
    if byte | 0x20 == UInt8(ascii: "e") {
      guard let power = self.power() else { return .malformed }
      exponent &+= power
    }
    // 19 digits fit in 64 bits.
    guard whole &+ fraction <= 19, mantissa <= 1 << 53, -22...22 ~= exponent else { return slowNumber(from: start) }
    let magnitude = Double(Int64(truncatingIfNeeded: mantissa))
    let value = Self.powersOfTen.withUnsafeBufferPointer {
      exponent < 0 ? magnitude / $0[-exponent] : magnitude * $0[exponent]
    }
    return .value(isNegative ? -value : value)
  }

  /// Takes digits and appends them to `mantissa`, which may overflow; how many there were.
  @inline(__always) private mutating func digits(_ mantissa: inout UInt64) -> Int {
    let start = place
    var p = place
    while p < end {
      let digit = p.pointee &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      p += 1
    }
    place = p
    return p - start
  }

  /// The same for a fraction, which is long: a word at a time.
  @inline(__always) private mutating func fractionDigits(_ mantissa: inout UInt64) -> Int {
    guard end - place >= 8 else { return digits(&mantissa) }
    let word = ByteWord.load(place)
    let stops = ByteWord.nonDigits(word)
    if stops == 0 {
      mantissa = mantissa &* 100_000_000 &+ ByteWord.decimal(word, count: 8)
      place += 8
      return 8 &+ digits(&mantissa)
    }
    let count = ByteWord.index(stops)
    guard count > 0 else { return 0 }
    mantissa = mantissa &* Self.integerPowersOfTen[count] &+ ByteWord.decimal(word, count: count)
    place += count
    return count
  }

  /// The exponent after an "e" at the cursor; beyond ±99,999 it is all one.
  private mutating func power() -> Int? {
    place += 1
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { place += 1 }
    var power = 0
    let start = place
    while UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
      power = min(power * 10 + Int(byte &- UInt8(ascii: "0")), 99_999)
      place += 1
    }
    return place == start ? nil : isNegative ? -power : power
  }

  @inline(never) private func slowNumber(from start: UnsafePointer<UInt8>) -> Number {
    let token = UnsafeBufferPointer(start: start, count: place - start)
    guard let value = Double(String(decoding: token, as: UTF8.self)), value.isFinite else { return .notFinite }
    return .value(value)
  }

  /// Skips a number; the same grammar as `number()`.
  @inline(__always) mutating func skipNumber() -> Bool {
    // Most are short, have a point and no sign: "25.0".
    if end - place >= 8 {
      let stops = ByteWord.nonDigits(ByteWord.load(place))
      let whole = ByteWord.index(stops)
      let next = stops & (stops &- 1)
      if next != 0, whole > 0 {
        if place[whole] == UInt8(ascii: ",") || place[whole] == UInt8(ascii: "}") {
          place += whole
          return true
        }
        let length = ByteWord.index(next)
        if place[whole] == UInt8(ascii: "."), length > whole + 1, place[length] | 0x20 != UInt8(ascii: "e") {
          place += length
          return true
        }
      }
    }
    return skipLongNumber()
  }

  private mutating func skipLongNumber() -> Bool {
    if take(UInt8(ascii: "-")), byte | 0x20 == UInt8(ascii: "i") || byte | 0x20 == UInt8(ascii: "n") {
      return literal() == .notFinite
    }
    guard skipDigits() else { return false }
    if take(UInt8(ascii: ".")), !skipDigits() { return false }
    return byte | 0x20 == UInt8(ascii: "e") ? power() != nil : true
  }

  /// Skips digits, of which there must be some.
  private mutating func skipDigits() -> Bool {
    let start = place
    while UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { place += 1 }
    return place > start
  }
}
