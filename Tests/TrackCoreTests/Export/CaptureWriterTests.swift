import Testing

@testable import TrackCore

@Suite struct CaptureWriterTests {
  private func reports(_ fixes: [Fix], devices: [String] = []) -> [Report] {
    var decoder = GPSDecoder()
    return sceneExport(CaptureWriter(devices: devices), [fixes]).split(separator: 10).map { line in
      line.withUnsafeBytes { decoder.decode($0) }
    }
  }

  @Test func eachFixIsATPVThatReadsBackAsItself() throws {
    var fix = sceneFix(-48.1234567, 179.9999999)
    fix.epv = 7.5
    let reports = reports([fix], devices: ["/dev/ttyACM0"])
    try #require(reports.count == 3)
    #expect(reports[0] == .version(protocolMajor: 3, protocolMinor: 14))
    guard case .sky(let sky) = reports[1], case .tpv(let tpv) = reports[2] else {
      Issue.record("\(reports)")
      return
    }
    #expect(sky.hdop == fix.hdop)
    #expect(sky.satellitesUsed == fix.satellitesUsed)
    #expect(sky.time == fix.time)
    #expect(tpv.time == fix.time)
    #expect(tpv.mode == 3)
    #expect(tpv.latitude == fix.coordinate.latitude)
    #expect(tpv.longitude == fix.coordinate.longitude)
    #expect(tpv.altMSL == fix.altitude)
    #expect(tpv.speed == fix.speed)
    #expect(tpv.track == fix.course)
    #expect(tpv.eph == fix.eph)
    #expect(tpv.epv == fix.epv)
  }

  @Test func aSkyReportComesWithNewsAndBeforeItGrowsStale() {
    func skies(_ fixes: [Fix]) -> Int {
      reports(fixes).filter { if case .sky = $0 { true } else { false } }.count
    }
    #expect(skies((0..<8).map { sceneFix(48, 11, second: $0) }) == 1)
    #expect(skies((0..<17).map { sceneFix(48, 11, second: $0) }) == 3)
    var worse = sceneFix(48, 11, second: 1)
    worse.satellitesUsed = 5
    #expect(skies([sceneFix(48, 11), worse]) == 2)
    worse.satellitesUsed = nil
    worse.hdop = nil
    #expect(skies([worse]) == 0)
  }

  @Test func aStrangeDeviceStaysText() {
    let text = String(
      decoding: sceneExport(CaptureWriter(devices: ["a\"},{\n"]), [[sceneFix(48, 11)]]), as: UTF8.self)
    #expect(text.contains("\"device\":\"a\\\"},{\\n\","))
    #expect(text.split(separator: "\n").count == 3)
  }
}
