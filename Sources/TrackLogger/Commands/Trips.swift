import TrackCore
import TrackStore

enum TripsCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let boxes = try OpenBoxes(invocation, in: world)
    let rows = try boxes.rows(by: { $0.trip.start }, limit: selection.limit) {
      try $0.trips(in: selection.range, limit: selection.limit)
    }
    try List.write(rows, invocation, in: world, nothing: "no trips") {
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
        Shown.duration(trip.duration), Shown.distance(trip.distance),
      ]
      if isBridged { cells.append(trip.bridgedDistance < 0.5 ? "" : Shown.distance(trip.bridgedDistance)) }
      cells += [
        trip.maxSpeed.map(Shown.speed) ?? "", Shown.place(row.fromPlace, row.fromName, trip.from),
        Shown.place(row.toPlace, row.toName, trip.to),
      ]
      table.add(cells)
    }
    return table
  }
}
