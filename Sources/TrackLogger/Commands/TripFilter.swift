import TrackCore
import TrackStore

/// `trips --from PLACE --to PLACE --near LAT,LON`
struct TripFilter {
  /// A place by what it is called or by its number.
  struct PlaceName {
    let text: String
    private let folded: String
    private let id: Int64?

    init?(_ text: String?) {
      guard let text else { return nil }
      self.text = text
      folded = text.lowercased()
      id = Int64(text)
    }

    func isMeant(by place: PlaceReference?, _ name: String?) -> Bool {
      if let id, place?.id == id { return true }
      return (place?.name ?? name)?.lowercased() == folded
    }
  }

  private let from: PlaceName?
  private let to: PlaceName?
  private let near: Nearness?

  init(_ invocation: Invocation) throws(Failure) {
    from = PlaceName(invocation[.from])
    to = PlaceName(invocation[.to])
    near = try Nearness(invocation)
  }

  /// Hands over the trips that are meant, in order.
  func trips(_ reader: TrackReader, _ selection: Selection, _ body: (TripRow) throws -> Void) throws {
    if from == nil, to == nil, near == nil {
      return try reader.tripPages(in: selection.range, limit: selection.limit).each(body)
    }
    try reader.tripPages(in: selection.range).each(limit: selection.limit, where: { try isMeant($0, reader) }, body)
  }

  private func isMeant(_ row: TripRow, _ reader: TrackReader) throws(StoreError) -> Bool {
    if let from, !from.isMeant(by: row.fromPlace, row.fromName?.short) { return false }
    if let to, !to.isMeant(by: row.toPlace, row.toName?.short) { return false }
    if let near, try !near.isPassed(by: row.trip, reader) { return false }
    return true
  }

  /// A sentence where no place is called what `--from` or `--to` says.
  func unknownPlace(_ boxes: OpenBoxes) throws -> String? {
    if from == nil, to == nil { return nil }
    var names: Set<String> = []
    var known: [(PlaceReference, String?)] = []
    try boxes.eachReader { reader in
      for row in try reader.places() {
        known.append((PlaceReference(id: row.id, name: row.name), row.address?.short))
        if let name = row.name ?? row.address?.short { names.insert(name) }
      }
    }
    for place in [from, to].compactMap({ $0 }) where !known.contains(where: { place.isMeant(by: $0.0, $0.1) }) {
      let guess = Suggestion.didYouMean(place.text.lowercased(), among: names.sorted().map { $0.lowercased() })
      return "no place is called '\(place.text)'" + (guess.isEmpty ? "; 'tracklogger places' lists them" : guess)
    }
    return nil
  }
}
