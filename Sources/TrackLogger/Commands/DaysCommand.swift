import TrackCore
import TrackStore

enum DaysCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let reader = try TrackReader.open(invocation, in: world)
    let rows = try days(reader, selection)
    try List.write(rows, invocation, in: world, nothing: "no days with trips or visits") {
      $0.day($1)
    } table: {
      table(rows)
    }
    return .done
  }

  private static func days(_ reader: TrackReader, _ selection: Selection) throws -> [Day] {
    let zone = selection.zone.data
    var days = Days(zone: zone)
    try reader.snapshot { () throws(StoreError) in
      for row in try reader.trips(in: selection.range) { days.add(row.trip) }
      for row in try reader.visits(in: selection.range) { days.add(row.visit) }
    }
    let within = days.all.filter { day in
      let next = CivilDate(daysSince1970: day.date.daysSince1970 + 1)
      if let until = selection.range.until, zone.start(of: day.date) >= until { return false }
      if let since = selection.range.since, zone.start(of: next) <= since { return false }
      return true
    }
    return selection.limit.map { Array(within.suffix($0)) } ?? within
  }

  private static func table(_ rows: [Day]) -> Table {
    let isBridged = rows.contains { $0.bridgedDecimetres >= 5 }
    var columns: [(String, Table.Side)] = [("DAY", .left), ("DISTANCE", .right)]
    if isBridged { columns.append(("BRIDGED", .right)) }
    var table = Table(columns + [("MOVING", .right), ("TRIPS", .right), ("VISITS", .right)])
    for day in rows {
      var cells = [Shown.date(day.date), Shown.distance(Double(day.decimetres) / 10)]
      if isBridged { cells.append(day.bridgedDecimetres < 5 ? "" : Shown.distance(Double(day.bridgedDecimetres) / 10)) }
      table.add(cells + [Shown.duration(day.movingTime), "\(day.trips)", "\(day.visits)"])
    }
    return table
  }
}

extension JSONWriter {
  mutating func day(_ day: Day) {
    beginObject()
    key("day")
    value(Shown.date(day.date))
    key("distance")
    value(Double(day.decimetres) / 10, decimals: 1)
    key("bridged_distance")
    value(Double(day.bridgedDecimetres) / 10, decimals: 1)
    key("moving_time")
    value(day.movingTime)
    key("trips")
    value(day.trips)
    key("visits")
    value(day.visits)
    endObject()
  }
}
