/// Takes a dump apart as its bytes come in, and lets nothing pass whose checksum, order or form is wrong.
///
/// Memory: one frame, which is bounded.
public struct DumpParser: Sendable {
  public struct Frame: Equatable, Sendable {
    public var line: DumpLine
    public var payload: [UInt8]
  }

  /// More than any box has written.
  private static let mostEras = 1 << 17

  private var bytes: [UInt8] = []
  private var taken = 0
  private var checksum = CRC32()
  private var isBegun = false
  /// The last batch's end.
  private var through: Int64?
  private var eras = 0
  private var newestEra: Int64 = -1
  /// Nothing may follow.
  public private(set) var isOver = false

  public init() {}

  public mutating func append(_ more: UnsafeRawBufferPointer) {
    bytes.removeFirst(taken)
    taken = 0
    bytes.append(contentsOf: more)
  }

  /// The next whole frame; nil: more bytes are needed.
  public mutating func next() throws(DumpError) -> Frame? {
    let rest = bytes[(bytes.startIndex + taken)...]
    if isOver {
      if rest.isEmpty { return nil }
      throw .damaged
    }
    guard let lineEnd = rest.prefix(DumpLine.longest).firstIndex(of: UInt8(ascii: "\n")) else {
      if rest.count >= DumpLine.longest { throw isBegun ? .damaged : notADump(rest) }
      return nil
    }
    let text = rest[..<lineEnd]
    let (line, sum) = try split(text)
    var checksum = self.checksum
    checksum.add(text.dropLast(8))
    var payload: [UInt8] = []
    var end = lineEnd + 1
    if case .batch(_, _, _, _, let length) = line {
      guard rest.endIndex - end > length else { return nil }
      payload = Array(rest[end..<end + length])
      checksum.add(payload)
      guard rest[end + length] == UInt8(ascii: "\n") else { throw .damaged }
      end += length + 1
    }
    guard checksum.text.utf8.elementsEqual(sum) else { throw .damaged }
    try order(line)
    self.checksum = checksum
    taken = end - bytes.startIndex
    isBegun = true
    return Frame(line: line, payload: payload)
  }

  /// To be called when no more bytes come.
  public func finish() throws(DumpError) {
    if !isOver { throw isBegun || bytes.isEmpty || isBeginning(bytes[...]) ? .cut : notADump(bytes[...]) }
  }

  private func split(_ text: ArraySlice<UInt8>) throws(DumpError) -> (DumpLine, ArraySlice<UInt8>) {
    let words = String(decoding: text, as: UTF8.self)
    if !isBegun {
      guard let version = DumpLine.version(of: words[...]) else { throw notADump(text) }
      guard version <= DumpLine.version else { throw .newer(version: version) }
    }
    guard text.count > 9, text[text.endIndex - 9] == UInt8(ascii: " "),
      let line = DumpLine(words: String(decoding: text.dropLast(9), as: UTF8.self)[...])
    else { throw .damaged }
    return (line, text.suffix(8))
  }

  private mutating func order(_ line: DumpLine) throws(DumpError) {
    switch line {
    case .head: if isBegun { throw .damaged }
    case .era(let era):
      guard isBegun, eras < Self.mostEras, era.number > newestEra else { throw .damaged }
      eras += 1
      newestEra = era.number
    case .batch(let after, let end, _, _, _):
      guard isBegun, through == nil || through == after else { throw .damaged }
      through = end
    case .end(let end):
      guard isBegun, through == nil || through == end else { throw .damaged }
      isOver = true
    case .refused:
      guard isBegun, through == nil else { throw .damaged }
      isOver = true
    }
  }

  private func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    Array(DumpLine.magic.utf8).starts(with: bytes.prefix(DumpLine.magic.utf8.count))
  }

  private func notADump(_ bytes: ArraySlice<UInt8>) -> DumpError {
    .notADump(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }.prefix(60), as: UTF8.self))
  }
}
