import Foundation
import Testing
import TrackCore
import TrackStore

@testable import TrackLogger

@Suite struct RecallTests {
  /// Records some lines of the bundled day as if they came live, one a second.
  private func record(_ lines: ArraySlice<Substring>, into path: String, settings: Settings) throws {
    let recording = try Recording(path: path, settings: settings, tee: nil, log: ServiceLog())
    for (second, line) in zip(lines.indices, lines) {
      Array(line.utf8).withUnsafeBytes {
        recording.ingest(.line($0, Arrival(milliseconds: Int64(second) * 1000)))
      }
    }
    #expect(recording.stop(at: Arrival(milliseconds: Int64(lines.endIndex) * 1000)) == 0)
  }

  private func otherSettings() -> Settings {
    var settings = Settings()
    settings.filter.maxError = 90
    return settings
  }

  @Test func aParkedVehicleIsStillThereAfterSettingsHaveChanged() throws {
    let day = try BundledDay()
    let folder = try Folder()
    let path = folder.file("live.db")
    try record(day.lines[..<850], into: path, settings: Settings())
    let before = try TrackReader(path: path).visits().map(\.visit)
    #expect(before.count == 2)
    #expect(before.last?.departure == nil)
    try record(day.lines[850..<900], into: path, settings: otherSettings())
    let after = try TrackReader(path: path).visits().map(\.visit)
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.arrival) == before.map(\.arrival))
    #expect(after.last?.departure == nil)
    #expect(try TrackReader(path: path).trips().count == 1)
  }

  @Test(arguments: [(2005, true), (2026, false)])
  func aRunSaysWhenEveryDateIsTooEarly(year: Int, isRefused: Bool) throws {
    let folder = try Folder()
    let recording = try Recording(path: folder.file("live.db"), settings: Settings(), tee: nil, log: ServiceLog())
    for second in 10..<55 {
      let line =
        #"{"class":"TPV","device":"/dev/ttyS0","mode":3,"time":""#
        + "\(year)-05-01T08:00:\(second).000Z" + #"","lat":47.0,"lon":9.5,"eph":5.0,"speed":0.1}"#
      Array(line.utf8).withUnsafeBytes { recording.ingest(.line($0, Arrival(milliseconds: Int64(second) * 1000))) }
    }
    #expect(recording.refusesEveryDate == isRefused)
    #expect(recording.stop(at: Arrival(milliseconds: 60_000)) == 0)
  }

  @Test func aTripUnderWayGoesOnAfterSettingsHaveChanged() throws {
    let day = try BundledDay()
    let folder = try Folder()
    let path = folder.file("live.db")
    try record(day.lines[..<550], into: path, settings: Settings())
    let before = try TrackReader(path: path).trips().map(\.trip)
    #expect(before.count == 1)
    #expect(before.first?.end == nil)
    try record(day.lines[550..<900], into: path, settings: otherSettings())
    let after = try TrackReader(path: path).trips().map(\.trip)
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.first?.end != nil)
    let start = try #require(before.first?.start)
    #expect(abs((after.first?.start ?? start) - start) <= .seconds(10))
    #expect(abs((after.first?.distance ?? 0) - 2175) < 60)
  }
}

private func abs(_ interval: Interval) -> Interval { interval < .zero ? .zero - interval : interval }
