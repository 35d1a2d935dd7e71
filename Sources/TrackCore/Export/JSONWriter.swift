/// Writes one JSON document (RFC 8259) piece by piece; commas and line breaks come by themselves, a row of the outermost array to a
/// line. What is absent is `null`; a number that is not finite is too.
public struct JSONWriter: Sendable {
  public var text = ByteText()
  /// For each open array or object: whether something stands in it already.
  private var open: [Bool] = []
  private var followsKey = false
  /// The outermost is an array, whose elements stand on lines of their own.
  private var hasRows = false

  public init() {}

  public mutating func beginArray() {
    if open.isEmpty { hasRows = true }
    begin("[")
  }
  public mutating func endArray() { end("]", breaksLine: hasRows && open == [true]) }
  public mutating func beginObject() {
    if open.isEmpty { hasRows = false }
    begin("{")
  }
  public mutating func endObject() { end("}", breaksLine: false) }

  /// `key` must need no escapes.
  public mutating func key(_ key: StaticString) {
    separate()
    text.put("\"")
    text.put(key)
    text.put("\":")
    followsKey = true
  }

  /// A key that is not known beforehand.
  public mutating func key(named key: String) {
    separate()
    text.put(quoted: key)
    text.put(":")
    followsKey = true
  }

  public mutating func null() {
    separate()
    text.put("null")
  }

  public mutating func value(_ string: String?) {
    guard let string else { return null() }
    separate()
    text.put(quoted: string)
  }

  public mutating func value(_ number: Int64?) {
    guard let number else { return null() }
    separate()
    text.put(number)
  }

  public mutating func value(_ number: Int) { value(Int64(number)) }

  /// Rounded to so many decimals, 0...9.
  public mutating func value(_ number: Double?, decimals: Int) {
    guard let number, number.isFinite else { return null() }
    separate()
    text.put(number, decimals: decimals)
  }

  /// With as many digits as it takes to read the same number back.
  public mutating func value(exact number: Double?) {
    guard let number, number.isFinite else { return null() }
    separate()
    text.put(text: number.description)
  }

  public mutating func value(_ flag: Bool) {
    separate()
    text.put(flag ? "true" : "false")
  }

  /// ISO 8601 in UTC with milliseconds.
  public mutating func value(_ instant: Instant?) {
    guard let instant else { return null() }
    separate()
    text.put("\"")
    text.put(instant)
    text.put("\"")
  }

  /// In seconds, with decimals only where it has a part of a second.
  public mutating func value(_ interval: Interval?) {
    guard let interval else { return null() }
    separate()
    text.put(interval.seconds, decimals: 3, trimmed: true)
  }

  private mutating func begin(_ bracket: StaticString) {
    separate()
    text.put(bracket)
    open.append(false)
  }

  private mutating func end(_ bracket: StaticString, breaksLine: Bool) {
    if breaksLine { text.put("\n") }
    text.put(bracket)
    if open.popLast() != nil, open.isEmpty { text.put("\n") }
  }

  private mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    guard let last = open.indices.last else { return }
    if open[last] { text.put(",") }
    if last == 0, hasRows { text.put("\n") }
    open[last] = true
  }
}
