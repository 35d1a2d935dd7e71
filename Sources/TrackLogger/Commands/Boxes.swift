import TrackCore
import TrackStore

enum BoxesCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let boxes = try TrackReader.openOwn(invocation, in: world).boxes()
    let list = List<Box>(
      nothing: "no boxes; 'tracklogger pull HOST' fetches from one",
      columns: [.left("NAME"), .left("HOST"), .left("CURSOR")]
    ) { json, box, _ in
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
    } cells: {
      ([$0.name, $0.host ?? "", $0.cursor.text], .plain)
    }
    try list.write(invocation, in: world) { put in for box in boxes { try put(box, nil) } }
    return .done
  }
}
