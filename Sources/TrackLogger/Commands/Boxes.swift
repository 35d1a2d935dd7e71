import TrackCore
import TrackStore

enum BoxesCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let boxes = try TrackReader.openOwn(invocation, in: world).boxes()
    try List.write(boxes, invocation, in: world, nothing: "no boxes; 'tracklogger pull HOST' fetches from one") {
      json, box in
      json.beginObject()
      json.key("name")
      json.value(box.name)
      json.key("host")
      json.value(box.host)
      json.key("uuid")
      json.value(box.cursor.uuid)
      json.key("cursor")
      json.value(box.cursor.text)
      json.endObject()
    } table: {
      var table = Table([("NAME", .left), ("HOST", .left), ("CURSOR", .left)])
      for box in boxes { table.add([box.name, box.host ?? "", box.cursor.text]) }
      return table
    }
    return .done
  }
}
