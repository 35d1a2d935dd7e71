/// What one line says beside a TPV's own fields, gathered in whatever order its keys come, until its end shows that it is whole
/// and which class it is.
struct ReportFields {
  var kind = ReportClass.other
  var hdop: Double?
  var satellitesUsed: Int?
  /// Counted from a list of satellites, where there is one.
  var satellitesCounted: Int?
  var heading: Double?
  /// False only where `activated` is the number 0: gpsd itself removed the device.
  var isActivated = true
  var protocolMajor: Int?
  var protocolMinor: Int?
  var device: JSONString?
  var path: JSONString?
  /// Where the value of `devices` begins.
  var devices: UnsafePointer<UInt8>?
}

extension JSONCursor {
  /// Takes a whole object. All that a TPV may hold goes to `tpv`, and the time of whatever it is. False where the grammar is broken
  /// before its end.
  @inline(__always) mutating func takeObject(_ fields: inout ReportFields, _ tpv: inout TPV) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    skipSpace()
    if take(UInt8(ascii: "}")) { return true }
    while true {
      var name: Key?
      guard takeKey(&name) else { return false }
      guard takeSeparator(UInt8(ascii: ":")), takeValue(of: name, &fields, &tpv) else { return false }
      if !takeSeparator(UInt8(ascii: ",")) { return take(UInt8(ascii: "}")) }
    }
  }

  /// Takes the value of one member. Of a key given twice the last value counts; a value of the wrong kind is none.
  @inline(__always) private mutating func takeValue(
    of key: Key?, _ fields: inout ReportFields, _ tpv: inout TPV
  ) -> Bool {
    switch key {
    case .class: return takeString { fields.kind = $0.map(ReportClass.init) ?? .other }
    case .device: return takeString { fields.device = $0 }
    case .path: return takeString { fields.path = $0 }
    case .time: return takeString { tpv.time = $0.flatMap { $0.withText(TimeString.instant) ?? nil } }
    case .mode: return takeInteger { tpv.mode = $0 ?? 0 }
    case .status: return takeInteger { tpv.status = $0 }
    case .lat: return takeNumber(&tpv.latitude)
    case .lon: return takeNumber(&tpv.longitude)
    case .alt: return takeNumber(&tpv.alt)
    case .altMSL: return takeNumber(&tpv.altMSL)
    case .speed: return takeNumber(&tpv.speed)
    case .track: return takeNumber(&tpv.track)
    case .eph: return takeNumber(&tpv.eph)
    case .epx: return takeNumber(&tpv.epx)
    case .epy: return takeNumber(&tpv.epy)
    case .epv: return takeNumber(&tpv.epv)
    case .hdop: return takeNumber(&fields.hdop)
    case .heading: return takeNumber(&fields.heading)
    case .uSat: return takeInteger { fields.satellitesUsed = $0 }
    case .protoMajor: return takeInteger { fields.protocolMajor = $0 }
    case .protoMinor: return takeInteger { fields.protocolMinor = $0 }
    case .activated:
      var value: Double?
      defer { fields.isActivated = value != 0 }
      return takeNumber(&value)
    case .satellites:
      var used = 0
      let isList = byte == UInt8(ascii: "[")
      guard skipValue(countingUsed: &used) else { return false }
      fields.satellitesCounted = isList ? used : nil
      return true
    case .devices:
      fields.devices = place
      return skipAny()
    case .used, nil: return skipAny()
    }
  }

  @inline(__always) mutating func skipAny() -> Bool {
    if byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") { return skipScalar() }
    var ignored = 0
    return skipValue(countingUsed: &ignored)
  }

  @inline(__always) private mutating func takeNumber(_ value: inout Double?) -> Bool {
    switch number() {
    case .value(let number):
      value = number
      return true
    case .notFinite:
      value = nil
      return true
    case .malformed: return false
    case .none:
      value = nil
      return skipAny()
    }
  }

  /// A whole number that fits in 32 bits; any other value is none.
  @inline(__always) private mutating func takeInteger(_ assign: (Int?) -> Void) -> Bool {
    var value: Double?
    guard takeNumber(&value) else { return false }
    assign(value.flatMap { Int32(exactly: $0) }.map { Int($0) })
    return true
  }

  @inline(__always) private mutating func takeString(_ assign: (JSONString?) -> Void) -> Bool {
    guard byte == UInt8(ascii: "\"") else {
      assign(nil)
      return skipAny()
    }
    guard let text = string() else { return false }
    assign(text)
    return true
  }
}
