import CGPSDOracle
import Foundation
import Testing

@testable import TrackCore

/// Our decoder against libgps's on whole lines, field by field. Only lines that ours calls a TPV are given to gps_unpack, which may
/// loop for ever on one that is not whole.
@Suite struct DifferentialTests {
  @Test(arguments: Captures.bundled)
  func everyTPVSaysWhatLibgpsReadsInIt(capture: URL) throws { #expect(try compare(capture) == 40) }

  // Skipped where the real captures are not at hand.
  @Test(.enabled(if: !Captures.real.isEmpty), arguments: Captures.real)
  func everyTPVOfARealCaptureSaysWhatLibgpsReadsInIt(capture: URL) throws { #expect(try compare(capture) >= 6) }

  /// How many TPVs were compared.
  private func compare(_ capture: URL) throws -> Int {
    var framer = LineFramer()
    var decoder = GPSDecoder()
    var compared = 0
    func take(_ line: UnsafeRawBufferPointer) {
      let (_, report) = LinePrefix.split(line)
      guard case .tpv(let ours) = decoder.decode(report) else { return }
      let text = String(decoding: report, as: UTF8.self)
      var theirs = cgpsd_tpv()
      #expect(cgpsd_unpack(text, &theirs) == 0, "\(text)")
      let differences = differences(ours, theirs, device: decoder.devices.path(of: ours.device))
      #expect(differences.isEmpty, "\(differences) in \(text)")
      compared += 1
    }
    try Captures.read(capture).withUnsafeBytes { framer.append($0, take) }
    framer.finish(take)
    return compared
  }

  private func differences(_ ours: TPV, _ theirs: cgpsd_tpv, device: String?) -> [String] {
    var found: [String] = []
    func expect(_ name: String, _ same: Bool) { if !same { found.append(name) } }
    func expect(_ name: String, _ ours: Double?, _ theirs: Double) {
      expect(name, (ours ?? .nan).bitPattern == theirs.bitPattern || (ours == nil && theirs.isNaN))
    }
    expect("class", theirs.is_tpv == 1)
    expect(
      "device",
      (device ?? "") == withUnsafeBytes(of: theirs.device) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    expect("mode", ours.mode == Int(theirs.mode))
    expect("status", (ours.status ?? 0) == Int(theirs.status))
    expect("time", (ours.time?.milliseconds ?? 0) == theirs.seconds * 1000 + theirs.nanoseconds / 1_000_000)
    expect("lat", ours.latitude, theirs.latitude)
    expect("lon", ours.longitude, theirs.longitude)
    expect("altMSL", ours.altMSL, theirs.altitude_msl)
    expect("alt", ours.alt, theirs.altitude)
    expect("speed", ours.speed, theirs.speed)
    expect("track", ours.track, theirs.track)
    expect("eph", ours.eph, theirs.eph)
    expect("epx", ours.epx, theirs.epx)
    expect("epy", ours.epy, theirs.epy)
    expect("epv", ours.epv, theirs.epv)
    return found
  }
}
