/// One command with the options and operands that it was called with.
struct Invocation: Sendable {
  let command: Command
  var operands: [String] = []
  private var given: [(name: String, value: String)] = []

  init(_ command: Command) { self.command = command }

  mutating func add(_ option: Option, value: String = "") { given.append((option.name, value)) }

  /// Of all that was given.
  var optionNames: [String] { given.map(\.name) }

  func has(_ option: Option) -> Bool { given.contains { $0.name == option.name } }

  /// The value that counts: the last one.
  subscript(option: Option) -> String? { given.last { $0.name == option.name }?.value }

  /// Every value of an option that may be repeated, in order.
  func all(_ option: Option) -> [String] { given.filter { $0.name == option.name }.map(\.value) }

  /// A whole number within `range`; nil where the option is absent.
  func integer(_ option: Option, in range: ClosedRange<Int64> = 1...Int64.max) throws(Failure) -> Int64? {
    guard let text = self[option] else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      let most = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
      throw .usage("--\(option.name) takes a whole number, \(range.lowerBound) \(most), not '\(text)'")
    }
    return number
  }

  /// A finite number within `range`; nil where the option is absent.
  func number(_ option: Option, in range: ClosedRange<Double>) throws(Failure) -> Double? {
    guard let text = self[option] else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw .usage("--\(option.name) takes a number, \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }

  /// Refuses `option` beside any of `others`.
  func refuse(_ option: Option, with others: [Option]) throws(Failure) {
    guard has(option), let other = others.first(where: has) else { return }
    throw .usage("--\(option.name) and --\(other.name) exclude each other")
  }
}
