import TrackCore
import TrackStore

/// `tracklogger search TEXT`: trips and visits by the names of their places, the newest last.
enum SearchCommand {
  private enum Found {
    case trip(TripRow)
    case visit(VisitRow)

    var time: Instant {
      switch self {
      case .trip(let row): row.trip.start
      case .visit(let row): row.visit.arrival
      }
    }
  }

  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let text = invocation.operands.joined(separator: " ")
    guard text.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }) else {
      throw Failure.usage("search needs a word of a name, not '\(text)'")
    }
    let boxes = try OpenBoxes(invocation, in: world)
    let rows = try boxes.rows(by: \.time, limit: selection.limit) { try found(text, in: $0, selection) }
    try List.write(rows, invocation, in: world, nothing: "nothing by that name", csv: columns) {
      json(&$0, $1)
    } table: {
      table($0, selection.shown)
    }
    return .done
  }

  private static func found(_ text: String, in reader: TrackReader, _ selection: Selection) throws(StoreError)
    -> [Found]
  {
    let trips = try reader.trips(in: selection.range)
    let visits = try reader.visits(in: selection.range)
    var names: Set<String> = []
    func note(_ place: PlaceReference?, _ name: PlaceName?) {
      if let name = place?.name { names.insert(name) }
      if let name { names.insert(name.full) }
      if let name { names.insert(name.short) }
    }
    for row in trips {
      note(row.fromPlace, row.fromName)
      note(row.toPlace, row.toName)
    }
    for row in visits { note(row.place, row.name) }
    let matches = try reader.names(among: names, matching: text)
    func isMatch(_ place: PlaceReference?, _ name: PlaceName?) -> Bool {
      [place?.name, name?.full, name?.short].contains { $0.map(matches.contains) ?? false }
    }
    let found =
      trips.filter { isMatch($0.fromPlace, $0.fromName) || isMatch($0.toPlace, $0.toName) }.map(Found.trip)
      + visits.filter { isMatch($0.place, $0.name) }.map(Found.visit)
    return found.sorted { $0.time < $1.time }.suffix(selection.limit ?? found.count)
  }

  private static func json(_ json: inout JSONWriter, _ found: Boxed<Found>) {
    json.beginObject()
    json.key("kind")
    switch found.row {
    case .trip(let row):
      json.value("trip")
      json.tripKeys(row)
    case .visit(let row):
      json.value("visit")
      json.visitKeys(row)
    }
    json.member(box: found.box)
    json.endObject()
  }

  private static var columns: [CSVColumn<Found>] {
    [
      .text("kind") { if case .trip = $0 { "trip" } else { "visit" } },
      .integer("id") {
        switch $0 {
        case .trip(let row): row.trip.id
        case .visit(let row): row.visit.id
        }
      }, .time("start_utc") { $0.time },
      .time("end_utc") {
        switch $0 {
        case .trip(let row): row.trip.end
        case .visit(let row): row.visit.departure
        }
      },
      .text("from_name") { if case .trip(let row) = $0 { row.fromPlace?.name ?? row.fromName?.short } else { nil } },
      .text("to_name") {
        switch $0 {
        case .trip(let row): row.toPlace?.name ?? row.toName?.short
        case .visit(let row): row.place?.name ?? row.name?.short
        }
      },
    ]
  }

  private static func table(_ rows: [Found], _ shown: Shown) -> Table {
    var table = Table([
      ("", .left), ("ID", .right), ("START", .left), ("END", .left), ("DURATION", .right), ("PLACE", .left),
    ])
    for row in rows {
      switch row {
      case .trip(let row):
        let trip = row.trip
        table.add(
          [
            "trip", "\(trip.id)", shown.at(row.fromName).time(trip.start),
            trip.end.map { shown.at(row.toName).time($0, after: trip.start) } ?? "under way",
            Shown.duration(trip.duration),
            Shown.place(row.fromPlace, row.fromName, trip.from) + " to "
              + Shown.place(row.toPlace, row.toName, trip.to),
          ], trip.end == nil ? .current : .plain)
      case .visit(let row):
        let visit = row.visit
        let shown = shown.at(row.name)
        table.add(
          [
            "visit", "\(visit.id)", shown.time(visit.arrival),
            visit.departure.map { shown.time($0, after: visit.arrival) } ?? "still there",
            Shown.duration(visit.duration),
            Shown.place(row.place, row.name, visit.centre),
          ], visit.departure == nil ? .current : .plain)
      }
    }
    return table
  }
}
