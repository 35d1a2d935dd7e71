/// Reads `key = value` under `[section]`.
///
/// Comments are lines that begin with `#` or `;`: within a line both are part of the value. What is not understood is refused, with file
/// and line; nothing is guessed or cut.
struct ConfigurationParser {
  /// As it is shown in a refusal.
  let file: String

  /// Bytes; a configuration of more is none.
  static let maxSize = 1_048_576

  private struct Entry {
    let key: ConfigurationKey
    let value: String
    let line: Int
  }

  func parse(_ bytes: [UInt8]) throws(Failure) -> Configuration {
    var configuration = Configuration()
    let entries = try entries(in: bytes)
    // A profile sets numbers that other keys refine, wherever they stand.
    for entry in entries where entry.key.name == "profile" { try set(entry, in: &configuration) }
    for entry in entries where entry.key.name != "profile" { try set(entry, in: &configuration) }
    return configuration
  }

  private func set(_ entry: Entry, in configuration: inout Configuration) throws(Failure) {
    do throws(BadValue) {
      try entry.key.set(&configuration, entry.value)
    } catch {
      throw refusal(entry.line, "\(entry.key.name) takes \(error.wanted), not '\(entry.value)'")
    }
  }

  private func entries(in bytes: [UInt8]) throws(Failure) -> [Entry] {
    var entries: [Entry] = []
    var section: String?
    var line = 0
    for raw in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      let text = trimmed(line == 1 && raw.starts(with: [0xEF, 0xBB, 0xBF]) ? raw.dropFirst(3) : raw)
      guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { continue }
      guard let string = String(validating: text, as: UTF8.self) else { throw refusal(line, "this is not UTF-8") }
      if text.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) {
        throw refusal(line, "there is a control character")
      }
      if first == UInt8(ascii: "[") {
        section = try sectionName(string, line)
      } else {
        let entry = try entry(string, in: section, line)
        if let earlier = entries.first(where: { $0.key.isSame(as: entry.key) }) {
          throw refusal(line, "\(entry.key.name) is already set in line \(earlier.line)")
        }
        entries.append(entry)
      }
    }
    return entries
  }

  private func sectionName(_ text: String, _ line: Int) throws(Failure) -> String {
    guard text.hasSuffix("]") else { throw refusal(line, "a section is written [name], alone on its line") }
    let name = String(decoding: trimmed(Array(text.utf8.dropFirst().dropLast())[...]), as: UTF8.self)
    guard ConfigurationKey.sections.contains(name) else {
      throw refusal(
        line, "there is no section [\(name)]" + Suggestion.didYouMean(name, among: ConfigurationKey.sections))
    }
    return name
  }

  private func entry(_ text: String, in section: String?, _ line: Int) throws(Failure) -> Entry {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw refusal(line, "a setting is written key = value")
    }
    let name = String(decoding: trimmed(Array(text.utf8[..<equals])[...]), as: UTF8.self)
    let value = String(decoding: trimmed(Array(text.utf8[text.utf8.index(after: equals)...])[...]), as: UTF8.self)
    guard let section else { throw refusal(line, "'\(name)' stands before the first [section]") }
    let keys = ConfigurationKey.all.filter { $0.section == section }
    guard let key = keys.first(where: { $0.name == name }) else {
      throw refusal(
        line, "there is no key '\(name)' in [\(section)]" + Suggestion.didYouMean(name, among: keys.map(\.name)))
    }
    if value.isEmpty { throw refusal(line, "\(name) has no value; leave the line out for the default") }
    return Entry(key: key, value: value, line: line)
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return bytes[first...last]
  }

  private func refusal(_ line: Int, _ sentence: String) -> Failure { Failure(.data, "\(file):\(line): \(sentence)") }
}
