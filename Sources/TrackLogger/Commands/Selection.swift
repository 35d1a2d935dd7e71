import TrackCore
import TrackStore

/// Which rows a list shows, and in which time zone: `--since`, `--until`, `--on`, `--tz`, `--limit`.
struct Selection {
  var range = TimeRange.all
  var zone: Zone
  var limit: Int?
  /// With `--tz place`.
  private(set) var places: PlaceZones?

  private(set) var units = LengthUnits.km

  var shown: Shown { Shown(zone: zone.data, places: places, units: units) }

  static let options: [Option] = [.since, .until, .on, .tz, .utc, .limit, .box]
  /// Of lists.
  static let listOptions: [Option] = options + [.units, .csv]

  init(_ invocation: Invocation, in world: World) throws(Failure) {
    zone = try Zones.chosen(invocation, in: world)
    if Zones.areOfPlaces(invocation) { places = PlaceZones(world) }
    units = try .chosen(invocation)
    try invocation.refuse(.csv, with: [.json])
    limit = try invocation.integer(.limit).map { Int(clamping: $0) }
    try invocation.refuse(.on, with: [.since, .until])
    let when = When(zone: zone.data, now: world.now())
    if let text = invocation[.on] {
      guard let day = when.day(text) else {
        throw .usage("--on takes a date like 2026-05-01, today or yesterday, not '\(text)'")
      }
      range = TimeRange(since: when.span(day).since, until: when.span(day).until)
      return
    }
    range.since = try Selection.instant(.since, invocation, when)
    range.until = try Selection.instant(.until, invocation, when)
    if let since = range.since, let until = range.until, until < since {
      throw .usage("--until lies before --since")
    }
  }

  private static func instant(_ option: Option, _ invocation: Invocation, _ when: When) throws(Failure) -> Instant? {
    guard let text = invocation[option] else { return nil }
    guard let instant = when.instant(text, endOfDay: option.name == Option.until.name) else {
      throw .usage("--\(option.name) takes \(When.forms), not '\(text)'")
    }
    return instant
  }
}
