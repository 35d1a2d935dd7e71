import Glibc
import TrackCore

/// A time zone and what to call it.
struct Zone {
  var name: String
  var data: TimeZoneData

  static let utc = Zone(name: "UTC", data: .utc)
}

/// Finds time zones on this machine.
struct Zones {
  /// Where the compiled zone files lie: `TZDIR`, as for the C library, else the system's folder.
  let folder: String
  /// The machine's own zone.
  let localtime: String

  init(_ world: World, localtime: String = "/etc/localtime") {
    let named = world.variable("TZDIR")
    folder = named?.hasPrefix("/") == true ? named ?? "" : "/usr/share/zoneinfo"
    self.localtime = localtime
  }

  /// `--tz place`: each time in the zone of the place it happened at; where that is unknown, and for days, as without `--tz`.
  static let ofPlaces = "place"

  static func areOfPlaces(_ invocation: Invocation) -> Bool { invocation[.tz] == ofPlaces }

  /// The zone of `--tz`, else of the variable TZ, else of the machine, else UTC.
  static func chosen(_ invocation: Invocation, in world: World) throws(Failure) -> Zone {
    let zones = Zones(world)
    try invocation.refuse(.utc, with: [.tz])
    if invocation.has(.utc) { return .utc }
    if let name = invocation[.tz], name != Zones.ofPlaces { return try zones.zone(named: name) }
    if let value = world.variable("TZ") { return try zones.zone(ofVariable: value) }
    return zones.ofMachine()
  }

  /// A zone by its name in the zone database; nothing else, no path.
  func zone(named name: String) throws(Failure) -> Zone {
    if let zone = try file(name) { return zone }
    if ["UTC", "Etc/UTC", "Z"].contains(name) { return .utc }
    throw unknown(name)
  }

  /// TZ as the C library understands it: a name, with or without a colon before it, or a rule like `CET-1CEST,M3.5.0,M10.5.0/3`.
  func zone(ofVariable value: String) throws(Failure) -> Zone {
    var name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name == localtime { return ofMachine() }
    if name.hasPrefix(folder + "/") { name = String(name.dropFirst(folder.count + 1)) }
    if let zone = try file(name) { return zone }
    if let data = TimeZoneData(rule: name) { return Zone(name: name, data: data) }
    if name == "UTC" { return .utc }
    var failure = unknown(name)
    failure.sentence = "the variable TZ is of no use: " + failure.sentence
    throw failure
  }

  /// The machine's zone; UTC where it has none.
  func ofMachine() -> Zone {
    guard let bytes = try? WholeFile.read(localtime, atMost: Zones.maxSize),
      let data = try? TimeZoneData(zoneFile: bytes)
    else { return .utc }
    return Zone(name: "local time", data: data)
  }

  /// The largest file of the zone database has 4 kB.
  private static let maxSize = 262_144

  /// nil where there is no such file, or the name is no name.
  private func file(_ name: String) throws(Failure) -> Zone? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.first != UInt8(ascii: ".")
        && part.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
          case UInt8(ascii: "0")...UInt8(ascii: "9"): true
          default: "_+-.".utf8.contains(byte)
          }
        }
    }
    guard isName, name.utf8.count <= 100, let bytes = try? WholeFile.read(folder + "/" + name, atMost: Zones.maxSize)
    else { return nil }
    do throws(ZoneFileError) {
      return Zone(name: name, data: try TimeZoneData(zoneFile: bytes))
    } catch {
      switch error {
      case .malformed: return nil
      case .countsLeapSeconds: throw .usage("the time zone \(name) counts leap seconds; take the one without 'right/'")
      }
    }
  }

  private func unknown(_ name: String) -> Failure {
    guard access(folder + "/Etc/UTC", R_OK) == 0 || access(folder + "/UTC", R_OK) == 0 else {
      return .usage("there is no time zone '\(name)': there are none in \(folder), install tzdata")
    }
    let guess = Suggestion.nearest(name, among: names()) ?? "Europe/Berlin"
    return .usage("there is no time zone '\(name)'; zones have names like \(guess)")
  }

  /// The names of the zones that are in use, from the zone database's own list.
  private func names() -> [String] {
    guard let bytes = try? WholeFile.read(folder + "/zone1970.tab", atMost: Zones.maxSize) else { return [] }
    return bytes.split(separator: 10).filter { $0.first != UInt8(ascii: "#") }.compactMap { line in
      let columns = line.split(separator: 9)
      return columns.count > 2 ? String(decoding: columns[2], as: UTF8.self) : nil
    }
  }
}
