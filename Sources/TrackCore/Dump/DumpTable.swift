/// A table as it is dumped: which columns, in which order. The first one identifies the row.
public struct DumpTable: Equatable, Sendable {
  public struct Column: Equatable, Sendable {
    /// As the database calls it.
    public let name: String
    public let coding: DumpColumn.Coding
    public let isOptional: Bool
    /// What its numbers may be.
    public let range: ClosedRange<Int64>
  }

  /// Its number in a dump.
  public let code: UInt8
  public let name: String
  public let columns: [Column]

  /// Added to a table's number: what follows are the ids of rows that were deleted.
  static let deleted: UInt8 = 64

  public static func == (a: DumpTable, b: DumpTable) -> Bool { a.code == b.code }
}

extension DumpTable {
  public static let device = DumpTable(
    code: 0, name: "device", columns: [.number("id", in: 0...15), .text("path")])

  public static let fix = DumpTable(
    code: 1, name: "fix",
    columns: [
      .number("id", .linear, in: time.lowerBound << 4...time.upperBound << 4 | 15),
      .number("lat", .linear, in: latitude),
      .number("lon", .linear, in: longitude), .optional("alt"), .optional("speed"), .optional("course"),
      .optional("eph"), .optional("epv"), .optional("hdop"), .optional("used"), .number("mode3d", in: 0...1),
    ])

  public static let trip = DumpTable(
    code: 2, name: "trip",
    columns: [
      .number("id"), .number("source"), .number("start", in: time), .optional("end", in: time),
      .number("last", in: time),
      .number("from_lat", in: latitude), .number("from_lon", in: longitude), .number("to_lat", in: latitude),
      .number("to_lon", in: longitude), .number("distance", .plain), .number("bridged", .plain),
      .number("moving", .plain), .optional("max_speed"), .number("fixes", .plain), .number("south", in: latitude),
      .number("north", in: latitude), .number("west", in: longitude), .number("east", in: longitude), .number("change"),
    ])

  public static let visit = DumpTable(
    code: 3, name: "visit",
    columns: [
      .number("id"), .number("source"), .optional("place"), .number("arrival", in: time),
      .optional("departure", in: time),
      .number("last", in: time), .number("lat", in: latitude), .number("lon", in: longitude),
      .number("accuracy", .plain), .number("fixes", .plain), .number("inferred", in: 0...1), .number("change"),
    ])

  public static let place = DumpTable(
    code: 4, name: "place",
    columns: [
      .number("id"), .text("name", isOptional: true), .number("lat", in: latitude), .number("lon", in: longitude),
      .number("change"),
    ])

  public static let event = DumpTable(
    code: 5, name: "event",
    columns: [
      .number("id"), .text("kind"), .number("time", in: time), .number("noticed", in: time),
      .optional("lat", in: latitude), .optional("lon", in: longitude), .optional("trip"), .optional("visit"),
      .optional("distance"),
    ])

  /// Which name a visit, or an end of a trip, got.
  public static let label = DumpTable(
    code: 6, name: "label", columns: [.number("subject"), .number("target"), .number("name"), .number("change")])

  /// What servers call places, with whose words those are. A name comes along with the labels that it is on.
  public static let name = DumpTable(
    code: 7, name: "name",
    columns: [
      .number("id"), .text("short"), .text("full"), .text("city", isOptional: true), .text("country", isOptional: true),
      .text("provider"), .text("credit"), .optional("fetched", in: time),
    ])

  public static let all = [device, fix, trip, visit, place, event, label, name]

  /// Years 1 to 9999, in ms.
  private static let time: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  private static let latitude: ClosedRange<Int64> = -900_000_000...900_000_000
  private static let longitude: ClosedRange<Int64> = -1_800_000_000...1_800_000_000
}

extension DumpTable.Column {
  /// ±2^53: what the store's units reach.
  private static let any: ClosedRange<Int64> = -(1 << 53)...1 << 53

  fileprivate static func number(
    _ name: String, _ coding: DumpColumn.Coding = .delta, in range: ClosedRange<Int64> = any
  ) -> Self {
    Self(name: name, coding: coding, isOptional: false, range: range)
  }

  fileprivate static func optional(_ name: String, in range: ClosedRange<Int64> = any) -> Self {
    Self(name: name, coding: .delta, isOptional: true, range: range)
  }

  fileprivate static func text(_ name: String, isOptional: Bool = false) -> Self {
    Self(name: name, coding: .text, isOptional: isOptional, range: any)
  }

  /// Whether a database can hold these.
  func admits(_ column: DumpColumn) -> Bool {
    if !isOptional, column.hasAbsent { return false }
    switch column {
    case .texts: return coding == .text
    case .integers(let numbers):
      guard coding != .text, numbers.values.allSatisfy(range.contains) else {
        // An absent one reads as 0, which may lie outside.
        return coding != .text && numbers.values.indices.allSatisfy { numbers[$0].map(range.contains) ?? true }
      }
      return true
    }
  }
}
