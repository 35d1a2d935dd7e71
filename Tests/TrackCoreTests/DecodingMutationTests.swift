import Testing

@testable import TrackCore

/// Lines that were whole once. Whatever happened to them, they are decoded in one pass over exactly their bytes.
@Suite struct MutationTests {
  private func mutate(_ line: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = line
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { break }
      let k = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[k] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[k] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.removeSubrange(k...)
      case 3: bytes.removeSubrange(..<k)
      case 4: bytes.insert(Array(#"{}[]",:\ue-.0"#.utf8).randomElement(using: &random) ?? 0, at: k)
      case 5:
        let other = Array((Lines.all.randomElement(using: &random) ?? "").utf8)
        bytes = Array(bytes[..<k]) + other[Int.random(in: 0..<other.count, using: &random)...]
      default:
        let end = Int.random(in: k..<bytes.count, using: &random)
        bytes.insert(contentsOf: bytes[k...end], at: end)
      }
    }
    return bytes
  }

  @Test(arguments: [1, 2, 3, 4])
  func aDamagedLineNeverTrapsAndNamesNoMoreDevicesThanFit(seed: UInt64) {
    print("Mutation seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var decoder = GPSDecoder()
    var whole = 0
    for _ in 0..<20_000 {
      let line = Array((Lines.all.randomElement(using: &random) ?? "").utf8)
      let damaged = mutate(line, using: &random)
      let report = decode(damaged, with: &decoder)
      if report != .malformed { whole += 1 }
      // What is whole stays whole and says the same when decoded again.
      #expect(decode(damaged, with: &decoder) == report, "seed \(seed): \(String(decoding: damaged, as: UTF8.self))")
      damaged.withUnsafeBytes { _ = LinePrefix.split($0) }
    }
    #expect(decoder.devices.count <= DeviceTable.capacity)
    #expect(whole > 100 && whole < 19_000)
  }

  @Test(arguments: [5, 6])
  func noiseIsMalformed(seed: UInt64) {
    print("Mutation seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var decoder = GPSDecoder()
    for _ in 0..<5000 {
      let noise = (0..<Int.random(in: 0..<300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(decode(noise, with: &decoder) == .malformed)
      #expect(decode(Array(#"{"class":"TPV","x":"#.utf8) + noise, with: &decoder) == .malformed)
    }
  }
}
