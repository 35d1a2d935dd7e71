import Foundation
import Testing

@testable import TrackCore

/// The system's zone files; the tests that need them are skipped on a machine without tzdata.
private let zoneFolder = "/usr/share/zoneinfo"
private let hasZones = FileManager.default.fileExists(atPath: zoneFolder + "/Europe/Berlin")
private let zdump = ["/usr/bin/zdump", "/usr/sbin/zdump"].first { FileManager.default.isExecutableFile(atPath: $0) }

private func zone(_ name: String) throws -> TimeZoneData {
  try TimeZoneData(zoneFile: Array(try Data(contentsOf: URL(filePath: "\(zoneFolder)/\(name)"))))
}

private func utc(_ text: String) throws -> Instant {
  let format = ISO8601DateFormatter()
  format.formatOptions = [.withInternetDateTime]
  return Instant(milliseconds: Int64(try #require(format.date(from: text)).timeIntervalSince1970) * 1000)
}

private func shown(_ instant: Instant) -> String {
  var text = ByteText()
  text.put(instant)
  return String(decoding: text.bytes, as: UTF8.self)
}

private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

@Suite(.enabled(if: hasZones, "needs tzdata")) struct TimeZoneTests {
  @Test(arguments: [
    ("Europe/Berlin", "2026-03-29T00:59:59Z", 3600), ("Europe/Berlin", "2026-03-29T01:00:00Z", 7200),
    ("Europe/Berlin", "2026-10-25T00:59:59Z", 7200), ("Europe/Berlin", "2026-10-25T01:00:00Z", 3600),
    ("Europe/Berlin", "2099-07-01T00:00:00Z", 7200), ("Europe/Berlin", "1893-01-01T00:00:00Z", 3208),
    ("America/St_Johns", "2026-01-01T00:00:00Z", -12_600), ("America/St_Johns", "2026-07-01T00:00:00Z", -9000),
    ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000), ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400),
    ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 20_700), ("Australia/Lord_Howe", "2026-01-01T00:00:00Z", 39_600),
    ("Australia/Lord_Howe", "2026-07-01T00:00:00Z", 37_800), ("UTC", "2026-07-01T00:00:00Z", 0),
  ])
  func theOffsetIsThatOfTheInstant(name: String, instant: String, offset: Int) throws {
    #expect(try zone(name).offset(at: utc(instant)) == offset)
  }

  /// glibc's zdump prints the second before each change and the change itself.
  @Test(
    .enabled(if: zdump != nil, "needs zdump"),
    arguments: [
      "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu", "Africa/Casablanca", "Australia/Lord_Howe",
      "America/New_York", "Africa/Monrovia", "Asia/Gaza", "America/Nuuk", "Antarctica/Troll", "Europe/Dublin",
    ])
  func everyChangeIsAsZdumpHasIt(name: String) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: try #require(zdump))
    process.arguments = ["-v", "-c", "1850,2110", name]
    process.environment = ["LC_ALL": "C"]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let zone = try zone(name)
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "MMM d HH:mm:ss yyyy"
    var checked = 0
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 16, let offset = Int(words[15].dropFirst("gmtoff=".count)),
        let date = format.date(from: words[2...5].joined(separator: " "))
      else { continue }
      let instant = Instant(milliseconds: Int64(date.timeIntervalSince1970) * 1000)
      guard (1850...2110).contains(Int(words[5]) ?? 0) else { continue }
      #expect(zone.offset(at: instant) == offset, "\(line)")
      checked += 1
    }
    #expect(checked >= 2)
  }

  @Test(arguments: [
    // A spring night of 23 hours, an autumn one of 25; a day that the zone left out; a change at midnight.
    ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", 23.0),
    ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", 25),
    ("Europe/Berlin", "2026-05-01", "2026-04-30T22:00:00.000Z", 24),
    ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00.000Z", 24),
    ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", 0),
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", 24),
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", 23),
    ("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00.000Z", 25),
  ])
  func aDayLastsFromItsStartToTheNext(name: String, date: String, start: String, hours: Double) throws {
    let zone = try zone(name)
    let date = try day(date)
    let begins = zone.start(of: date)
    let ends = zone.start(of: CivilDate(daysSince1970: date.daysSince1970 + 1))
    #expect(shown(begins) == start)
    #expect((ends - begins).seconds == hours * 3600)
  }

  @Test(arguments: ["Europe/Berlin", "America/St_Johns", "Pacific/Apia", "America/Sao_Paulo", "Africa/Casablanca"])
  func everyInstantBelongsToTheDayThatHasBegun(name: String) throws {
    let zone = try zone(name)
    var generator = SeededGenerator(seed: 20_260_501)
    for _ in 0..<2000 {
      let t = Instant(milliseconds: Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &generator))
      let day = zone.day(of: t)
      #expect(zone.start(of: day) <= t, "\(shown(t)), seed \(generator.seed)")
      #expect(zone.start(of: CivilDate(daysSince1970: day.daysSince1970 + 1)) > t, "\(shown(t))")
    }
  }

  @Test func aDayThatHasBegunGoesOnWhereTheClockGoesBackOverMidnight() throws {
    // At 00:01 the clock went back to 23:01.
    let zone = try zone("America/St_Johns")
    let instant = try utc("2010-11-07T03:00:00Z")
    #expect(zone.local(instant).date == CivilDate("2010-11-06"))
    #expect(zone.day(of: instant) == CivilDate("2010-11-07"))
  }

  @Test func aTimeThatTheClockSkipsIsTheMomentOfTheChange() throws {
    let zone = try zone("Europe/Berlin")
    let skipped = LocalTime(date: try day("2026-03-29"), millisecond: 9_000_123)
    #expect(shown(zone.instant(skipped)) == "2026-03-29T01:00:00.000Z")
  }

  @Test func aTimeThatTheClockShowsTwiceIsTheFirst() throws {
    let zone = try zone("Europe/Berlin")
    let twice = LocalTime(date: try day("2026-10-25"), millisecond: 9_000_123)
    #expect(shown(zone.instant(twice)) == "2026-10-25T00:30:00.123Z")
  }

  @Test func localTimeReadsBackAsTheSameInstant() throws {
    let zone = try zone("Australia/Lord_Howe")
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let t = Instant(milliseconds: Int64.random(in: -2_000_000_000_000...5_000_000_000_000, using: &generator))
      let back = zone.instant(zone.local(t))
      // The second showing of a repeated time reads as the first.
      #expect(zone.local(back) == zone.local(t), "\(shown(t)), seed \(generator.seed)")
      #expect(back <= t)
    }
  }

  @Test func theEndsOfTimeTrapNothing() throws {
    let zone = try zone("Europe/Berlin")
    for t in [Int64.min, Int64.min + 1, Int64.max - 1, Int64.max] {
      let instant = Instant(milliseconds: t)
      _ = zone.offset(at: instant)
      _ = zone.instant(zone.local(instant))
      _ = zone.day(of: instant)
      #expect(!shown(instant).isEmpty)
    }
  }

  @Test func everyCutOfAZoneFileIsRefusedOrRead() throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: zoneFolder + "/Europe/Berlin")))
    for length in 0..<bytes.count - 1 {
      #expect(throws: ZoneFileError.malformed) { try TimeZoneData(zoneFile: Array(bytes[..<length])) }
    }
  }

  @Test func noChangedByteOfAZoneFileTraps() throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: zoneFolder + "/America/St_Johns")))
    var generator = SeededGenerator(seed: 99)
    var readable = 0
    for _ in 0..<5000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let zone = try? TimeZoneData(zoneFile: changed) else { continue }
      readable += 1
      let t = Instant(milliseconds: Int64.random(in: -5_000_000_000_000...5_000_000_000_000, using: &generator))
      _ = zone.day(of: t)
      _ = zone.instant(zone.local(t))
    }
    #expect(readable > 25, "seed \(generator.seed)")
  }
}

