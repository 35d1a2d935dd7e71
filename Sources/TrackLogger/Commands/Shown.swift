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
    return Shown.text {
      $0.put(local.date)
      $0.put(" ")
      clock(local, instant, &$0)
    }
  }

  /// `08:11`, with the date before it where that is another one than of `start`.
  func time(_ instant: Instant, after start: Instant) -> String {
    let local = zone.local(instant)
    return zone.local(start).date == local.date ? Shown.text { clock(local, instant, &$0) } : time(instant)
  }

  /// `2026-05-01 07:42:13`
  func exactTime(_ instant: Instant) -> String {
    let local = zone.local(instant)
    return Shown.text {
      $0.put(local.date)
      $0.put(" ")
      clock(local, instant, &$0, isExact: true)
    }
  }

  /// `07:42` or `07:42:13`, and `+02:00` after it where not all times are of one zone.
  private func clock(_ local: LocalTime, _ instant: Instant, _ text: inout ByteText, isExact: Bool = false) {
    text.put(local.hour, digits: 2)
    text.put(":")
    text.put(local.minute, digits: 2)
    if isExact {
      text.put(":")
      text.put(local.second, digits: 2)
    }
    guard places != nil else { return }
    let minutes = zone.offset(at: instant) / 60
    text.put(minutes < 0 ? "-" : "+")
    text.put(abs(minutes) / 60, digits: 2)
    text.put(":")
    text.put(abs(minutes) % 60, digits: 2)
  }

  static func date(_ date: CivilDate) -> String { text { $0.put(date) } }

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

  static func number(_ value: Double, _ decimals: Int) -> String { text { $0.put(value, decimals: decimals) } }

  private static func text(_ write: (inout ByteText) -> Void) -> String {
    var text = ByteText(capacity: 24)
    write(&text)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
