import TrackCore
import TrackStore

enum PlacesCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let boxes = try OpenBoxes(invocation, in: world)
    try list(selection.shown).write(invocation, in: world, areOfBoxes: boxes.areSeveral) { put in
      try boxes.each(
        by: \.id, limit: selection.limit,
        { try $0.places(in: selection.range, limit: selection.limit).forEach($1) }, put)
    }
    return .done
  }

  private static func list(_ shown: Shown) -> List<PlaceRow> {
    List(
      nothing: "no places", csv: CSVColumn.places,
      columns: [
        .right("ID"), .right("VISITS"), .right("DURATION"), .left("LAST SEEN"), .left("POSITION"), .left("NAME"),
      ]
    ) {
      $0.place($1, box: $2)
    } cells: { row in
      (
        [
          "\(row.id)", "\(row.visits)", Shown.duration(row.duration),
          row.lastSeen.map(shown.at(row.address).time) ?? "", Shown.position(row.centre),
          row.name ?? row.address?.short ?? "",
        ], .plain
      )
    }
  }
}
