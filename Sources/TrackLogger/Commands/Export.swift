import TrackCore
import TrackStore

/// Trips and visits as a file that other programs read.
enum ExportCommand {
  private enum Format: String, CaseIterable { case gpx, geojson }

  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let format = try format(invocation)
    try invocation.refuse(.trip, with: [.visit, .on, .since, .until, .limit])
    try invocation.refuse(.visit, with: [.on, .since, .until, .limit])
    let selection = try Selection(invocation, in: world)
    let reader = try TrackReader.open(invocation, in: world)
    let (visits, trips) = try rows(reader, selection, invocation)
    try OutputFile.write(invocation[.output], or: world.output) { output in
      switch format {
      case .gpx: try export(visits, trips, reader, GPXWriter(), to: output)
      case .geojson: try export(visits, trips, reader, GeoJSONWriter(), to: output)
      }
    }
    return .done
  }

  private static func format(_ invocation: Invocation) throws(Failure) -> Format {
    let known = Format.allCases.map(\.rawValue)
    guard let name = invocation[.format] else {
      throw .usage("export needs --format: " + known.joined(separator: " or "))
    }
    guard let format = Format(rawValue: name) else {
      throw .usage("there is no format '\(name)'; there are " + known.joined(separator: " and "))
    }
    return format
  }

  private static func rows(
    _ reader: TrackReader, _ selection: Selection, _ invocation: Invocation
  ) throws -> ([VisitRow], [TripRow]) {
    if let id = try invocation.integer(.trip) {
      guard let row = try reader.trip(id) else {
        throw Failure(.failed, "there is no trip \(id); 'tracklogger trips' lists them")
      }
      return ([], [row])
    }
    if let id = try invocation.integer(.visit) {
      guard let row = try reader.visit(id) else {
        throw Failure(.failed, "there is no visit \(id); 'tracklogger visits' lists them")
      }
      return ([row], [])
    }
    return (
      try reader.visits(in: selection.range, limit: selection.limit),
      try reader.trips(in: selection.range, limit: selection.limit)
    )
  }

  private static func export<W: ExportWriter>(
    _ visits: [VisitRow], _ trips: [TripRow], _ reader: TrackReader, _ writer: W, to output: Output
  ) throws {
    var writer = writer
    var text = ByteText()
    writer.begin(&text)
    for row in visits {
      writer.visit(row.visit, at: NamedPlace(row.place, row.name), &text)
      try text.drain(to: output, above: 32_768)
    }
    for row in trips {
      writer.beginTrip(
        row.trip, from: NamedPlace(row.fromPlace, row.fromName), to: NamedPlace(row.toPlace, row.toName), &text)
      var gaps = try reader.gaps(of: row.trip).map(\.start)[...]
      var isFirst = true
      try reader.pages(of: row.trip) { fixes in
        for fix in fixes {
          if let gap = gaps.first, gap < fix.time {
            gaps = gaps.drop { $0 < fix.time }
            if !isFirst { writer.gap(&text) }
          }
          isFirst = false
          writer.fix(fix, &text)
          try text.drain(to: output, above: 32_768)
        }
      }
      writer.endTrip(&text)
    }
    writer.end(&text)
    try text.drain(to: output)
  }
}

extension NamedPlace {
  /// The name that the owner gave, else what the place is called.
  init?(_ place: PlaceReference?, _ name: PlaceName?) {
    guard place != nil || name != nil else { return nil }
    self.init(id: place?.id, name: place?.name ?? name?.short)
  }
}

extension ByteText {
  /// Hands over what has gathered, where that is more than so many bytes.
  mutating func drain(to output: Output, above size: Int = 0) throws(OutputError) {
    guard count > size else { return }
    try output.write(bytes)
    removeAll()
  }
}
