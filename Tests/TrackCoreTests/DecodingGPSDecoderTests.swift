import Testing

@testable import TrackCore

@Suite struct GPSDecoderTests {
  @Test func aTPVComesWithAllItsFields() {
    var decoder = GPSDecoder()
    var expected = TPV()
    expected.device = DeviceID(index: 1)
    expected.mode = 3
    expected.status = 2
    expected.time = Instant(milliseconds: 1_787_554_800_250)
    expected.latitude = 46.6149914
    expected.longitude = -14.2450008
    expected.altMSL = 430.5206
    expected.alt = 430.5206
    expected.epx = 4.18
    expected.epy = 5.168
    expected.epv = 11.4
    expected.track = 153.8
    expected.speed = 22.738
    expected.eph = 7.6
    #expect(decode(Array(Lines.tpv.utf8), with: &decoder) == .tpv(expected))
    #expect(decoder.devices.path(of: expected.device) == "/dev/ttyACM0")
  }

  @Test func whatATPVDoesNotSayIsAbsent() { #expect(decode(#"{"class":"TPV"}"#) == .tpv(TPV())) }

  @Test func aSKYSaysHowManySatellitesAreUsed() {
    var expected = SKY()
    expected.device = DeviceID(index: 1)
    expected.time = Instant(milliseconds: 1_787_554_800_000)
    expected.hdop = 0.76
    expected.satellitesUsed = 2
    #expect(decode(Lines.sky) == .sky(expected))
  }

  private func used(_ members: String) -> Int? {
    guard case .sky(let sky) = decode(#"{"class":"SKY",\#(members)}"#) else { return -1 }
    return sky.satellitesUsed
  }

  @Test func withoutUSatTheUsedSatellitesAreCounted() {
    let list = #""satellites":[{"PRN":2,"used":true},{"used": true ,"PRN":3},{"PRN":4,"used":false},{"PRN":5}]"#
    #expect(used(list) == 2)
    #expect(used(#""uSat":7,\#(list)"#) == 7)
    #expect(used(#"\#(list),"uSat":7"#) == 7)
    #expect(used(#""satellites":[]"#) == 0)
    #expect(used(#""satellites":null"#) == nil)
    #expect(used(#""hdop":1"#) == nil)
    #expect(used(#""satellites":[{"PRN":2,"used":1},{"used":"true"},{"unused":true},{"user":true}]"#) == 0)
  }

  @Test func devicesComeAndGo() {
    #expect(decode(Lines.device) == .device(DeviceID(index: 1), activated: true))
    #expect(
      decode(#"{"class":"DEVICE","path":"/dev/a","activated":0}"#) == .device(DeviceID(index: 1), activated: false))
    #expect(
      decode(#"{"class":"DEVICE","path":"/dev/a","activated":0.0}"#) == .device(DeviceID(index: 1), activated: false))
    #expect(
      decode(#"{"class":"DEVICE","path":"/dev/a","activated":1.5e9}"#) == .device(DeviceID(index: 1), activated: true))
    #expect(decode(#"{"class":"DEVICE","path":"/dev/a"}"#) == .device(DeviceID(index: 1), activated: true))
    #expect(decode(#"{"class":"DEVICE"}"#) == .device(.unnamed, activated: true))
  }

  @Test func devicesAreListedInOrder() {
    var decoder = GPSDecoder()
    #expect(decode(Array(Lines.devices.utf8), with: &decoder) == .devices([DeviceID(index: 1), DeviceID(index: 2)]))
    #expect(decoder.devices.path(of: DeviceID(index: 2)) == "/dev/ttyS1")
    #expect(decode(#"{"class":"DEVICES","devices":[]}"#) == .devices([]))
    #expect(decode(#"{"class":"DEVICES"}"#) == .devices([]))
    #expect(decode(#"{"class":"DEVICES","devices":{"path":"/dev/a"}}"#) == .devices([]))
    #expect(
      decode(#"{"class":"DEVICES","devices":[1,{"path":"/dev/a"},[{"path":"/dev/b"}],{}]}"#)
        == .devices([DeviceID(index: 1)]))
    #expect(decode(#"{"devices":[ {"path":"/dev/b"} , {"path":"/dev/a"} ],"class":"DEVICES"}"#).isDevices(2))
  }

  @Test func otherClassesSayWhatMatters() {
    #expect(decode(Lines.version) == .version(protocolMajor: 3, protocolMinor: 14))
    #expect(decode(#"{"class":"VERSION"}"#) == .version(protocolMajor: nil, protocolMinor: nil))
    #expect(decode(Lines.error) == .error)
    #expect(decode(Lines.attitude) == .attitude(DeviceID(index: 1), heading: 12.5))
    for line in [
      Lines.poll, #"{"class":"NEWTHING","lat":3.0}"#, "{}", " { } ", #"{"class":42}"#, #"{"lat":1}"#,
      #"{"class":"TPVX"}"#,
    ] {
      #expect(decode(line) == .other, "\(line)")
    }
  }

  @Test func keysMayComeInAnyOrder() {
    let members = [#""class":"TPV""#, #""device":"/dev/a""#, #""mode":3"#, #""lat":46.5"#, #""lon":-14.25"#]
    let expected = decode("{" + members.joined(separator: ",") + "}")
    for shift in members.indices {
      let turned = members[shift...] + members[..<shift]
      #expect(decode("{" + turned.joined(separator: ",") + "}") == expected)
      #expect(decode("{" + turned.reversed().joined(separator: ",") + "}") == expected)
    }
  }

  @Test func whiteSpaceIsNothing() {
    let line =
      "\t{ \"class\" :\r\n \"TPV\" , \"mode\": 3 ,\"x\" : [ 1 , { } , [ ] , { \"a\" : null } ] , \"lat\" : 46.5 } \r"
    #expect(tpv(line)?.mode == 3)
    #expect(tpv(line)?.latitude == 46.5)
  }

  @Test func whatIsUnknownIsSkippedWhateverItHolds() {
    let unknown =
      #""a":{"lat":1,"b":[{"lat":2},[[]],{}],"c":"}]\"{\\"},"":"","latitude":9,"ecefx":-1.5E-7,"é\n":true,"l":false,"deviceid":{"device":"x"}"#
    let line = #"{"class":"TPV",\#(unknown),"lat":46.5}"#
    #expect(tpv(line)?.latitude == 46.5)
    #expect(tpv(line)?.device == .unnamed)
  }

  @Test func escapesInNamesAndPathsAreUndone() {
    var decoder = GPSDecoder()
    let line =
      #"{"cl\u0061ss":"T\u0050V","device":"\/dev\/tty\u00fc\ud83d\ude00\"\\\ud83d","l\u0061t":1.5,"lon\u0000":2.5}"#
    guard case .tpv(let tpv) = decode(Array(line.utf8), with: &decoder) else {
      Issue.record("not a TPV")
      return
    }
    #expect(tpv.latitude == 1.5)
    #expect(tpv.longitude == nil)
    #expect(decoder.devices.path(of: tpv.device) == "/dev/ttyü😀\"\\\u{FFFD}")
  }

  @Test(arguments: [#""\x""#, #""\u12""#, #""\u12g4""#, #""\"#, #""\u""#, "\"\u{1}\"", "\"\0\"", #""open"#])
  func aBrokenStringMakesTheLineMalformed(token: String) {
    #expect(decode(#"{"class":"TPV","x":\#(token)}"#) == .malformed)
    #expect(decode(#"{"class":"TPV","device":\#(token),"lat":1}"#) == .malformed)
  }

  @Test func ofAKeyGivenTwiceTheLastValueCounts() {
    #expect(tpv(#"{"class":"SKY","class":"TPV","lat":1,"lat":2,"mode":2,"mode":3}"#)?.latitude == 2)
    #expect(tpv(#"{"class":"TPV","lat":1,"lat":NaN}"#) == TPV())
    #expect(tpv(#"{"class":"TPV","time":"2026-08-24T07:00:00Z","time":"yesterday"}"#) == TPV())
    #expect(tpv(#"{"class":"TPV","device":"/dev/a","device":7}"#) == TPV())
  }

  @Test func noCutOfALineIsWhole() {
    for line in Lines.all {
      let bytes = Array(line.utf8)
      for count in 0..<bytes.count {
        var decoder = GPSDecoder()
        #expect(decode(Array(bytes[..<count]), with: &decoder) == .malformed, "\(line) cut at \(count)")
        #expect(decoder == GPSDecoder(), "a torn line names no device")
      }
    }
  }

  @Test func aHalfLineWithAWholeOneBehindIsMalformed() {
    for first in [Lines.tpv, Lines.device, Lines.attitude] {
      for count in 1...first.utf8.count { #expect(decode(String(first.prefix(count)) + Lines.tpv) == .malformed) }
    }
  }

  @Test(arguments: [
    "", " ", "garbage", "null", "[]", "42", #""TPV""#, "}}}}", "{{{{{{{{", #"{x"class":"TPV","mode":3}"#,
    #"{"class":"TPV""#,
    #"{"class":"TPV","mode":}"#, #"{"class":"TPV",}"#, #"{"class":"TPV"} x"#, #"{"class":"TPV"}{}"#,
    #"{,"class":"TPV"}"#, "{\"class\":\"TPV\"}\0",
    #"{"class":"TPV";"mode":3}"#, #"{"class" "TPV"}"#, #"{'class':'TPV'}"#, #"{"class":"TPV","a":[1,]}"#,
    #"{"class":"TPV","a":[1 2]}"#,
    #"{"class":"TPV","a":{"b"}}"#, #"{"class":"TPV","a":[1}"#, #"{"class":"TPV","a":{"b":1]}"#,
    #"{"class":"TPV","a":[}]"#, "<html><body>502</body></html>",
    "$GPGGA,070312.00,4706.1,N,00812.2,E,1,09,0.9,431.0,M,47.3,M,,*5A", "\u{FEFF}{}",
  ])
  func whatIsNotOneWholeObjectIsMalformed(line: String) { #expect(decode(line) == .malformed) }

  @Test func nestingIsBounded() {
    func nested(_ depth: Int, _ open: String, _ close: String) -> Report {
      decode(
        #"{"class":"TPV","a":"# + String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
          + "}")
    }
    for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
      let most = JSONCursor.maxDepth / (open.count == 1 || close.count == 1 ? 1 : 2)
      #expect(nested(most, open, close) == .tpv(TPV()))
      #expect(nested(most + 1, open, close) == .malformed)
      #expect(nested(10_000, open, close) == .malformed)
    }
  }

  @Test func aLongLineIsRead() {
    let satellites = (0..<800).map { #"{"PRN":\#($0),"el":25.0,"az":181.0,"ss":42.0,"used":true,"gnssid":0,"svid":2}"# }
    #expect(used(#""satellites":[\#(satellites.joined(separator: ","))]"#) == 800)
  }

  @Test func aRestoredDecoderKnowsItsDevices() throws {
    var decoder = GPSDecoder()
    _ = decode(Array(Lines.devices.utf8), with: &decoder)
    var writer = CheckpointWriter()
    decoder.write(to: &writer)
    var restored = GPSDecoder()
    var reader = CheckpointReader(writer.bytes)
    try restored.read(from: &reader)
    #expect(restored == decoder)
  }

  /// Each constant of the table is the name that stands beside it.
  @Test(arguments: [
    ("class", Key.class), ("device", .device), ("path", .path), ("time", .time), ("mode", .mode), ("status", .status),
    ("lat", .lat), ("lon", .lon), ("alt", .alt), ("altMSL", .altMSL), ("speed", .speed), ("track", .track),
    ("eph", .eph), ("epx", .epx), ("epy", .epy), ("epv", .epv), ("hdop", .hdop),
    ("uSat", .uSat), ("satellites", .satellites), ("used", .used), ("heading", .heading),
    ("activated", .activated), ("devices", .devices), ("proto_major", .protoMajor), ("proto_minor", .protoMinor),
  ])
  func eachKeyIsKnownByItsName(name: String, key: Key) {
    Array(name.utf8).withUnsafeBufferPointer { #expect(Key(JSONString(bytes: $0, isEscaped: false)) == key) }
    Array((name + "x").utf8).withUnsafeBufferPointer { #expect(Key(JSONString(bytes: $0, isEscaped: false)) == nil) }
  }
}

extension Report {
  fileprivate func isDevices(_ count: Int) -> Bool {
    guard case .devices(let list) = self else { return false }
    return list.count == count
  }
}
