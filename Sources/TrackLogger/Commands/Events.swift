import Glibc
import TrackCore
import TrackStore

enum EventsCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let selection = try Selection(invocation, in: world)
    let boxes = try OpenBoxes(invocation, in: world)
    if invocation.has(.follow) { return try follow(boxes.only(), selection, invocation, in: world) }
    let list = List<EventRow>(
      nothing: "no events", csv: CSVColumn.events,
      columns: [.right("ID"), .left("TIME"), .left("KIND"), .left("AT"), .left("", isOptional: true)]
    ) {
      $0.event($1, box: $2)
    } cells: {
      (cells($0, selection.shown), .plain)
    }
    try list.write(invocation, in: world, areOfBoxes: boxes.areSeveral) { put in
      try boxes.each(
        by: \.event.noticed, limit: selection.limit,
        { try $0.eventPages(in: selection.range, limit: selection.limit).each($1) }, put)
    }
    return .done
  }

  /// What was, where a selection asks for that, and then what comes, a line each, until the reader goes away. JSON is one object to a line, as
  /// an array would never end.
  private static func follow(
    _ reader: TrackReader, _ selection: Selection, _ invocation: Invocation, in world: World
  ) throws -> ExitCode {
    let asksForPast = selection.range != .all || selection.limit != nil
    var last = try reader.lastEventID()
    if asksForPast {
      let past = try reader.events(in: selection.range, limit: selection.limit)
      try write(past, selection, invocation, in: world)
      last = max(last, past.last?.id ?? 0)
    }
    while selection.range.until.map({ world.now() < $0 }) ?? true {
      try world.output.flush()
      if isReaderGone(world.output.descriptor, within: 1000) { return .done }
      let fresh = try reader.events(after: last)
      try write(fresh, selection, invocation, in: world)
      last = fresh.last?.id ?? last
    }
    return .done
  }

  private static func write(
    _ rows: [EventRow], _ selection: Selection, _ invocation: Invocation, in world: World
  ) throws {
    var json = JSONWriter()
    for row in rows {
      if invocation.has(.json) {
        json.event(row)
        try json.drain(to: world.output)
      } else {
        try world.output.write(
          cells(row, selection.shown).filter { !$0.isEmpty }.joined(separator: "  ") + "\n")
      }
    }
  }

  private static func cells(_ row: EventRow, _ shown: Shown) -> [String] {
    let event = row.event
    var about: [String] = []
    if let trip = event.trip { about.append("trip \(trip)") }
    if let visit = event.visit { about.append("visit \(visit)") }
    if let distance = event.distance { about.append(shown.distance(distance)) }
    return [
      "\(row.id)", shown.exactTime(event.time), event.kind.rawValue, event.coordinate.map(Shown.position) ?? "",
      about.joined(separator: ", "),
    ]
  }

  /// Waits so many milliseconds; true at once where the other end of a pipe was closed meanwhile.
  private static func isReaderGone(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var end = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&end, 1, milliseconds) > 0 && end.revents & Int16(POLLERR | POLLHUP) != 0
  }
}
