import TrackCore
import TrackStore

/// Which files an archive is to have by now.
struct ArchivePlan {
  struct File {
    /// Without what the format is known by.
    var name: String
    fileprivate var trip: Trip.ID?
    fileprivate var range: TimeRange?

    func rows(_ reader: TrackReader) throws(StoreError) -> ExportRows {
      if let trip { return ExportRows(trips: try reader.trip(trip).map { [$0] } ?? []) }
      guard let range else { return ExportRows() }
      return ExportRows(visits: try reader.visits(in: range), trips: try reader.trips(in: range))
    }
  }

  private(set) var files: [File] = []

  /// What happened this much later shows that an arrival was one, and not taken back: beyond the shortest visit.
  private static let margin = Interval.minutes(2)

  /// - Parameters:
  ///   - zone: days of this zone too, once they are over.
  ///   - patience: the shortest visit.
  init(_ reader: TrackReader, zone: TimeZoneData?, patience: Interval) throws(StoreError) {
    self = try reader.snapshot { () throws(StoreError) in
      var plan = ArchivePlan()
      guard let newest = try reader.newest() else { return plan }
      let settled = newest - patience - Self.margin
      let trips = try reader.trips().map(\.trip)
      plan.addTrips(trips.filter { $0.end.map { $0 <= settled } ?? false })
      if let zone {
        // A day on which something is still open is not over.
        let open = trips.first { $0.end.map { $0 > settled } ?? true }?.start
        plan.addDays(try reader.visits().map(\.visit), trips, before: min(open ?? settled, settled), zone)
      }
      return plan
    }
  }

  private init() {}

  private mutating func addTrips(_ trips: [Trip]) {
    var previous = ""
    for trip in trips {
      let name = Self.name(trip.start)
      // Two sources may know trips of one second: the older number has the plain name.
      files.append(File(name: name == previous ? "\(name)-\(trip.id)" : name, trip: trip.id))
      previous = name
    }
  }

  private mutating func addDays(_ visits: [Visit], _ trips: [Trip], before end: Instant, _ zone: TimeZoneData) {
    var days: Set<Int> = []
    func touch(_ from: Instant, _ to: Instant) {
      let last = min(zone.day(of: to).daysSince1970, zone.day(of: end).daysSince1970)
      let first = zone.day(of: from).daysSince1970
      // A century at most: times may be nonsense.
      if first <= last { days.formUnion(max(first, last - 36_600)...last) }
    }
    for trip in trips { touch(trip.start, trip.end ?? trip.last) }
    for visit in visits { touch(visit.arrival, visit.departure ?? visit.last) }
    for day in days.sorted() {
      let range = TimeRange(
        since: zone.start(of: CivilDate(daysSince1970: day)), until: zone.start(of: CivilDate(daysSince1970: day + 1)))
      guard let until = range.until, let since = range.since, since < until, until <= end else { continue }
      files.append(File(name: Shown.date(CivilDate(daysSince1970: day)), range: range))
    }
  }

  /// `2026-05-01T080000Z`: sorts by time, and every file system takes it.
  private static func name(_ start: Instant) -> String {
    let local = TimeZoneData.utc.local(start)
    var text = ByteText()
    text.put(local.date)
    text.put("T")
    for part in [local.hour, local.minute, local.second] { text.put(part, digits: 2) }
    text.put("Z")
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

extension TrackReader {
  /// The newest instant of which anything is known; nil in an empty database.
  func newest() throws(StoreError) -> Instant? {
    let visit = try visits(limit: 1).last?.visit
    let trip = try trips(limit: 1).last?.trip
    let event = try events(limit: 1).last?.event
    return [
      try lastFix()?.time, visit.map { $0.departure ?? $0.last }, trip.map { $0.end ?? $0.last }, event?.noticed,
    ].compactMap { $0 }.max()
  }
}