@Suite struct PosixRuleTests {
  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-07-01T00:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-01-01T00:00:00Z", 39_600),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-06-01T00:00:00Z", 37_800),
    ("EST5EDT", "2026-03-08T06:59:59Z", -18_000), ("EST5EDT", "2026-03-08T07:00:00Z", -14_400),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0), ("UTC0", "2026-01-01T00:00:00Z", 0),
    // Summer time all the year, as zone files write it.
    ("EST5EDT,0/0,J365/25", "2026-01-01T04:59:59Z", -14_400), ("EST5EDT,0/0,J365/25", "2026-01-01T05:00:00Z", -14_400),
    ("XXX-2YYY,J60,J61", "2024-02-29T12:00:00Z", 7200), ("XXX-2YYY,J60,J61", "2024-03-01T12:00:00Z", 10_800),
    ("XXX-2YYY,59,60", "2024-02-29T12:00:00Z", 10_800),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
  ])
  func theRuleHolds(rule: String, instant: String, offset: Int) throws {
    let zone = try #require(TimeZoneData(rule: rule))
    #expect(zone.offset(at: try utc(instant)) == offset)
  }

  @Test(arguments: [
    "", "C", "CE-1", "CET", "CET-", "CET-25", "CET-1:60", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M13.1.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,J366,J1", "CET-1CEST,366,1",
    "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0x", "<CET-1", "<C>-1", "CET99999999999",
    "Europe/Berlin",
  ])
  func whatIsNoRuleIsRefused(text: String) {
    #expect(TimeZoneData(rule: text) == nil)
  }
}

