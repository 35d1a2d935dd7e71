import Glibc
import TrackCore

/// A way as dots of Braille characters, two by four to a character: north is up, `S` stands at the start, `E` at the end.
struct TextMap {
  private static let dotsAcross = 2
  private static let dotsDown = 4

  private let columns: Int
  private let rows: Int
  /// Degrees of the upper left corner, and dots to a metre.
  private let west: Double
  private let north: Double
  private let dotsPerMetre: Double
  private let metresPerDegreeEast: Double
  private static let metresPerDegree = 111_195.0

  private var cells: [UInt8]
  private var marks: [Int: Character] = [:]
  private var previous: (x: Int, y: Int)?

  /// Room for a way within these bounds in so many characters. It takes no more rows than the way needs.
  init(_ bounds: BoundingBox, columns: Int, rows: Int) {
    let width = bounds.east < bounds.west ? bounds.east - bounds.west + 360 : bounds.east - bounds.west
    metresPerDegreeEast = Self.metresPerDegree * max(0.01, cos((bounds.south + bounds.north) / 2 * .pi / 180))
    let across = max(1, width * metresPerDegreeEast)
    let down = max(1, (bounds.north - bounds.south) * Self.metresPerDegree)
    let columns = max(2, columns)
    let (dotsX, dotsY) = (Double(columns * Self.dotsAcross - 1), Double(max(1, rows) * Self.dotsDown - 1))
    dotsPerMetre = min(dotsX / across, dotsY / down)
    self.rows = Int((down * dotsPerMetre).rounded()) / Self.dotsDown + 1
    self.columns = Int((across * dotsPerMetre).rounded()) / Self.dotsAcross + 1
    west = bounds.west
    north = bounds.north
    cells = [UInt8](repeating: 0, count: self.rows * self.columns)
  }

  /// The way goes on to `position`; the first after a gap is not joined to the one before.
  mutating func add(_ position: Coordinate) {
    let here = dot(position)
    let from = previous ?? here
    let steps = max(abs(here.x - from.x), abs(here.y - from.y), 1)
    for k in 0...steps { set(from.x + (here.x - from.x) * k / steps, from.y + (here.y - from.y) * k / steps) }
    previous = here
  }

  mutating func gap() { previous = nil }

  mutating func mark(_ position: Coordinate, _ character: Character) {
    let at = dot(position)
    marks[at.y / Self.dotsDown * columns + at.x / Self.dotsAcross] = character
  }

  /// Rows of equal width, and at last a line as long as what it says.
  func lines(_ units: LengthUnits) -> [String] {
    var lines: [String] = []
    for row in 0..<rows {
      var line = ""
      for column in 0..<columns {
        let cell = row * columns + column
        line.append(marks[cell] ?? (cells[cell] == 0 ? " " : Self.braille(cells[cell])))
      }
      lines.append(line)
    }
    return lines + [scale(units)]
  }

  /// About a third of the map, a round number.
  private func scale(_ units: LengthUnits) -> String {
    let metresPerColumn = Double(Self.dotsAcross) / dotsPerMetre
    let unit = units == .km ? 1.0 : metresPerColumn * 10 < 304.8 ? 0.3048 : 1609.344
    let longest = metresPerColumn * Double(max(6, columns / 3)) / unit
    let power = pow(10, floor(log10(max(longest, 1e-9))))
    let round = [5.0, 2, 1].first { $0 * power <= longest } ?? 1
    let length = round * power * unit
    let dashes = min(columns, max(1, Int((length / metresPerColumn).rounded())))
    return String(repeating: "─", count: dashes) + " " + units.distance(length)
  }

  private func dot(_ position: Coordinate) -> (x: Int, y: Int) {
    var east = position.longitude - west
    if east < -180 { east += 360 } else if east > 180 { east -= 360 }
    let x = east * metresPerDegreeEast * dotsPerMetre
    let y = (north - position.latitude) * Self.metresPerDegree * dotsPerMetre
    // A fix may lie a little outside of what is said to bound it.
    return (
      Int(max(0, min(Double(columns * Self.dotsAcross - 1), x.rounded()))),
      Int(max(0, min(Double(rows * Self.dotsDown - 1), y.rounded())))
    )
  }

  private mutating func set(_ x: Int, _ y: Int) {
    let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    cells[y / Self.dotsDown * columns + x / Self.dotsAcross] |= bits[y % Self.dotsDown][x % Self.dotsAcross]
  }

  private static func braille(_ dots: UInt8) -> Character {
    Unicode.Scalar(0x2800 + UInt32(dots)).map(Character.init) ?? " "
  }
}
