import TrackCore
import TrackStore

/// What `load` and `pull` say at their end.
struct LoadSummary {
  let box: Box
  let loaded: Loaded
  let bytes: Int64

  func write(_ invocation: Invocation, in world: World) throws {
    if invocation.has(.json) {
      var json = json()
      try json.drain(to: world.output)
    } else {
      try world.output.write(text)
    }
  }

  private func json() -> JSONWriter {
    var json = JSONWriter()
    json.beginObject()
    json.key("box")
    json.value(box.name)
    for (key, count) in [
      ("fixes", loaded.fixes), ("trips", loaded.trips), ("visits", loaded.visits), ("places", loaded.places),
      ("events", loaded.events), ("deleted", loaded.deleted),
    ] as [(StaticString, Int)] {
      json.key(key)
      json.value(count)
    }
    json.key("bytes")
    json.value(bytes)
    json.key("cursor")
    json.value(box.cursor.text)
    json.endObject()
    return json
  }

  private var text: String {
    if loaded.rows == 0 { return "\(box.name): nothing new\n" }
    let parts = [
      (loaded.fixes, "fix", "fixes"), (loaded.trips, "trip", "trips"), (loaded.visits, "visit", "visits"),
      (loaded.places, "place", "places"), (loaded.events, "event", "events"), (loaded.names, "name", "names"),
      (loaded.deleted, "withdrawn", "withdrawn"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    return "\(box.name): \(words.joined(separator: ", ")), \(Self.size(bytes))\n"
  }

  static func size(_ bytes: Int64) -> String {
    switch bytes {
    case ..<10_000: "\(bytes) bytes"
    case ..<10_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000) MB"
    }
  }
}
