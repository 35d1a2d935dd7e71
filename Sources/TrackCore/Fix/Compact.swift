/// An optional number in eight bytes instead of sixteen: a fix has ten of them and is copied from stage to stage.
///
/// Absence is kept as a NaN, which no one sees: nil goes in and out, and a NaN that is stored reads as nil.
@propertyWrapper
public struct Compact: Sendable {
  private var stored: Double

  public init(wrappedValue: Double?) { stored = wrappedValue ?? .nan }

  public var wrappedValue: Double? {
    @inline(__always) get { stored.isNaN ? nil : stored }
    @inline(__always) set { stored = newValue ?? .nan }
  }
}

extension Compact: Equatable {
  public static func == (a: Compact, b: Compact) -> Bool { a.stored == b.stored || a.stored.isNaN && b.stored.isNaN }
}
