import TrackCore
import TrackStore

/// `tracklogger geocode status`: what waits, what failed, what may still be asked.
enum GeocodeStatusCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let configuration = try Configuration.load(invocation)
    let path = try DatabasePath.resolve(invocation, configuration, in: world)
    var refusal: String?
    var service: GeocodeService?
    do { service = try GeocodeService(configuration) } catch { refusal = error.sentence }
    let reader = try TrackReader(path: path)
    let settings =
      service?.drain
      ?? DrainSettings(
        places: configuration.settings.places, url: "", capacity: configuration.geocode.capacity,
        rate: configuration.geocode.rate)
    let clock = BootClock().now(newestFix: try reader.lastFix()?.time)
    let status = try reader.geocodeStatus(settings, clock)
    if invocation.has(.json) {
      var json = JSONWriter()
      json.geocode(status, service, refusal)
      try json.drain(to: world.output)
    } else {
      for (name, value) in lines(status, service, refusal) {
        let padding = String(repeating: " ", count: max(1, 10 - name.count))
        try world.output.write(name + padding + Table.printable(value) + "\n")
      }
    }
    return .done
  }

  private static func lines(
    _ status: GeocodeStatus, _ service: GeocodeService?, _ refusal: String?
  ) -> [(String, String)] {
    var lines = [
      ("server", service.map { "\($0.provider.rawValue) at \($0.url.server)" } ?? refusal ?? "none: nobody is asked")
    ]
    var waiting = "\(status.waiting)"
    if status.waiting > 0 {
      waiting += " (\(status.stays) where one stayed, \(status.onTheWay) on the way, \(status.ahead) ahead)"
    }
    lines.append(("waiting", waiting))
    lines.append(("failed", "\(status.failed)"))
    for failure in status.failures { lines.append(("", "\(failure.count): \(failure.reason)")) }
    switch status.pause {
    case .blocked?: lines.append(("blocked", "for \(Shown.duration(status.pauseLeft)); the server refuses us"))
    case .foreign?: lines.append(("foreign", "tried again in \(Shown.duration(status.pauseLeft))"))
    case .offline?: lines.append(("offline", "tried again in \(Shown.duration(status.pauseLeft))"))
    case let pause?: lines.append((pause.rawValue, "for \(Shown.duration(status.pauseLeft)), as the server asked"))
    case nil: break
    }
    if let error = status.error { lines.append(("trouble", error)) }
    lines.append(("tokens", "\(Shown.number(status.tokens, 1)) requests may be made at once"))
    if let next = status.nextTry, service != nil {
      lines.append(("next try", next == .zero ? "now" : "in \(Shown.duration(next))"))
    }
    lines.append(("named", "\(status.named) visits and ends of trips; \(status.unnamed) wait"))
    lines.append(("answers", "\(status.answers) kept"))
    lines.append(("gazetteer", status.towns.map { "\($0) towns" } ?? "none; tracklogger gazetteer import FILE"))
    return lines
  }
}

extension JSONWriter {
  fileprivate mutating func geocode(_ status: GeocodeStatus, _ service: GeocodeService?, _ refusal: String?) {
    beginObject()
    key("provider")
    value(service?.provider.rawValue)
    key("url")
    value(service?.url.server)
    key("refusal")
    value(refusal)
    for (name, number) in [
      ("waiting", status.waiting), ("waiting_stays", status.stays), ("waiting_on_the_way", status.onTheWay),
      ("waiting_ahead", status.ahead), ("failed", status.failed),
    ] as [(StaticString, Int)] {
      key(name)
      value(number)
    }
    key("failures")
    beginArray()
    for failure in status.failures {
      beginObject()
      key("reason")
      value(failure.reason)
      key("count")
      value(failure.count)
      endObject()
    }
    endArray()
    key("blocked")
    value(status.pause == .blocked)
    key("pause")
    value(status.pause?.rawValue)
    key("pause_left")
    value(status.pause == nil ? nil : status.pauseLeft)
    key("last_error")
    value(status.error)
    key("tokens")
    value(status.tokens, decimals: 3)
    key("next_try")
    value(status.nextTry)
    key("named")
    value(status.named)
    key("unnamed")
    value(status.unnamed)
    key("answers")
    value(status.answers)
    key("towns")
    value(status.towns.map { Int64($0) })
    endObject()
  }
}
