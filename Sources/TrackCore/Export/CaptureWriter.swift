/// JSON lines as `gpspipe -w` prints them, which `tracklogger replay` and other programs for gpsd's captures read.
///
/// Each fix is a TPV report. HDOP and satellites stand in SKY reports: one where they change, and often enough that they do not grow stale.
/// Visits, trips and gaps are not written: they follow from the fixes.
public struct CaptureWriter: ExportWriter {
  /// A reader takes a sky report for what it is for 10 s.
  private static let skyAge = Interval.seconds(8)

  /// Quoted as JSON, by the number in a fix's `DeviceID`.
  private let devices: [[UInt8]]
  private var sky: Fix?

  /// - Parameter devices: paths of receivers by the number in a fix's `DeviceID`; an empty one is left out.
  public init(devices: [String] = []) {
    self.devices = devices.map { path in
      var text = ByteText()
      if !path.isEmpty { text.put(quoted: path) }
      return text.bytes
    }
  }

  public mutating func begin(_ text: inout ByteText) {
    text.put(
      "{\"class\":\"VERSION\",\"release\":\"tracklogger\",\"rev\":\"export\",\"proto_major\":3,\"proto_minor\":14}\n")
  }

  public mutating func visit(_ visit: Visit, at place: NamedPlace?, _ text: inout ByteText) {}
  public mutating func beginTrip(_ trip: Trip, from: NamedPlace?, to: NamedPlace?, _ text: inout ByteText) {}

  public mutating func fix(_ fix: Fix, _ text: inout ByteText) {
    if isNews(fix) { skyReport(fix, &text) }
    begin("TPV", fix, &text)
    text.put(fix.mode == .threeDimensional ? ",\"mode\":3" : ",\"mode\":2")
    member(",\"lat\":", fix.coordinate.latitude, 7, &text)
    member(",\"lon\":", fix.coordinate.longitude, 7, &text)
    member(",\"altMSL\":", fix.altitude, 2, &text)
    member(",\"track\":", fix.course, 2, &text)
    member(",\"speed\":", fix.speed, 2, &text)
    member(",\"eph\":", fix.eph, 2, &text)
    member(",\"epv\":", fix.epv, 2, &text)
    text.put("}\n")
  }

  public mutating func gap(_ text: inout ByteText) {}
  public mutating func endTrip(_ text: inout ByteText) {}
  public mutating func end(_ text: inout ByteText) {}

  private func isNews(_ fix: Fix) -> Bool {
    guard fix.hdop != nil || fix.satellitesUsed != nil else { return false }
    guard let sky else { return true }
    return sky.hdop != fix.hdop || sky.satellitesUsed != fix.satellitesUsed || sky.device != fix.device
      || fix.time - sky.time >= Self.skyAge
  }

  private mutating func skyReport(_ fix: Fix, _ text: inout ByteText) {
    sky = fix
    begin("SKY", fix, &text)
    member(",\"hdop\":", fix.hdop, 2, &text)
    if let satellites = fix.satellitesUsed {
      text.put(",\"uSat\":")
      text.put(Int64(satellites))
    }
    text.put("}\n")
  }

  private func begin(_ kind: StaticString, _ fix: Fix, _ text: inout ByteText) {
    text.put("{\"class\":\"")
    text.put(kind)
    text.put("\"")
    let device = Int(fix.device.index)
    if devices.indices.contains(device), !devices[device].isEmpty {
      text.put(",\"device\":")
      text.put(devices[device][...])
    }
    text.put(",\"time\":\"")
    text.put(fix.time)
    text.put("\"")
  }

  private func member(_ key: StaticString, _ value: Double?, _ decimals: Int, _ text: inout ByteText) {
    guard let value else { return }
    text.put(key)
    text.put(value, decimals: decimals)
  }
}
