import TrackCore
import TrackStore

enum TripsCommand {
  static let options: [Option] = Selection.listOptions + [.from, .to, .near, .within]

  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let boxes = try OpenBoxes(invocation, in: world)
    let filter = try TripFilter(invocation)
    try list(selection.shown).write(invocation, in: world, areOfBoxes: boxes.areSeveral) { put in
      var isEmpty = true
      try boxes.each(by: \.trip.start, limit: selection.limit, { try filter.trips($0, selection, $1) }) {
        isEmpty = false
        try put($0, $1)
      }
      if isEmpty, let sentence = try filter.unknownPlace(boxes) { throw Failure(.failed, sentence) }
    }
    return .done
  }

  private static func list(_ shown: Shown) -> List<TripRow> {
    List(
      nothing: "no trips", csv: CSVColumn.trips,
      columns: [
        .right("ID"), .left("START"), .left("END"), .right("DURATION"), .right("DISTANCE"),
        .right("BRIDGED", isOptional: true, isSecondary: true), .right("TOP SPEED", isSecondary: true), .left("FROM"),
        .left("TO"),
      ]
    ) {
      $0.trip($1, box: $2)
    } cells: { row in
      let trip = row.trip
      return (
        [
          "\(trip.id)", shown.at(row.fromName).time(trip.start),
          trip.end.map { shown.at(row.toName).time($0, after: trip.start) } ?? "under way",
          Shown.duration(trip.duration), shown.distance(trip.distance),
          trip.bridgedDistance < 0.5 ? "" : shown.distance(trip.bridgedDistance), trip.maxSpeed.map(shown.speed) ?? "",
          Shown.place(row.fromPlace, row.fromName, trip.from), Shown.place(row.toPlace, row.toName, trip.to),
        ], trip.end == nil ? .current : .plain
      )
    }
  }
}
