/// The keys and the classes of gpsd's protocol that say something to this program.
enum Key {
  case `class`, device, path, time, mode, status
  case lat, lon, alt, altMSL, speed, track
  case eph, epx, epy, epv
  case hdop, uSat, satellites, used
  case heading, activated, devices, protoMajor, protoMinor

  /// nil for any other key.
  init?(_ name: JSONString) {
    guard let key = name.withText(Key.init(text:)), let key else { return nil }
    self = key
  }

  private init?(text: UnsafeBufferPointer<UInt8>) {
    if text.count <= 8 {
      // "lat\u0000" packs like "lat".
      guard text.last != 0 else { return nil }
      self.init(word: packed(text))
    } else if equal(text, "satellites") {
      self = .satellites
    } else if equal(text, "activated") {
      self = .activated
    } else if equal(text, "proto_major") {
      self = .protoMajor
    } else if equal(text, "proto_minor") {
      self = .protoMinor
    } else {
      return nil
    }
  }

  /// From the bytes of a name of at most eight, the first in the lowest bits.
  @inline(__always) init?(word: UInt64) {
    switch word {
    case 0x7373_616C_63: self = .class
    case 0x6563_6976_6564: self = .device
    case 0x6874_6170: self = .path
    case 0x656D_6974: self = .time
    case 0x6564_6F6D: self = .mode
    case 0x7375_7461_7473: self = .status
    case 0x74_616C: self = .lat
    case 0x6E_6F6C: self = .lon
    case 0x74_6C61: self = .alt
    case 0x4C53_4D74_6C61: self = .altMSL
    case 0x6465_6570_73: self = .speed
    case 0x6B63_6172_74: self = .track
    case 0x68_7065: self = .eph
    case 0x78_7065: self = .epx
    case 0x79_7065: self = .epy
    case 0x76_7065: self = .epv
    case 0x706F_6468: self = .hdop
    case 0x7461_5375: self = .uSat
    case 0x6465_7375: self = .used
    case 0x67_6E69_6461_6568: self = .heading
    case 0x73_6563_6976_6564: self = .devices
    default: return nil
    }
  }
}

extension JSONCursor {
  /// Takes a string that is a key; nil where it says nothing to this program.
  @inline(__always) mutating func takeKey(_ key: inout Key?) -> Bool {
    guard let word = takeShortString() else { return takeLongKey(&key) }
    key = Key(word: word)
    return true
  }

  /// Takes a string of at most seven bytes, none of them escaped, as a word: nearly every key is one. Any other stays where it is.
  @inline(__always) mutating func takeShortString() -> UInt64? {
    guard end - place > 8, place.pointee == UInt8(ascii: "\"") else { return nil }
    let word = ByteWord.load(place + 1)
    let stops = ByteWord.stringStops(word)
    let length = ByteWord.index(stops)
    guard stops != 0, place[length &+ 1] == UInt8(ascii: "\"") else { return nil }
    place += length &+ 2
    // The bytes below the first stop, whose mask has the high bit of its byte.
    return word & ((stops & (0 &- stops)) &>> 7 &- 1)
  }

  @inline(never) private mutating func takeLongKey(_ key: inout Key?) -> Bool {
    guard let name = string() else { return false }
    key = Key(name)
    return true
  }
}

enum ReportClass {
  case tpv, sky, device, devices, version, error, attitude, other

  init(_ name: JSONString) {
    self =
      name.withText { text in
        guard text.count <= 8, text.last != 0 else { return .other }
        switch packed(text) {
        case 0x56_5054: return .tpv
        case 0x59_4B53: return .sky
        case 0x4543_4956_4544: return .device
        case 0x53_4543_4956_4544: return .devices
        case 0x4E_4F49_5352_4556: return .version
        case 0x524F_5252_45: return .error
        case 0x54_5441: return .attitude
        default: return .other
        }
      } ?? .other
  }
}

/// At most eight bytes as a number, the first in the lowest bits.
@inline(__always) private func packed(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
  var word: UInt64 = 0
  var k = text.count
  while k > 0 {
    k &-= 1
    word = word << 8 | UInt64(text[k])
  }
  return word
}

private func equal(_ text: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
  guard text.count == name.utf8CodeUnitCount else { return false }
  for k in 0..<text.count where text[k] != name.utf8Start[k] { return false }
  return true
}
