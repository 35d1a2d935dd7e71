import TrackCore
import TrackStore

extension JSONWriter {
  mutating func status(_ status: Status) {
    beginObject()
    key("gpsd")
    beginObject()
    key("host")
    value(status.host)
    key("port")
    value(Int(status.port))
    key("reachable")
    value(status.gpsdAnswers)
    endObject()
    key("recorder")
    recorder(status.recorder)
    key("database")
    beginObject()
    key("path")
    value(status.path)
    key("bytes")
    value(status.bytes)
    endObject()
    key("fix")
    if let fix = status.fix { self.fix(fix, now: status.now) } else { null() }
    key("motion")
    value(status.motion.rawValue)
    key("trip")
    if let trip = status.trip { self.trip(trip) } else { null() }
    key("visit")
    if let visit = status.visit { self.visit(visit) } else { null() }
    key("place")
    currentPlace(status)
    key("queue")
    beginObject()
    key("waiting")
    value(status.queue.waiting)
    key("failed")
    value(status.queue.failed)
    endObject()
    key("troubles")
    beginArray()
    for trouble in status.troubles { self.trouble(trouble) }
    endArray()
    endObject()
  }

  /// Where it stands the visit's place, else what is known of where it is.
  private mutating func currentPlace(_ status: Status) {
    if let visit = status.visit { return place(visit.place, visit.name) }
    guard let current = status.place else { return null() }
    beginObject()
    key("id")
    null()
    key("name")
    value(current.name.short)
    key("here")
    value(current.isHere)
    key("age")
    value(current.isHere ? nil : status.now - current.time)
    key("distance")
    value(current.isHere ? nil : current.distance, decimals: 1)
    key("address")
    address(current.name)
    endObject()
  }

  private mutating func recorder(_ recorder: RecorderProcess) {
    guard case .running(let pid) = recorder else { return null() }
    beginObject()
    key("pid")
    value(pid)
    endObject()
  }

  private mutating func fix(_ fix: Fix, now: Instant) {
    beginObject()
    key("time")
    value(fix.time)
    key("age")
    value(now - fix.time)
    position(fix.coordinate)
    key("altitude")
    value(fix.altitude, decimals: 2)
    key("speed")
    value(fix.speed, decimals: 2)
    key("course")
    value(fix.course, decimals: 2)
    key("eph")
    value(fix.eph, decimals: 2)
    key("hdop")
    value(fix.hdop, decimals: 2)
    key("satellites")
    value(fix.satellitesUsed.map { Int64($0) })
    key("mode")
    value(Int(fix.mode.rawValue))
    endObject()
  }

  private mutating func trouble(_ trouble: Trouble) {
    beginObject()
    key("code")
    value(trouble.code)
    key("text")
    value(trouble.text)
    key("remedy")
    value(trouble.remedy)
    endObject()
  }
}

/// `status` for people: a line for each thing, then the troubles.
struct StatusText {
  private let status: Status
  private let shown: Shown

  init(_ status: Status, _ shown: Shown) {
    self.status = status
    self.shown = shown
  }

  var text: String {
    var text = ""
    for (name, value) in lines {
      text += name + String(repeating: " ", count: max(1, 10 - name.count)) + Table.printable(value) + "\n"
    }
    for trouble in status.troubles {
      text += "\n" + Table.printable("trouble: " + trouble.text) + "\n"
      text += Table.printable("  to do: " + trouble.remedy) + "\n"
    }
    return text
  }

  private var lines: [(String, String)] {
    var lines = [
      ("gpsd", "\(status.gpsdAnswers ? "answers" : "does not answer") at \(status.host), port \(status.port)"),
      ("recorder", recorder), ("database", "\(status.path), \(Shown.bytes(status.bytes))"), ("fix", fix),
      ("motion", status.motion.rawValue),
    ]
    if let row = status.trip {
      let length = Shown.distance(row.trip.distance)
      lines.append(("trip", "\(row.trip.id), since \(shown.time(row.trip.start)), \(length)"))
    }
    if let row = status.visit {
      let since = "since \(shown.time(row.visit.arrival))"
      lines.append(("visit", "\(row.visit.id), \(since) at \(Shown.place(row.place, row.name, row.visit.centre))"))
    }
    if status.visit == nil, let place = status.place { lines.append(("place", self.place(place))) }
    let (waiting, failed) = status.queue
    if waiting + failed > 0 {
      lines.append(
        ("names", "\(waiting) wait, \(failed) were refused" + (status.namesWaitFor.map { "; \($0)" } ?? "")))
    }
    return lines
  }

  private func place(_ place: CurrentPlace) -> String {
    if place.isHere { return place.name.short }
    let age = Shown.duration(max(.zero, status.now - place.time))
    return "last known \(place.name.short), \(age) ago, \(Shown.distance(place.distance)) from here"
  }

  private var recorder: String {
    if case .running(let pid) = status.recorder { "running, process \(pid)" } else { "not running" }
  }

  private var fix: String {
    guard let fix = status.fix else { return "none" }
    let age = status.now - fix.time
    let ago = age < .zero ? "dated ahead of this clock" : "\(Shown.duration(age)) ago"
    return "\(shown.exactTime(fix.time)), \(ago), \(Shown.position(fix.coordinate))"
  }
}

extension Shown {
  /// `12 kB`, `3.4 MB`
  static func bytes(_ count: Int64) -> String {
    count < 999_500 ? number(Double(count) / 1000, 0) + " kB" : number(Double(count) / 1_000_000, 1) + " MB"
  }
}
