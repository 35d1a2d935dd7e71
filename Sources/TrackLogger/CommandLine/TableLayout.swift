/// Where the columns of a table stand. On a terminal that is too narrow, columns of text give way first; then those that say least are left
/// out; then each row goes on in lines below its first.
struct TableLayout {
  /// A column that is shown: which of the table's it is, and how wide.
  struct Place {
    var column: Int
    var side: Table.Side
    var isSecondary: Bool
    var width: Int
  }

  /// Text that gives way keeps so many characters.
  private static let narrowest = 12
  static let indent = 4

  private(set) var lines: [[Place]] = []

  /// - Parameters:
  ///   - places: with their natural widths.
  ///   - limit: columns of the terminal; nil: a line takes what it takes.
  init(_ places: [Place], limit: Int?) {
    guard let limit else {
      lines = [places]
      return
    }
    let primary = places.filter { !$0.isSecondary }
    let fitted = TableLayout.fitted(places, to: limit) ?? TableLayout.fitted(primary, to: limit)
    var length = 0
    for place in fitted ?? TableLayout.cut(primary, to: limit) {
      let added = (lines.last?.isEmpty == false ? 2 : 0) + place.width
      if lines.isEmpty || length + added > limit {
        length = (lines.isEmpty ? 0 : TableLayout.indent) + place.width
        lines.append([place])
      } else {
        length += added
        lines[lines.count - 1].append(place)
      }
    }
  }

  /// Takes width from the widest columns of text, the last ones, until a row fits in a line; nil where none can give more.
  private static func fitted(_ natural: [Place], to limit: Int) -> [Place]? {
    var places = natural
    var excess = places.map(\.width).reduce(2 * (places.count - 1), +) - limit
    while excess > 0 {
      let candidates = places.indices.filter {
        places[$0].side == .left && places[$0].width > narrowest && places[$0].column > 2
      }
      guard let widest = candidates.max(by: { places[$0].width < places[$1].width }) else { return nil }
      places[widest].width -= 1
      excess -= 1
    }
    return places
  }

  /// None wider than a line.
  private static func cut(_ places: [Place], to limit: Int) -> [Place] {
    places.map { place in
      var place = place
      place.width = min(place.width, max(narrowest, limit - indent))
      return place
    }
  }

  /// A later row may need more.
  mutating func widen(_ widths: [Int]) {
    for line in lines.indices {
      for k in lines[line].indices {
        lines[line][k].width = max(lines[line][k].width, widths[lines[line][k].column])
      }
    }
  }
}
