/// A place's name and number, as exports and lists show them.
public struct NamedPlace: Equatable, Sendable {
  /// nil: it is no place where visits were.
  public var id: Int64?
  /// nil: it has none yet.
  public var name: String?

  public init(id: Int64?, name: String? = nil) {
    self.id = id
    self.name = name
  }
}

/// A file format for visits and trips. It appends text; whoever drives it takes the text away now and then, so that any number of
/// fixes needs little memory.
///
/// The order of calls: `begin`, each visit, then for each trip `beginTrip`, its fixes in order of time with `gap` where nothing is known
/// of the way between two, `endTrip`; at last `end`. A format with more than one pass is given the fixes between two gaps so often,
/// with `nextPass` between.
public protocol ExportWriter {
  var passes: Int { get }
  mutating func begin(_ text: inout ByteText)
  mutating func visit(_ visit: Visit, at place: NamedPlace?, _ text: inout ByteText)
  mutating func beginTrip(_ trip: Trip, from: NamedPlace?, to: NamedPlace?, _ text: inout ByteText)
  mutating func fix(_ fix: Fix, _ text: inout ByteText)
  mutating func nextPass(_ text: inout ByteText)
  mutating func gap(_ text: inout ByteText)
  mutating func endTrip(_ text: inout ByteText)
  mutating func end(_ text: inout ByteText)
}

extension ExportWriter {
  public var passes: Int { 1 }
  public mutating func nextPass(_ text: inout ByteText) {}
}
