import TrackCore
import TrackStore

/// Looks for damage and contradictions in the database; changes nothing.
enum CheckCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let reader = try TrackReader.openOwn(invocation, in: world)
    let isThorough = !invocation.has(.quick)
    var faults = try reader.check(isThorough: isThorough)
    let boxes = faults.isEmpty ? try reader.boxes() : []
    for box in boxes {
      faults += try reader.beside(box).contradictions(isThorough: isThorough).map { "\(box.name): \($0)" }
    }
    let counts = faults.isEmpty ? try reader.counts() : nil
    if invocation.has(.json) {
      try json(reader.path, faults, counts, in: world)
    } else if let counts {
      try world.output.write("\(reader.path) is sound: \(words(counts))\n")
      for box in boxes {
        try world.output.write("from \(Table.printable(box.name)): \(words(reader.beside(box).counts()))\n")
      }
    } else {
      for fault in faults { try world.output.write(Table.printable(fault) + "\n") }
      world.say("\(reader.path) has faults: restore a backup, or move it away and let a new one be started")
    }
    return faults.isEmpty ? .done : .data
  }

  private static func words(_ counts: RowCounts) -> String {
    "\(counts.fixes) fixes, \(counts.trips) trips, \(counts.visits) visits, \(counts.places) places, "
      + "\(counts.events) events"
  }

  private static func json(_ path: String, _ faults: [String], _ counts: RowCounts?, in world: World) throws {
    var json = JSONWriter()
    json.beginObject()
    json.key("path")
    json.value(path)
    json.key("faults")
    json.beginArray()
    for fault in faults { json.value(fault) }
    json.endArray()
    if let counts {
      for (key, count) in [
        ("fixes", counts.fixes), ("trips", counts.trips), ("visits", counts.visits), ("places", counts.places),
        ("events", counts.events),
      ] as [(StaticString, Int64)] {
        json.key(key)
        json.value(count)
      }
    }
    json.endObject()
    try json.drain(to: world.output)
  }
}
