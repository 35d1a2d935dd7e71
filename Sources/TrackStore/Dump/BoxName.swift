/// What a box may be called: it is typed, printed and made a folder.
public enum BoxName {
  /// Bytes of the longest.
  public static let longest = 64

  /// Letters of any script, digits and signs, but no control characters, no `/`, and neither `-` nor `.` in front.
  public static func isValid(_ name: String) -> Bool {
    (1...longest) ~= name.utf8.count && !name.hasPrefix("-") && !name.hasPrefix(".")
      && name.unicodeScalars.allSatisfy { scalar in
        scalar != "/" && scalar != "\u{FFFD}" && !scalar.isControl
      }
  }

  /// The host in `[USER@]HOST`; nil where that makes no name.
  static func ofHost(_ destination: String) -> String? {
    let host =
      destination.lastIndex(of: "@").map { String(destination[destination.index(after: $0)...]) } ?? destination
    return isValid(host) ? host : nil
  }
}

extension Unicode.Scalar {
  /// What a terminal may act on: C0, DEL, C1, and what turns the direction of text.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
