import TrackCore
import TrackStore

/// One trip or visit in full.
enum ShowCommand {
  static let options: [Option] = [.tz, .utc, .units, .box]

  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let zone = try Zones.chosen(invocation, in: world)
    let (kind, text) = (invocation.operands[0], invocation.operands[1])
    guard kind == "trip" || kind == "visit" else {
      throw Failure.usage("show takes trip or visit, not '\(kind)'")
    }
    guard let id = Int64(text), id > 0 else { throw Failure.usage("show \(kind) takes a number, not '\(text)'") }
    let reader = try TrackReader.open(invocation, in: world)
    let shown = Shown(
      zone: zone.data, places: Zones.areOfPlaces(invocation) ? PlaceZones(world) : nil, units: try .chosen(invocation))
    if kind == "trip" {
      guard let row = try reader.trip(id) else {
        throw Failure(.failed, "there is no trip \(id); 'tracklogger trips' lists them")
      }
      let gaps = try reader.gaps(of: row.trip)
      if invocation.has(.json) { return try json(in: world) { trip(row, gaps, &$0) } }
      try write(lines(row, gaps, shown), to: world.output)
      if let terminal = Terminal(world), terminal.isUnicode {
        for line in try TripPicture.lines(row.trip, reader, shown, columns: terminal.columns) {
          try world.output.write(line + "\n")
        }
      }
    } else {
      guard let row = try reader.visit(id) else {
        throw Failure(.failed, "there is no visit \(id); 'tracklogger visits' lists them")
      }
      if invocation.has(.json) { return try json(in: world) { $0.visit(row) } }
      try write(lines(row, shown), to: world.output)
    }
    return .done
  }

  private static func json(in world: World, _ write: (inout JSONWriter) -> Void) throws -> ExitCode {
    var writer = JSONWriter()
    write(&writer)
    try writer.drain(to: world.output)
    return .done
  }

  private static func trip(_ row: TripRow, _ gaps: [Gap], _ json: inout JSONWriter) {
    json.beginObject()
    json.tripKeys(row)
    json.key("last_fix")
    json.value(row.trip.last)
    json.key("bounds")
    json.beginObject()
    let bounds = row.trip.bounds
    for (key, edge) in [
      ("south", bounds.south), ("west", bounds.west), ("north", bounds.north), ("east", bounds.east),
    ] as [(StaticString, Double)] {
      json.key(key)
      json.value(edge, decimals: 7)
    }
    json.endObject()
    json.key("gaps")
    json.beginArray()
    for gap in gaps {
      json.beginObject()
      json.key("start")
      json.value(gap.start)
      json.key("end")
      json.value(gap.end)
      json.key("distance")
      json.value(gap.distance, decimals: 1)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private static func lines(_ row: TripRow, _ gaps: [Gap], _ shown: Shown) -> [(String, String)] {
    let trip = row.trip
    let moving = trip.movingTime.seconds
    var lines = [
      ("trip", "\(trip.id)"),
      (
        "from",
        "\(shown.at(row.fromName).exactTime(trip.start))  \(Shown.place(row.fromPlace, row.fromName, trip.from))"
      ),
      (
        "to",
        "\(trip.end.map(shown.at(row.toName).exactTime) ?? "under way, \(shown.exactTime(trip.last))")  \(Shown.place(row.toPlace, row.toName, trip.to))"
      ), ("duration", "\(Shown.duration(trip.duration)), moving \(Shown.duration(trip.movingTime))"),
      ("distance", shown.distance(trip.distance)),
    ]
    if trip.bridgedDistance >= 0.5 {
      lines.append(("bridged", "\(shown.distance(trip.bridgedDistance)) in straight lines over silences"))
    }
    if moving > 0 { lines.append(("mean speed", "\(shown.speed(trip.distance / moving)) while moving")) }
    if let speed = trip.maxSpeed { lines.append(("top speed", shown.speed(speed))) }
    lines.append(("fixes", "\(trip.fixes)"))
    for gap in gaps {
      let across = gap.distance.map { ", \(shown.distance($0))" } ?? ""
      lines.append(("gap", "\(shown.exactTime(gap.start)), \(Shown.duration(gap.end - gap.start))\(across)"))
    }
    return lines
  }

  private static func lines(_ row: VisitRow, _ shown: Shown) -> [(String, String)] {
    let visit = row.visit
    let shown = shown.at(row.name)
    var lines = [
      ("visit", "\(visit.id)"), ("arrival", shown.exactTime(visit.arrival)),
      ("departure", visit.departure.map(shown.exactTime) ?? "still there, last seen \(shown.exactTime(visit.last))"),
      ("duration", Shown.duration(visit.duration) + (visit.inferred ? ", inferred from a silence" : "")),
      ("position", "\(Shown.position(visit.centre)), within \(shown.distance(visit.accuracy))"),
      ("fixes", "\(visit.fixes)"),
    ]
    if let place = row.place { lines.append(("place", place.name.map { "\(place.id), \($0)" } ?? "\(place.id)")) }
    if let name = row.name {
      lines.append(("address", name.full))
      if let zone = name.timeZone { lines.append(("time zone", zone)) }
      lines.append(("source", "\(name.provider): \(name.attribution)"))
    }
    return lines
  }

  private static func write(_ lines: [(String, String)], to output: Output) throws {
    for (name, value) in lines {
      try output.write(name + String(repeating: " ", count: max(1, 12 - name.count)) + Table.printable(value) + "\n")
    }
  }
}
