import Foundation
import TrackCore

/// Captures read without the program's own decoder, so that these tests stand on their own: Foundation's JSON, and dates by hand.
struct FilterCapture {
  enum Report {
    case tpv(TPV, Arrival?)
    case sky(SKY)
  }

  let reports: [Report]

  /// The folder of captures shared between projects, where there is one.
  static let shared: URL? = {
    let given = ProcessInfo.processInfo.environment["TRACKLOGGER_SHARED"].map { URL(fileURLWithPath: $0) }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let places = [given, package.appendingPathComponent("../shared"), package.appendingPathComponent("../../shared")]
    return places.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// `NAME.json` or `NAME.json.gz` in a folder of the shared ones.
  static func shared(_ folder: String, _ name: String) throws -> FilterCapture? {
    guard let base = shared?.appendingPathComponent(folder).appendingPathComponent(name) else { return nil }
    let plain = base.appendingPathExtension("json")
    if let data = try? Data(contentsOf: plain) { return FilterCapture(data) }
    let packed = plain.appendingPathExtension("gz")
    guard FileManager.default.fileExists(atPath: packed.path) else { return nil }
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", packed.path]
    let output = Pipe()
    gzip.standardOutput = output
    try gzip.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    return FilterCapture(data)
  }

  init(_ data: Data) {
    var devices: [String: DeviceID] = [:]
    reports = data.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let brace = line.firstIndex(of: UInt8(ascii: "{")) else { return nil }
      let json = Data(line[brace...])
      guard let keys = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] else { return nil }
      var device = DeviceID.unnamed
      if let path = keys["device"] as? String {
        device = devices[path] ?? DeviceID(index: UInt8(clamping: devices.count + 1))
        devices[path] = device
      }
      switch keys["class"] as? String {
      case "TPV": return .tpv(TPV(keys, device), Self.arrival(String(decoding: line[..<brace], as: UTF8.self)))
      case "SKY": return .sky(SKY(keys, device))
      default: return nil
      }
    }
  }

  private static func arrival(_ prefix: String) -> Arrival? {
    Instant(digits: prefix).map { Arrival(milliseconds: $0.milliseconds) }
  }
}

extension TPV {
  fileprivate init(_ keys: [String: Any], _ device: DeviceID) {
    self.init()
    self.device = device
    mode = keys["mode"] as? Int ?? 0
    status = keys["status"] as? Int
    time = (keys["time"] as? String).flatMap { $0.hasSuffix("Z") ? Instant(digits: $0) : nil }
    (latitude, longitude) = (keys["lat"] as? Double, keys["lon"] as? Double)
    (altMSL, altHAE, alt) = (keys["altMSL"] as? Double, keys["altHAE"] as? Double, keys["alt"] as? Double)
    (speed, track, climb) = (keys["speed"] as? Double, keys["track"] as? Double, keys["climb"] as? Double)
    (eph, epx, epy) = (keys["eph"] as? Double, keys["epx"] as? Double, keys["epy"] as? Double)
    (epv, eps, epd) = (keys["epv"] as? Double, keys["eps"] as? Double, keys["epd"] as? Double)
  }
}

extension SKY {
  fileprivate init(_ keys: [String: Any], _ device: DeviceID) {
    self.init()
    self.device = device
    time = (keys["time"] as? String).flatMap { Instant(digits: $0) }
    (hdop, vdop, pdop) = (keys["hdop"] as? Double, keys["vdop"] as? Double, keys["pdop"] as? Double)
    let listed = (keys["satellites"] as? [[String: Any]])?.filter { $0["used"] as? Bool == true }.count
    satellitesUsed = keys["uSat"] as? Int ?? listed
  }
}

extension Instant {
  /// From the groups of digits of an ISO 8601 date and time, whatever stands between them; nil where there is no such instant.
  init?(digits text: String) {
    let groups = text.split(whereSeparator: { !$0.isNumber })
    guard groups.count >= 6, groups[0].count == 4 else { return nil }
    let parts = groups.prefix(6).compactMap { Int64($0) }
    guard parts.count == 6, (1...12).contains(parts[1]), (1...31).contains(parts[2]), parts[3] < 24, parts[4] < 60,
      parts[5] <= 60
    else { return nil }
    var fraction: Int64 = 0
    if groups.count > 6, text[groups[5].endIndex...].hasPrefix(".") {
      fraction = Int64(groups[6].prefix(3).padding(toLength: 3, withPad: "0", startingAt: 0)) ?? 0
    }
    // Days from civil: the year begins in March, so that the leap day ends it.
    let (year, month) = parts[1] > 2 ? (parts[0], parts[1] - 3) : (parts[0] - 1, parts[1] + 9)
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + parts[2] - 719_469
    self.init(milliseconds: ((days * 24 + parts[3]) * 60 + parts[4]) * 60_000 + parts[5] * 1000 + fraction)
  }
}
