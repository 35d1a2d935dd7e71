/// Eight bytes of text looked at in one go, the first of them in the lowest bits.
///
/// The masks have the high bit of a byte set where it matches. Borrows can set it falsely, but only above a true match: the
/// lowest set bit is always right, and that is all anyone asks for ("Bit Twiddling Hacks", Sean Eron Anderson, haszero, hasless).
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// `p` must have eight readable bytes.
  @inline(__always) static func load(_ p: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
  }

  @inline(__always) static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let x = word ^ (ones &* UInt64(byte))
    return (x &- ones) & ~x & highs
  }

  /// Where a run of ordinary string bytes ends: a quote, a backslash or a control character.
  @inline(__always) static func stringStops(_ word: UInt64) -> UInt64 {
    matches(word, UInt8(ascii: "\"")) | matches(word, UInt8(ascii: "\\"))
      | ((word &- (ones &* 0x20)) & ~word & highs)
  }

  /// Where a run of decimal digits ends.
  @inline(__always) static func nonDigits(_ word: UInt64) -> UInt64 {
    let x = word ^ (ones &* 0x30)
    return (x | (x &+ (ones &* 0x76))) & highs
  }

  /// The value of the first `count` bytes, 1...8 of them and all digits ("Faster integer parsing", Wojciech Muła's and Johnny Lee's
  /// three multiplications: pairs, fours, eights).
  @inline(__always) static func decimal(_ word: UInt64, count: Int) -> UInt64 {
    // Digits that are not there count as leading zeros.
    var x = (word ^ (ones &* 0x30)) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    x = x &* 10 &+ (x &>> 8)
    let pairs: UInt64 = 0x0000_00FF_0000_00FF
    return ((x & pairs) &* 0x000F_4240_0000_0064 &+ ((x &>> 16) & pairs) &* 0x0000_2710_0000_0001) &>> 32
  }

  /// How many bytes lie below the first match of a mask that is not 0.
  @inline(__always) static func index(_ mask: UInt64) -> Int { mask.trailingZeroBitCount &>> 3 }

  /// Whether `count` bytes at two places are the same.
  @inline(__always) static func areEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, count: Int) -> Bool {
    var k = 0
    while count &- k >= 8 {
      if load(a + k) != load(b + k) { return false }
      k &+= 8
    }
    while k < count {
      if a[k] != b[k] { return false }
      k &+= 1
    }
    return true
  }

  /// The first of `count` bytes that equals `byte`, or `count`. Four words a turn, as this is the search for line ends.
  static func firstIndex(of byte: UInt8, in start: UnsafePointer<UInt8>, count: Int) -> Int {
    var k = 0
    while count &- k >= 32 {
      let a = matches(load(start + k), byte)
      let b = matches(load(start + (k &+ 8)), byte)
      let c = matches(load(start + (k &+ 16)), byte)
      let d = matches(load(start + (k &+ 24)), byte)
      if a | b | c | d != 0 {
        if a != 0 { return k &+ index(a) }
        if b != 0 { return k &+ 8 &+ index(b) }
        return c != 0 ? k &+ 16 &+ index(c) : k &+ 24 &+ index(d)
      }
      k &+= 32
    }
    while k < count, start[k] != byte { k &+= 1 }
    return k
  }
}
