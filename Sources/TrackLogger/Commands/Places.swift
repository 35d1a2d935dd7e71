import TrackCore
import TrackStore

enum PlacesCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let boxes = try OpenBoxes(invocation, in: world)
    let rows = try boxes.rows(by: \.id, limit: selection.limit) {
      try $0.places(in: selection.range, limit: selection.limit)
    }
    try List.write(rows, invocation, in: world, nothing: "no places", csv: CSVColumn.places) {
      $0.place($1.row, box: $1.box)
    } table: {
      table($0, selection.shown)
    }
    return .done
  }

  private static func table(_ rows: [PlaceRow], _ shown: Shown) -> Table {
    var table = Table([
      ("ID", .right), ("VISITS", .right), ("DURATION", .right), ("LAST SEEN", .left), ("POSITION", .left),
      ("NAME", .left),
    ])
    for row in rows {
      table.add([
        "\(row.id)", "\(row.visits)", Shown.duration(row.duration), row.lastSeen.map(shown.at(row.address).time) ?? "",
        Shown.position(row.centre), row.name ?? row.address?.short ?? "",
      ])
    }
    return table
  }
}
