import TrackCore
import TrackStore

/// Trips and visits as a file that other programs read.
enum ExportCommand {
  static let options: [Option] =
    [.format, .output, .trip, .visit, .boundingBox, .simplify] + Selection.options

  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let format = try ExportFormat(invocation)
    try invocation.refuse(.trip, with: [.visit, .on, .since, .until, .limit, .boundingBox])
    try invocation.refuse(.visit, with: [.on, .since, .until, .limit, .boundingBox])
    let selection = try Selection(invocation, in: world)
    let box = try boundingBox(invocation)
    let tolerance = try invocation.number(.simplify, in: 0...1_000_000)
    let reader = try TrackReader.open(invocation, in: world)
    let rows = try rows(reader, selection, box, invocation)
    let source = TrackSource(reader: reader, tolerance: tolerance)
    try OutputFile.write(invocation[.output], or: world.output) { output in
      try source.write(rows, as: format, to: output)
    }
    return .done
  }

  /// `--bbox S,W,N,E`, degrees; over the antimeridian the west is the larger.
  private static func boundingBox(_ invocation: Invocation) throws(Failure) -> BoundingBox? {
    guard let text = invocation[.boundingBox] else { return nil }
    let edges = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard edges.count == 4, (-90...90).contains(edges[0]), (-180...180).contains(edges[1]),
      (edges[0]...90).contains(edges[2]), (-180...180).contains(edges[3])
    else {
      throw .usage("--bbox takes south,west,north,east in degrees, like 47.0,9.4,47.3,9.6, not '\(text)'")
    }
    return BoundingBox(south: edges[0], north: edges[2], west: edges[1], east: edges[3])
  }

  private static func rows(
    _ reader: TrackReader, _ selection: Selection, _ box: BoundingBox?, _ invocation: Invocation
  ) throws -> ExportRows {
    if let id = try invocation.integer(.trip) {
      guard let row = try reader.trip(id) else {
        throw Failure(.failed, "there is no trip \(id); 'tracklogger trips' lists them")
      }
      return ExportRows(trips: [row])
    }
    if let id = try invocation.integer(.visit) {
      guard let row = try reader.visit(id) else {
        throw Failure(.failed, "there is no visit \(id); 'tracklogger visits' lists them")
      }
      return ExportRows(visits: [row])
    }
    var rows = ExportRows(
      visits: try reader.visits(in: selection.range, limit: selection.limit),
      trips: try reader.trips(in: selection.range, limit: selection.limit))
    if let box {
      rows.visits = rows.visits.filter { box.contains($0.visit.centre) }
      rows.trips = try rows.trips.filter { try reader.passes($0.trip, through: box) }
    } else if selection.limit == nil {
      rows.range = selection.range
    }
    return rows
  }
}

/// A format by the name that `--format` gives it.
enum ExportFormat: String, CaseIterable {
  case gpx, geojson, kml, csv, json

  /// JSON lines are no JSON document.
  var fileExtension: String { self == .json ? "jsonl" : rawValue }

  static let names = "gpx, geojson, kml, csv or json"

  init(_ invocation: Invocation, otherwise standard: ExportFormat? = nil) throws(Failure) {
    guard let name = invocation[.format] else {
      guard let standard else { throw .usage("\(invocation.command.name) needs --format: \(Self.names)") }
      self = standard
      return
    }
    guard let format = ExportFormat(rawValue: name) else {
      throw .usage("there is no format '\(name)'; there are \(Self.names)")
    }
    self = format
  }
}
