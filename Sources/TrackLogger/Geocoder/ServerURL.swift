/// The address of a geocoding server: `https://[USER[:PASSWORD]@]HOST[:PORT][/PATH]`, and nothing that libcurl could read otherwise
/// than this does.
struct ServerURL: Equatable, Sendable {
  private var scheme: String
  /// User and password.
  private var user: String?
  /// In lower case, without the dot that may end it; an IPv6 address with its brackets.
  let host: String
  private var port: Int?
  /// Without slashes at its end.
  private var path: String

  /// nil where it is none, or has more to it than that.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ 33...126 ~= $0 && !"?#\\\"<>^`{|}".utf8.contains($0) }),
      let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://")
    else { return nil }
    scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let rest = text[text.index(colon, offsetBy: 3)...]
    var place = rest.prefix { $0 != "/" }
    path = String(rest[place.endIndex...])
    while path.hasSuffix("/") { path.removeLast() }
    if let at = place.firstIndex(of: "@") {
      user = String(place[..<at])
      place = place[place.index(after: at)...]
    }
    if let mark = place.lastIndex(of: ":"), !place.hasSuffix("]") {
      guard let number = Int(place[place.index(after: mark)...]), 1...65_535 ~= number else { return nil }
      port = number == (scheme == "http" ? 80 : 443) ? nil : number
      place = place[..<mark]
    }
    while place.hasSuffix(".") { place = place.dropLast() }
    host = place.lowercased()
    guard Self.isHost(host) else { return nil }
  }

  /// With the password: for libcurl alone.
  var text: String { joined(user.map { $0 + "@" } ?? "") }
  /// The server, however its address was written; it may be shown.
  var server: String { joined("") }

  private func joined(_ user: String) -> String {
    "\(scheme)://\(user)\(host)" + (port.map { ":\($0)" } ?? "") + path
  }

  private static func isHost(_ text: String) -> Bool {
    if text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count > 2 {
      return text.dropFirst().dropLast().utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    }
    return !text.isEmpty
      && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-._".utf8.contains($0) }
  }
}
