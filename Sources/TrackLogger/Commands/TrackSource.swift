import TrackCore
import TrackStore

/// The database as an export's source: it hands rows and fixes to a format, in memory that does not grow with them.
struct TrackSource {
  /// What has gathered is written when it is more than so many bytes.
  private static let piece = 32_768

  let reader: TrackReader
  /// Metres by which a simplified line may miss a fix; nil: every fix is written.
  var tolerance: Double?

  func write(_ rows: ExportRows, as format: ExportFormat, to output: Output) throws {
    switch format {
    case .gpx: try write(rows, with: GPXWriter(), to: output)
    case .geojson: try write(rows, with: GeoJSONWriter(), to: output)
    case .kml: try write(rows, with: KMLWriter(), to: output)
    case .csv: try write(rows, with: CSVWriter(), to: output)
    case .json: try writeCapture(rows, to: output)
    }
  }

  private func write<W: ExportWriter>(_ rows: ExportRows, with writer: W, to output: Output) throws {
    var writer = writer
    var text = ByteText()
    writer.begin(&text)
    for row in rows.visits {
      writer.visit(row.visit, at: NamedPlace(row.place, row.name), &text)
      try text.drain(to: output, above: Self.piece)
    }
    for row in rows.trips {
      writer.beginTrip(
        row.trip, from: NamedPlace(row.fromPlace, row.fromName), to: NamedPlace(row.toPlace, row.toName), &text)
      try writer.parts(reader.parts(of: row.trip), &text) { part, writer, text in
        try fixes(in: part) { fix in
          writer.fix(fix, &text)
          try text.drain(to: output, above: Self.piece)
        }
      }
      writer.endTrip(&text)
    }
    writer.end(&text)
    try text.drain(to: output)
  }

  /// The fixes alone, as a capture that can be replayed.
  private func writeCapture(_ rows: ExportRows, to output: Output) throws {
    let paths = try reader.devicePaths()
    var writer = CaptureWriter(devices: (0..<16).map { paths[$0] ?? "" })
    var text = ByteText()
    var marks = CaptureMarks(trips: rows.trips.map(\.trip), visits: rows.visits.map(\.visit))
    var device = DeviceID.unnamed
    func put(_ fix: Fix) throws {
      writer.fix(fix, &text)
      try text.drain(to: output, above: Self.piece)
    }
    writer.begin(&text)
    for span in rows.spans {
      try fixes(in: span) { fix in
        // A mark is said to be of the receiver that was followed then.
        device = fix.device
        try marks.take(before: fix.time, device: device, put)
        try put(fix)
      }
      if let until = span.until { try marks.take(before: until, device: device, put) }
    }
    try text.drain(to: output)
  }

  private func fixes(in range: TimeRange, _ body: (Fix) throws -> Void) throws {
    guard let tolerance else {
      return try reader.pages(in: range) { for fix in $0 { try body(fix) } }
    }
    var simplifier = TrackSimplifier(tolerance: tolerance)
    try reader.pages(in: range) { for fix in $0 { try simplifier.add(fix, body) } }
    try simplifier.finish(body)
  }
}

extension TrackReader {
  /// The times of a trip between its gaps, in order.
  func parts(of trip: Trip) throws(StoreError) -> [TimeRange] {
    let instant = Interval(milliseconds: 1)
    let until = (trip.end ?? trip.last) + instant
    var parts: [TimeRange] = []
    var since = trip.start
    for gap in try gaps(of: trip) where gap.start >= since && gap.start + instant < until {
      parts.append(TimeRange(since: since, until: gap.start + instant))
      since = gap.start + instant
    }
    return parts + [TimeRange(since: since, until: until)]
  }

  /// Whether a leg between recorded fixes of the trip, or one alone, lies in the box; a gap's does not count.
  func passes(_ trip: Trip, through box: BoundingBox) throws -> Bool {
    guard box.overlaps(trip.bounds) else { return false }
    for part in try parts(of: trip) {
      var previous: Coordinate?
      var isCrossed = false
      try fixes(in: part) { fix in
        isCrossed = box.isCrossed(from: previous ?? fix.coordinate, to: fix.coordinate)
        previous = fix.coordinate
        return !isCrossed
      }
      if isCrossed { return true }
    }
    return false
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