@Suite struct ZoneFileTests {
  /// A version 2 file with nothing in it but one type and a footer.
  private func file(counts: [UInt32] = [0, 0, 0, 0, 1, 4], body: [UInt8], footer: String) -> [UInt8] {
    func header(_ counts: [UInt32]) -> [UInt8] {
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        + counts.flatMap {
          [
            UInt8(truncatingIfNeeded: $0 >> 24), UInt8(truncatingIfNeeded: $0 >> 16),
            UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0),
          ]
        }
    }
    return header([0, 0, 0, 0, 0, 0]) + header(counts) + body + Array("\n\(footer)\n".utf8)
  }

  private let type: [UInt8] = [0, 0, 14, 16, 0, 0] + Array("CET\0".utf8)

  @Test func aFixedOffsetIsRead() throws {
    let zone = try TimeZoneData(zoneFile: file(body: type, footer: ""))
    #expect(zone.offset(at: Instant(milliseconds: 0)) == 3600)
  }

  @Test func countsBeyondTheFileAreRefused() {
    for k in 0..<6 {
      var counts: [UInt32] = [0, 0, 0, 0, 1, 4]
      counts[k] = .max
      #expect(throws: ZoneFileError.self) { try TimeZoneData(zoneFile: file(counts: counts, body: type, footer: "")) }
    }
  }

  @Test func changesOutOfOrderAreRefused() throws {
    func body(_ first: UInt8, _ second: UInt8) -> [UInt8] {
      let zeros = [UInt8](repeating: 0, count: 7)
      var bytes: [UInt8] = zeros
      bytes.append(first)
      bytes += zeros
      bytes.append(second)
      bytes += [0, 0]
      return bytes + type
    }
    let counts: [UInt32] = [0, 0, 0, 2, 1, 4]
    _ = try TimeZoneData(zoneFile: file(counts: counts, body: body(1, 2), footer: ""))
    for (first, second) in [(2, 1), (1, 1)] as [(UInt8, UInt8)] {
      #expect(throws: ZoneFileError.malformed) {
        try TimeZoneData(zoneFile: file(counts: counts, body: body(first, second), footer: ""))
      }
    }
  }

  @Test func aMalformedRuleIsRefused() {
    #expect(throws: ZoneFileError.malformed) { try TimeZoneData(zoneFile: file(body: type, footer: "nonsense!")) }
  }

  @Test func leapSecondsAreRefused() {
    #expect(throws: ZoneFileError.countsLeapSeconds) {
      try TimeZoneData(
        zoneFile: file(counts: [0, 0, 1, 0, 1, 4], body: type + [UInt8](repeating: 0, count: 12), footer: ""))
    }
  }
}

@Suite struct TimeTextTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (1_777_622_400_000, "2026-05-01T08:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_007, "2000-02-29T00:00:00.007Z"),
    (253_402_300_800_000, "+10000-01-01T00:00:00.000Z"), (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
  ])
  func anInstantIsWrittenInUTCWithMilliseconds(milliseconds: Int64, text: String) {
    #expect(shown(Instant(milliseconds: milliseconds)) == text)
  }

  @Test(arguments: [
    "2026-5-01", "2026-05-1", "2026-05-01 ", "2026/05/01", "26-05-01", "2026-02-30", "20x6-05-01", "２０26-05-01", "",
  ])
  func whatIsNoDateIsRefused(text: String) {
    #expect(CivilDate(text) == nil)
  }
}
