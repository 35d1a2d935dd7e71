import Glibc
import Testing

@testable import TrackCore

@Suite struct GridCellTests {
  @Test func aCommuteOf3000FixesLiesIn322Cells() throws {
    let cells = try Commute.fixes.map { try #require(GridCell(containing: $0.coordinate)) }
    #expect(cells.count == 3000)
    #expect(Set(cells).count == 322)
    #expect(Set(cells.map(\.key)).count == 322)
  }

  @Test(arguments: [0.0, 51.5, -33.9, 69.6, -80, 85])
  func heightAndWidthAreTheAskedSizeWithinSixPerMille(latitude: Double) throws {
    let cell = try #require(GridCell(containing: Coordinate(latitude: latitude, longitude: 12.3)))
    let centre = cell.centre
    let north = Coordinate(latitude: centre.latitude + 1e-3, longitude: centre.longitude)
    let east = Coordinate(latitude: centre.latitude, longitude: centre.longitude + 1e-3)
    var rows = 0
    var columns = 0
    for step in 0..<100_000 {
      let part = Double(step) / 1e5
      let up = Coordinate(latitude: centre.latitude + part, longitude: centre.longitude)
      let right = Coordinate(latitude: centre.latitude, longitude: centre.longitude + part)
      rows = max(rows, try #require(GridCell(containing: up)).row - cell.row)
      columns = max(columns, try #require(GridCell(containing: right)).column - cell.column)
    }
    #expect(abs(Geodesy.distance(centre, north) * 1000 / Double(rows) - 100) < 0.6 + 60 / Double(rows))
    #expect(abs(Geodesy.distance(centre, east) * 1000 / Double(columns) - 100) < 0.6 + 60 / Double(columns))
  }

  @Test func aCellIsTheSameWhereverInItYouStand() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let cell = try #require(
        GridCell(
          containing: Coordinate(
            latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random)),
          size: .random(in: GridCell.sizes, using: &random)))
      // Near the edges of the cell: 0.4999 of its height and width from its centre, as its neighbours' centres tell them.
      let height = 180 / (Double.rows(of: cell))
      let width = 360 / (Double.columns(of: cell))
      for (up, right) in [(0.4999, 0.4999), (0.4999, -0.4999), (-0.4999, 0.4999), (-0.4999, -0.4999), (0, 0)] {
        let point = Coordinate(
          latitude: cell.centre.latitude + up * height, longitude: cell.centre.longitude + right * width)
        #expect(GridCell(containing: point, size: cell.size) == cell, "seed \(seed), \(cell), \(point)")
      }
    }
  }

  @Test func keysSurviveTheWayThroughADatabase() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let cell = try #require(
        GridCell(
          containing: Coordinate(
            latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random)),
          size: .random(in: GridCell.sizes, using: &random)))
      #expect(cell.key > 0)
      #expect(GridCell(key: cell.key) == cell, "seed \(seed), \(cell)")
    }
  }

  @Test func aKeyIsTheSameInEveryRelease() throws {
    let bigBen = try #require(GridCell(containing: Commute.start))
    #expect(bigBen.row == 157_253)
    #expect(bigBen.column == 124_904)
    #expect(bigBen.key == 28_150_135_938_738_152)
  }

  static let keysOfNoCell: [Int64] = [
    0, -1, 5, .max, .min, (100 << 48) + (200_039 << 24), (100 << 48) + 0xFF_FFFF, 9 << 48,
  ]

  @Test(arguments: keysOfNoCell)
  func aKeyOfNoCellIsNone(key: Int64) {
    #expect(GridCell(key: key) == nil)
  }

  @Test func sizesDoNotShareKeys() throws {
    let small = try #require(GridCell(containing: Commute.start, size: 100))
    let large = try #require(GridCell(containing: Commute.start, size: 200))
    #expect(small.key != large.key)
  }

  @Test func bothSidesOfTheAntimeridianMeet() throws {
    for latitude in [-89.99, -17.0, 0, 66.5, 89.99] {
      let west = try #require(GridCell(containing: Coordinate(latitude: latitude, longitude: 180)))
      let east = try #require(GridCell(containing: Coordinate(latitude: latitude, longitude: -180)))
      #expect(west == east)
      #expect(east.column == 0)
      let before = try #require(GridCell(containing: Coordinate(latitude: latitude, longitude: 179.999_999_9)))
      let beyond = try #require(GridCell(containing: Coordinate(latitude: latitude, longitude: -180.000_000_1)))
      #expect(before == beyond)
      #expect(before.column > 0)
    }
  }

  @Test func aPoleHasThreeCells() {
    for latitude in [90.0, -90, 95, -1e300] {
      let cells = stride(from: -180.0, through: 180, by: 1).compactMap {
        GridCell(containing: Coordinate(latitude: latitude, longitude: $0))
      }
      #expect(cells.count == 361)
      #expect(Set(cells.map(\.column)) == [0, 1, 2])
      #expect(Set(cells.map(\.row)).count == 1)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNotFiniteLiesInNoCell(number: Double) {
    #expect(GridCell(containing: Coordinate(latitude: number, longitude: 0)) == nil)
    #expect(GridCell(containing: Coordinate(latitude: 0, longitude: number)) == nil)
  }

  @Test(arguments: [(Int.min, 10), (0, 10), (9, 10), (10_001, 10_000), (Int.max, 10_000)])
  func aSizeOutOfRangeIsTheNearestInIt(asked: Int, given: Int) throws {
    #expect(try #require(GridCell(containing: Commute.start, size: asked)).size == given)
  }
}

extension Double {
  /// Rows of the grid that `cell` is in, from the height of its centre.
  fileprivate static func rows(of cell: GridCell) -> Double {
    ((Double(cell.row) + 0.5) * 180 / (cell.centre.latitude + 90)).rounded()
  }
  fileprivate static func columns(of cell: GridCell) -> Double {
    ((Double(cell.column) + 0.5) * 360 / (cell.centre.longitude + 180)).rounded()
  }

  @Test(
    arguments: [
      (47, 9, 700), (0, 180, 1500), (51.5, -179.999, 300), (-70, 20, 1000), (84, 0.001, 250), (10, 10, 0),
    ] as [(Double, Double, Double)]) func theCellsAroundHoldAllThatIsNear(
      latitude: Double, longitude: Double, reach: Double
    )
  {
    let centre = Coordinate(latitude: latitude, longitude: longitude)
    let ranges = GridCell.keys(around: centre, within: reach, size: 100)
    // Not many more than the circle's square.
    let side = 2 * (reach / 99 + 1) + 1
    #expect(ranges.reduce(0) { $0 + $1.count } <= Int(side * side))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let north = Double.random(in: -1...1, using: &random) * reach / 111_000
      let east = Double.random(in: -1...1, using: &random) * reach / 111_000 / cos(latitude * .pi / 180)
      var there = Coordinate(latitude: latitude + north, longitude: longitude + east)
      if there.longitude > 180 { there.longitude -= 360 }
      guard Geodesy.distance(centre, there) <= reach, let key = GridCell(containing: there)?.key else { continue }
      #expect(ranges.contains { $0.contains(key) }, "\(there)")
    }
  }
}
