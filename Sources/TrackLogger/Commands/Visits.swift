import TrackCore
import TrackStore

enum VisitsCommand {
  static let options: [Option] = Selection.listOptions + [.near, .within]

  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let boxes = try OpenBoxes(invocation, in: world)
    let near = try Nearness(invocation)
    let rows = try boxes.rows(by: \.visit.arrival, limit: selection.limit) {
      guard let near else { return try $0.visits(in: selection.range, limit: selection.limit) }
      return Array(
        try $0.visits(in: selection.range).filter { near.contains($0.visit.centre) }.suffix(selection.limit ?? .max))
    }
    try List.write(rows, invocation, in: world, nothing: "no visits", csv: CSVColumn.visits) {
      $0.visit($1.row, box: $1.box)
    } table: {
      table($0, selection.shown)
    }
    return .done
  }

  private static func table(_ rows: [VisitRow], _ shown: Shown) -> Table {
    var table = Table([
      ("ID", .right), ("ARRIVAL", .left), ("DEPARTURE", .left), ("DURATION", .right), ("PLACE", .right), ("AT", .left),
      ("", .left),
    ])
    for row in rows {
      let visit = row.visit
      let shown = shown.at(row.name)
      table.add(
        [
          "\(visit.id)", shown.time(visit.arrival),
          visit.departure.map { shown.time($0, after: visit.arrival) } ?? "still there", Shown.duration(visit.duration),
          row.place.map { "\($0.id)" } ?? "", Shown.place(row.place, row.name, visit.centre),
          visit.inferred ? "inferred" : "",
        ], visit.departure == nil ? .current : .plain)
    }
    return table
  }
}
