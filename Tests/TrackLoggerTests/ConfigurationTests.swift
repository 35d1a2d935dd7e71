import Foundation
import Testing
import TrackCore

@testable import TrackLogger

private func parse(_ text: String) throws(Failure) -> Configuration {
  try ConfigurationParser(file: "t.conf").parse(Array(text.utf8))
}

private func refusal(_ text: String) -> String {
  do throws(Failure) {
    _ = try parse(text)
    return "accepted"
  } catch {
    #expect(error.code == .data)
    return error.sentence
  }
}

@Suite struct ConfigurationTests {
  @Test func anEmptyFileGivesTheDefaults() throws {
    #expect(try parse("") == Configuration())
    #expect(try parse("# nothing\n\n ; at all\n[gpsd]\n[trip]") == Configuration())
  }

  @Test func everyKeyIsUnderstood() throws {
    let c = try parse(
      """
      [gpsd]
      host = gps.example.org
      port=2948
      device = /dev/ttyUSB0
      [filter]
      max_error = 50 m
      max_age = 1 min
      max_speed = 90 km/h
      distance = 0.02 km
      earliest_date = 2026-01-01
      [visit]
      min_duration = 5min
      radius = 80
      [trip]
      max_gap = 1 h
      [geocode]
      provider = photon
      url = http://127.0.0.1:8080
      contact = me@example.org ; really
      language = de,en;q=0.5
      capacity = 5
      rate = 0.25
      min_distance = 1 km
      min_interval = 30
      cell = 200
      [store]
      path = /srv/my track.db
      commit_interval = 5
      retention = 30 d
      [events]
      command = /bin/notify  -q\tx
      """)
    #expect(c.host == "gps.example.org")
    #expect(c.port == 2948)
    #expect(c.settings.device == "/dev/ttyUSB0")
    #expect(c.settings.filter.maxError == 50)
    #expect(c.settings.filter.maxAge == .minutes(1))
    #expect(abs(c.settings.filter.maxSpeed - 25) < 1e-9)
    #expect(c.settings.filter.distance == 20)
    #expect(c.settings.filter.earliestDate == Instant(milliseconds: 1_767_225_600_000))
    #expect(c.settings.visit.minDuration == .minutes(5))
    #expect(c.settings.visit.radius == 80)
    #expect(c.settings.trip.maxGap == .minutes(60))
    #expect(c.settings.places.provider == .photon)
    #expect(c.geocode.url?.text == "http://127.0.0.1:8080")
    #expect(c.geocode.contact == "me@example.org ; really")
    #expect(c.settings.places.language == "de,en;q=0.5")
    #expect(c.geocode.capacity == 5)
    #expect(c.geocode.rate == 0.25)
    #expect(c.settings.places.minDistance == 1000)
    #expect(c.settings.places.minInterval == .seconds(30))
    #expect(c.settings.places.cell == 200)
    #expect(c.storePath == "/srv/my track.db")
    #expect(c.settings.commitInterval == .seconds(5))
    #expect(c.retention == .seconds(30 * 86_400))
    #expect(c.eventCommand == ["/bin/notify", "-q", "x"])
  }

  @Test func aProfileIsRefinedByKeysThatStandBeforeIt() throws {
    let c = try parse("[filter]\nmax_speed = 30\nprofile = cycling\n")
    #expect(c.settings.filter.maxSpeed == 30)
    #expect(c.settings.filter.maxError == 50)
  }

  @Test func linesMayEndInCRLFAndBeginWithAByteOrderMark() throws {
    #expect(try parse("\u{FEFF}[gpsd]\r\nhost = a\r\n").host == "a")
  }

  @Test(arguments: [
    ("[filter]\nmax_eror = 3\n", "t.conf:2: there is no key 'max_eror' in [filter]; did you mean 'max_error'?"),
    ("\n[filtre]\n", "t.conf:2: there is no section [filtre]; did you mean 'filter'?"),
    ("[gpsd\n", "t.conf:1: a section is written [name], alone on its line"),
    ("[gpsd] # x\n", "t.conf:1: a section is written [name], alone on its line"),
    ("host = a\n", "t.conf:1: 'host' stands before the first [section]"),
    ("[gpsd]\nhost\n", "t.conf:2: a setting is written key = value"),
    ("[gpsd]\nhost =\n", "t.conf:2: host has no value; leave the line out for the default"),
    ("[gpsd]\nhost = a b\n", "t.conf:2: host takes a host name or address, not 'a b'"),
    ("[gpsd]\nport = 0\n", "t.conf:2: port takes a whole number, 1 to 65535, not '0'"),
    ("[gpsd]\nport = 1\n\n[gpsd]\nport = 1\n", "t.conf:5: port is already set in line 2"),
    ("[filter]\nprofile = fast\n", "automotive, cycling, fitness, marine, airborne, default, not 'fast'"),
    ("[filter]\nmax_error = -3\n", "t.conf:2: max_error takes a number of metres (or km), 1 to 100000, not '-3'"),
    ("[filter]\nmax_error = 5 ft\n", "not '5 ft'"),
    ("[filter]\nmax_error = nan\n", "not 'nan'"),
    ("[filter]\nmax_error = 1e400\n", "not '1e400'"),
    ("[filter]\nmax_error = 10 # metres\n", "not '10 # metres'"),
    ("[filter]\nearliest_date = 2026-02-29\n", "earliest_date takes a date like 2026-05-01, not '2026-02-29'"),
    ("[store]\npath = track.db\n", "a path from the root"),
    ("[events]\ncommand = notify\n", "a program's path from the root"),
    ("[geocode]\nurl = ftp://x\n", "an address like https://nominatim.example.org/path"),
    ("[gpsd]\nhost = a\u{1}b\n", "t.conf:2: there is a control character"),
  ])
  func whatIsNotUnderstoodIsRefusedWithItsLine(text: String, sentence: String) {
    #expect(refusal(text).contains(sentence), "\(refusal(text))")
  }

  @Test func bytesThatAreNoUTF8AreRefused() {
    #expect(throws: Failure(.data, "t.conf:2: this is not UTF-8")) {
      try ConfigurationParser(file: "t.conf").parse(Array("[gpsd]\nhost = ".utf8) + [0xFF, 0x0A])
    }
  }

  @Test func theDefaultsOfTheTableAreThoseOfTheProgram() throws {
    let text = ConfigurationKey.all.filter { !$0.standard.isEmpty }
      .map { "[\($0.section)]\n\($0.name) = \($0.standard)\n" }.joined()
    #expect(try parse(text) == Configuration())
  }

  @Test func theSampleShowsEveryKeyWithItsDefault() throws {
    let sample = try String(contentsOf: packageRoot.appending(path: "packaging/tracklogger.conf"), encoding: .utf8)
    #expect(try parse(sample) == Configuration())
    // With the comments taken away it must still be understood, and hold every key.
    let lines = sample.split(separator: "\n").map(String.init)
    let bare = lines.map { $0.wholeMatch(of: /# ([a-z_]+ = .*)/).map { String($0.1) } ?? $0 }
    _ = try parse(bare.joined(separator: "\n"))
    for key in ConfigurationKey.all {
      let shown = bare.filter { $0.hasPrefix("\(key.name) = ") }
      #expect(shown.count == 1, "\(key.name)")
      if !key.standard.isEmpty { #expect(shown.first == "\(key.name) = \(key.standard)") }
    }
  }
}
