import TrackCore

/// What gets a name and keeps it.
enum Subject: Hashable {
  case visit(Visit.ID)
  case tripStart(Trip.ID)
  case tripEnd(Trip.ID)

  /// Its key in table `label`.
  var key: Int64 {
    switch self {
    case .visit(let id): id << 2 | 1
    case .tripStart(let id): id << 2 | 2
    case .tripEnd(let id): id << 2 | 3
    }
  }
}

/// What a server is asked for, once for all who want to know: where one stays a place, else a cell.
enum Target {
  static func place(_ id: Int64) -> Int64 { -id }

  /// nil where the position is none.
  static func cell(_ at: Coordinate, size: Int) -> Int64? { GridCell(containing: at, size: size)?.key }
}

/// How soon a name is wanted.
enum Rank {
  static let stay: Int64 = 0
  static let way: Int64 = 1
  static let ahead: Int64 = 2
}
