import TrackCore
import TrackStore

enum VisitsCommand {
  static let options: [Option] = Selection.listOptions + [.near, .within]

  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let boxes = try OpenBoxes(invocation, in: world)
    let near = try Nearness(invocation)
    try list(selection.shown).write(invocation, in: world, areOfBoxes: boxes.areSeveral) { put in
      try boxes.each(
        by: \.visit.arrival, limit: selection.limit, { try visits($0, selection, near, $1) }, put)
    }
    return .done
  }

  private static func visits(
    _ reader: TrackReader, _ selection: Selection, _ near: Nearness?, _ body: (VisitRow) throws -> Void
  ) throws {
    guard let near else {
      return try reader.visitPages(in: selection.range, limit: selection.limit).each(body)
    }
    try reader.visitPages(in: selection.range)
      .each(limit: selection.limit, where: { near.contains($0.visit.centre) }, body)
  }

  private static func list(_ shown: Shown) -> List<VisitRow> {
    List(
      nothing: "no visits", csv: CSVColumn.visits,
      columns: [
        .right("ID"), .left("ARRIVAL"), .left("DEPARTURE"), .right("DURATION"), .right("PLACE"), .left("AT"),
        .left("", isOptional: true),
      ]
    ) {
      $0.visit($1, box: $2)
    } cells: { row in
      let visit = row.visit
      let shown = shown.at(row.name)
      return (
        [
          "\(visit.id)", shown.time(visit.arrival),
          visit.departure.map { shown.time($0, after: visit.arrival) } ?? "still there", Shown.duration(visit.duration),
          row.place.map { "\($0.id)" } ?? "", Shown.place(row.place, row.name, visit.centre),
          visit.inferred ? "inferred" : "",
        ], visit.departure == nil ? .current : .plain
      )
    }
  }
}
