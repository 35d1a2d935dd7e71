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
    try list(selection.shown).write(invocation, in: world, areOfBoxes: boxes.areSeveral) { put in
      try boxes.each(by: \.time, limit: selection.limit, { try find(text, in: $0, selection, $1) }, put)
    }
    return .done
  }

  /// Reads the rows twice: for their names, and for those that bear one which matches.
  private static func find(
    _ text: String, in reader: TrackReader, _ selection: Selection, _ body: (Found) throws -> Void
  ) throws {
    var names: Set<String> = []
    func note(_ place: PlaceReference?, _ name: PlaceName?) {
      for name in [place?.name, name?.full, name?.short] { if let name { names.insert(name) } }
    }
    try reader.tripPages(in: selection.range).each {
      note($0.fromPlace, $0.fromName)
      note($0.toPlace, $0.toName)
    }
    try reader.visitPages(in: selection.range).each { note($0.place, $0.name) }
    let matches = try reader.names(among: names, matching: text)
    func isMatch(_ place: PlaceReference?, _ name: PlaceName?) -> Bool {
      [place?.name, name?.full, name?.short].contains { $0.map(matches.contains) ?? false }
    }
    if matches.isEmpty { return }
    var found: [Found] = []
    try reader.tripPages(in: selection.range).each {
      if isMatch($0.fromPlace, $0.fromName) || isMatch($0.toPlace, $0.toName) { found.append(.trip($0)) }
    }
    try reader.visitPages(in: selection.range).each { if isMatch($0.place, $0.name) { found.append(.visit($0)) } }
    found.sort { $0.time < $1.time }
    for row in found.suffix(selection.limit ?? found.count) { try body(row) }
  }

  private static func json(_ json: inout JSONWriter, _ found: Found, _ box: String?) {
    json.beginObject()
    json.key("kind")
    switch found {
    case .trip(let row):
      json.value("trip")
      json.tripKeys(row)
    case .visit(let row):
      json.value("visit")
      json.visitKeys(row)
    }
    json.member(box: box)
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

  private static func list(_ shown: Shown) -> List<Found> {
    List(
      nothing: "nothing by that name", csv: columns,
      columns: [.left(""), .right("ID"), .left("START"), .left("END"), .right("DURATION"), .left("PLACE")],
      json: json
    ) { row in
      switch row {
      case .trip(let row):
        let trip = row.trip
        return (
          [
            "trip", "\(trip.id)", shown.at(row.fromName).time(trip.start),
            trip.end.map { shown.at(row.toName).time($0, after: trip.start) } ?? "under way",
            Shown.duration(trip.duration),
            Shown.place(row.fromPlace, row.fromName, trip.from) + " to "
              + Shown.place(row.toPlace, row.toName, trip.to),
          ], trip.end == nil ? .current : .plain
        )
      case .visit(let row):
        let visit = row.visit
        let shown = shown.at(row.name)
        return (
          [
            "visit", "\(visit.id)", shown.time(visit.arrival),
            visit.departure.map { shown.time($0, after: visit.arrival) } ?? "still there",
            Shown.duration(visit.duration), Shown.place(row.place, row.name, visit.centre),
          ], visit.departure == nil ? .current : .plain
        )
      }
    }
  }
}
