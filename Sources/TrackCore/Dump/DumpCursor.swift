/// How far a database was dumped: what the next dump begins after.
///
/// As text `UUID:NUMBER` or `UUID:NUMBER:TOKEN`.
public struct DumpCursor: Equatable, Sendable {
  /// Of which database.
  public var uuid: String
  /// The newest change that is known.
  public var number: Int64
  /// The token of the era that number belongs to. A database that is restored from an older copy and goes on from that reaches the
  /// same numbers with other rows, in another era.
  public var witness: Int64?

  public init(uuid: String, number: Int64, witness: Int64? = nil) {
    self.uuid = uuid
    self.number = number
    self.witness = witness
  }

  public var text: String { "\(uuid):\(number)" + (witness.map { ":\($0)" } ?? "") }

  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), Self.isUUID(parts[0]), let number = Self.number(parts[1]), number >= 0 else {
      return nil
    }
    self.init(uuid: String(parts[0]), number: number)
    if parts.count == 3 {
      guard let token = Self.number(parts[2]) else { return nil }
      witness = token
    }
  }

  /// Lower case, as databases have it.
  static func isUUID(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 36
      && bytes.enumerated().allSatisfy { index, byte in
        switch byte {
        case UInt8(ascii: "-"): [8, 13, 18, 23].contains(index)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
          ![8, 13, 18, 23].contains(index)
        default: false
        }
      }
  }

  /// Decimal digits, no plus sign.
  static func number(_ text: Substring) -> Int64? { text.first == "+" ? nil : Int64(text) }
}
