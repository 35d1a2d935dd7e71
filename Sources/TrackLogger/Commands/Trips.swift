import TrackCore
import TrackStore

enum TripsCommand {
  static let options: [Option] = Selection.listOptions + [.from, .to, .near, .within]

  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let boxes = try OpenBoxes(invocation, in: world)
    let filter = try TripFilter(invocation)
    let rows = try boxes.rows(by: \.trip.start, limit: selection.limit) { reader in
      guard let filter else { return try reader.trips(in: selection.range, limit: selection.limit) }
      return try filter.trips(reader, selection)
    }
    if rows.isEmpty, let filter, let sentence = try filter.unknownPlace(boxes) { throw Failure(.failed, sentence) }
    try List.write(rows, invocation, in: world, nothing: "no trips", csv: CSVColumn.trips) {
      $0.trip($1.row, box: $1.box)
    } table: {
      table($0, selection.shown)
    }
    return .done
  }

  private static func table(_ rows: [TripRow], _ shown: Shown) -> Table {
    let isBridged = rows.contains { $0.trip.bridgedDistance >= 0.5 }
    var columns: [(String, Table.Side)] = [
      ("ID", .right), ("START", .left), ("END", .left), ("DURATION", .right), ("DISTANCE", .right),
    ]
    if isBridged { columns.append(("BRIDGED", .right)) }
    columns += [("TOP SPEED", .right), ("FROM", .left), ("TO", .left)]
    var table = Table(columns)
    for row in rows {
      let trip = row.trip
      var cells = [
        "\(trip.id)", shown.at(row.fromName).time(trip.start),
        trip.end.map { shown.at(row.toName).time($0, after: trip.start) } ?? "under way",
        Shown.duration(trip.duration), shown.distance(trip.distance),
      ]
      if isBridged { cells.append(trip.bridgedDistance < 0.5 ? "" : shown.distance(trip.bridgedDistance)) }
      cells += [
        trip.maxSpeed.map(shown.speed) ?? "", Shown.place(row.fromPlace, row.fromName, trip.from),
        Shown.place(row.toPlace, row.toName, trip.to),
      ]
      table.add(cells, trip.end == nil ? .current : .plain)
    }
    return table
  }
}
