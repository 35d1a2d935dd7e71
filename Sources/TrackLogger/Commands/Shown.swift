import TrackCore
import TrackStore

/// How values read in lists for people.
struct Shown {
  var zone: TimeZoneData
  /// With `--tz place`; times then say how far they are from UTC.
  var places: PlaceZones?
  var units = LengthUnits.km

  init(zone: TimeZoneData, places: PlaceZones? = nil, units: LengthUnits = .km) {
    self.zone = zone
    self.places = places
    self.units = units
  }

  /// Where `--tz place` asks for it, in the zone of a place.
  func at(_ name: PlaceName?) -> Shown {
    guard let places, let zone = places[name?.timeZone] else { return self }
    return Shown(zone: zone, places: places, units: units)
  }

  /// `2026-05-01 07:42`
  func time(_ instant: Instant) -> String {
    let local = zone.local(instant)
    return "\(Shown.date(local.date)) \(Shown.clock(local))" + offset(instant)
  }

  /// `08:11`, with the date before it where that is another one than of `start`.
  func time(_ instant: Instant, after start: Instant) -> String {
    let local = zone.local(instant)
    return zone.local(start).date == local.date ? Shown.clock(local) + offset(instant) : time(instant)
  }

  /// `2026-05-01 07:42:13`
  func exactTime(_ instant: Instant) -> String {
    let local = zone.local(instant)
    return "\(Shown.date(local.date)) \(Shown.clock(local)):\(Shown.twoDigits(local.second))" + offset(instant)
  }

  /// `+02:00`; nothing where all times are of one zone.
  private func offset(_ instant: Instant) -> String {
    guard places != nil else { return "" }
    let minutes = zone.offset(at: instant) / 60
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    return (minutes < 0 ? "-" : "+") + Shown.twoDigits(hours) + ":" + Shown.twoDigits(rest)
  }

  static func date(_ date: CivilDate) -> String {
    var text = ByteText()
    text.put(date)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private static func clock(_ local: LocalTime) -> String { "\(twoDigits(local.hour)):\(twoDigits(local.minute))" }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// `45 s`, `12 min`, `1 h 23 min`, `2 d 3 h`
  static func duration(_ interval: Interval) -> String {
    let seconds = (interval.milliseconds + 500) / 1000
    if seconds < 60 { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    if minutes < 60 { return "\(minutes) min" }
    if minutes < 24 * 60 { return "\(minutes / 60) h \(minutes % 60) min" }
    let hours = (minutes + 30) / 60
    return "\(hours / 24) d \(hours % 24) h"
  }

  /// `850 m`, `18.3 km`
  static func distance(_ metres: Double) -> String { LengthUnits.km.distance(metres) }

  func distance(_ metres: Double) -> String { units.distance(metres) }

  func speed(_ metresPerSecond: Double) -> String { units.speed(metresPerSecond) }

  /// `48.70100, 11.66300`: to a metre.
  static func position(_ at: Coordinate) -> String { number(at.latitude, 5) + ", " + number(at.longitude, 5) }

  /// The name that the owner gave, else what the place is called, else the position.
  static func place(_ place: PlaceReference?, _ name: PlaceName?, _ at: Coordinate) -> String {
    place?.name ?? name?.short ?? position(at)
  }

  static func number(_ value: Double, _ decimals: Int) -> String {
    var text = ByteText()
    text.put(value, decimals: decimals)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
