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
/// of the way between two, `endTrip`; at last `end`. A format may be given fixes more than once, see `passes`.
public protocol ExportWriter {
  var passes: ExportPasses { get }
  mutating func begin(_ text: inout ByteText)
  mutating func visit(_ visit: Visit, at place: NamedPlace?, _ text: inout ByteText)
  mutating func beginTrip(_ trip: Trip, from: NamedPlace?, to: NamedPlace?, _ text: inout ByteText)
  mutating func fix(_ fix: Fix, _ text: inout ByteText)
  /// False: it wants no further pass.
  mutating func nextPass(_ text: inout ByteText) -> Bool
  mutating func gap(_ text: inout ByteText)
  mutating func endTrip(_ text: inout ByteText)
  mutating func end(_ text: inout ByteText)
}

extension ExportWriter {
  public var passes: ExportPasses { .one }
  public mutating func nextPass(_ text: inout ByteText) -> Bool { false }

  /// Gives it the parts of a trip between gaps, each as often as it wants it: `fixes` hands over those of one.
  public mutating func parts<Part>(
    _ parts: [Part], _ text: inout ByteText, _ fixes: (Part, inout Self, inout ByteText) throws -> Void
  ) rethrows {
    repeat {
      for (k, part) in parts.enumerated() {
        if k > 0 { gap(&text) }
        repeat { try fixes(part, &self, &text) } while passes == .ofEachPart && nextPass(&text)
      }
    } while passes == .ofEachTrip && nextPass(&text)
  }
}

/// How often a format is given the same fixes.
public enum ExportPasses: Sendable {
  case one
  /// Those between two gaps again and again while `nextPass` wants it, then those after the next gap.
  case ofEachPart
  /// All those of a trip, with the gaps, again and again while `nextPass` wants it.
  case ofEachTrip
}
