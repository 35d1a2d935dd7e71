import TrackCore
import TrackStore

/// One day of a time zone and what was done on it.
struct Day {
  var date: CivilDate
  var sum: DaySum
}

/// The days on which there was a trip or a visit. Each counts on every day that it touches; the distances of a trip are shared out, and add
/// up to its own.
enum DaysCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let boxes = try OpenBoxes(invocation, in: world)
    try list(selection.shown).write(invocation, in: world, areOfBoxes: boxes.areSeveral) { put in
      try boxes.each(
        by: \.date.daysSince1970, limit: selection.limit,
        { try days($0, selection, now: world.now()).forEach($1) }, put)
    }
    return .done
  }

  private static func days(_ reader: TrackReader, _ selection: Selection, now: Instant) throws(StoreError) -> [Day] {
    try reader.snapshot { () throws(StoreError) in
      guard let span = try span(reader, selection.range, now: now) else { return [] }
      let (dates, boundaries) = calendar(span, try zones(reader, selection))
      let sums = try reader.days(boundaries: boundaries)
      let days = zip(dates, sums).map(Day.init).filter { $0.sum.trips > 0 || $0.sum.visits > 0 }
      return Array(days.suffix(selection.limit ?? days.count))
    }
  }

  /// From the first to the last that is known within the range; nil where that is nothing.
  private static func span(
    _ reader: TrackReader, _ range: TimeRange, now: Instant
  ) throws(StoreError) -> (first: Instant, last: Instant)? {
    guard let known = try reader.span(in: range) else { return nil }
    var (first, last) = (known.first, known.last)
    first = max(first, range.since ?? first)
    if let until = range.until {
      // Who has not left is there until now.
      if known.isStaying { last = max(last, min(until, now)) }
      last = min(last, until - Interval(milliseconds: 1))
    }
    return (first, max(first, last))
  }

  /// At most a century of days, the newest.
  private static let longest = 36_600

  /// The days that the span touches, and when each begins; at last when the one after begins. A day that the zone left out is none.
  private static func calendar(
    _ span: (first: Instant, last: Instant), _ zones: Journey
  ) -> ([CivilDate], [Instant]) {
    let end = zones.zone(at: span.last).day(of: span.last).daysSince1970
    let begin = max(zones.zone(at: span.first).day(of: span.first).daysSince1970, end - longest)
    var dates: [CivilDate] = []
    var boundaries = [zones.start(ofDay: begin)]
    for number in begin...max(begin, end) {
      let until = zones.start(ofDay: number + 1)
      guard until > boundaries[boundaries.count - 1] else { continue }
      dates.append(CivilDate(daysSince1970: number))
      boundaries.append(until)
    }
    return (dates, boundaries)
  }

  /// One zone, or with `--tz place` that of wherever one was.
  private static func zones(_ reader: TrackReader, _ selection: Selection) throws(StoreError) -> Journey {
    var journey = Journey(home: selection.zone.data)
    guard let places = selection.places else { return journey }
    for row in try reader.trips(in: selection.range) {
      journey.add(places[row.fromName?.timeZone], from: row.trip.start)
      if let end = row.trip.end { journey.add(places[row.toName?.timeZone], from: end) }
    }
    for row in try reader.visits(in: selection.range) {
      journey.add(places[row.name?.timeZone], from: row.visit.arrival)
    }
    return journey
  }

  private static func list(_ shown: Shown) -> List<Day> {
    List(
      nothing: "no days with trips or visits", csv: CSVColumn.days,
      columns: [
        .left("DAY"), .right("DISTANCE"), .right("BRIDGED", isOptional: true), .right("MOVING"), .right("TRIPS"),
        .right("VISITS"),
      ]
    ) {
      $0.day($1, box: $2)
    } cells: { day in
      let sum = day.sum
      return (
        [
          Shown.date(day.date), shown.distance(sum.distance),
          sum.bridgedDistance < 0.5 ? "" : shown.distance(sum.bridgedDistance), Shown.duration(sum.movingTime),
          "\(sum.trips)", "\(sum.visits)",
        ], .plain
      )
    }
  }
}

extension JSONWriter {
  mutating func day(_ day: Day, box: String? = nil) {
    beginObject()
    key("day")
    value(Shown.date(day.date))
    key("distance")
    value(day.sum.distance, decimals: 2)
    key("bridged_distance")
    value(day.sum.bridgedDistance, decimals: 2)
    key("moving_time")
    value(day.sum.movingTime)
    key("trips")
    value(day.sum.trips)
    key("visits")
    value(day.sum.visits)
    member(box: box)
    endObject()
  }
}
