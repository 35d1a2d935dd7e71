import Glibc

/// A cell of a grid over the Earth, about as high as wide: the key of cached place names, so that many askers make one lookup.
///
/// Rows divide the meridian evenly. Columns divide the parallel through the row's own middle evenly, so that a cell is the same
/// wherever in it you stand, and none straddles the antimeridian: -180° and 180° lie in one. A row at a pole has three columns.
/// Height and width are the asked size within 0.6 % (the meridian is no circle), but for the few rows nearest to a pole.
public struct GridCell: Hashable, Sendable {
  /// The asked height and width in whole metres, 10...10,000.
  public let size: Int
  /// From the south pole, 0 up.
  public let row: Int
  /// From the antimeridian eastward, 0 up.
  public let column: Int

  public static let defaultSize = 100
  static let sizes = 10...10_000

  /// The cell that `coordinate` lies in; nil where a number in it is not finite. A latitude beyond a pole counts as the pole,
  /// a longitude beyond 180° goes on from the other side, a size out of its range as the nearest in it.
  public init?(containing coordinate: Coordinate, size: Int = defaultSize) {
    guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return nil }
    self.size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
    let rows = Self.rows(of: self.size)
    let north = (min(max(coordinate.latitude, -90), 90) + 90) / 180
    row = min(Int(north * Double(rows)), rows - 1)
    let columns = Self.columns(of: self.size, row: row)
    column = Self.column(of: coordinate.longitude, among: columns)
  }

  /// The keys of all cells that a circle of `reach` metres around `coordinate` touches, and of few more: a range or two for each
  /// row. Across a pole it does not look.
  public static func keys(around coordinate: Coordinate, within reach: Double, size: Int) -> [ClosedRange<Int64>] {
    guard let cell = GridCell(containing: coordinate, size: size) else { return [] }
    let cells = Int(min(max(reach, 0), 100_000) / (Double(cell.size) * 0.99)) + 1
    var ranges: [ClosedRange<Int64>] = []
    for row in max(0, cell.row - cells)...min(cell.row + cells, rows(of: cell.size) - 1) {
      let columns = columns(of: cell.size, row: row)
      let first = Int64(cell.size) << 48 | Int64(row) << 24
      func add(_ west: Int, _ east: Int) { ranges.append(first + Int64(west)...first + Int64(east)) }
      let middle = column(of: coordinate.longitude, among: columns)
      let (west, east) = (middle - cells, middle + cells)
      if east - west + 1 >= columns {
        add(0, columns - 1)
      } else if west < 0 {
        add(west + columns, columns - 1)
        add(0, east)
      } else if east >= columns {
        add(west, columns - 1)
        add(0, east - columns)
      } else {
        add(west, east)
      }
    }
    return ranges
  }

  private static func column(of longitude: Double, among columns: Int) -> Int {
    var east = longitude.remainder(dividingBy: 360) + 180
    if east >= 360 { east -= 360 }
    return min(Int(east / 360 * Double(columns)), columns - 1)
  }

  /// The cell that `key` names; nil where no cell has this key.
  public init?(key: Int64) {
    let size = Int(key >> 48)
    let row = Int(key >> 24 & 0xFF_FFFF)
    let column = Int(key & 0xFF_FFFF)
    guard Self.sizes.contains(size), row < Self.rows(of: size), column < Self.columns(of: size, row: row) else {
      return nil
    }
    self.size = size
    self.row = row
    self.column = column
  }

  /// One number for size, row and column: positive, the same in every release, different for each cell of each size.
  public var key: Int64 { Int64(size) << 48 | Int64(row) << 24 | Int64(column) }

  /// The middle of the cell, which lies in it.
  public var centre: Coordinate {
    Coordinate(
      latitude: (Double(row) + 0.5) / Double(Self.rows(of: size)) * 180 - 90,
      longitude: (Double(column) + 0.5) / Double(Self.columns(of: size, row: row)) * 360 - 180)
  }

  /// Metres from pole to pole along a WGS 84 meridian: twice the quarter meridian of 10,001,965.729 m.
  private static let meridian = 20_003_931.458

  private static func rows(of size: Int) -> Int { Int((meridian / Double(size)).rounded()) }

  /// So many cells as fit best around the parallel through the middle of the row.
  private static func columns(of size: Int, row: Int) -> Int {
    let latitude = ((Double(row) + 0.5) / Double(rows(of: size)) * 180 - 90) * Double.pi / 180
    let s = sin(latitude)
    let circumference = 2 * Double.pi * Geodesy.a * cos(latitude) / (1 - Geodesy.e2 * s * s).squareRoot()
    return max(1, Int((circumference / Double(size)).rounded()))
  }
}
