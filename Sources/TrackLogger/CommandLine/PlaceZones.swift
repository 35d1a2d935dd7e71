import TrackCore

/// The time zones of places, for `--tz place`; each is read once.
final class PlaceZones {
  private let zones: Zones
  private var known: [String: TimeZoneData?] = [:]

  init(_ world: World) { zones = Zones(world) }

  /// nil where the name of the zone says nothing here.
  subscript(name: String?) -> TimeZoneData? {
    guard let name else { return nil }
    if let zone = known[name] { return zone }
    let zone = try? zones.zone(named: name).data
    known[name] = .some(zone)
    return zone
  }
}
