import Testing

@testable import TrackCore

@Suite struct NumberTests {
  /// What stands in the report for a latitude written so; nil where the line is malformed, .some(nil) where the value is absent.
  private func latitude(_ token: String) -> Double?? {
    tpv(#"{"class":"TPV","lat":\#(token),"lon":2}"#).map(\.latitude)
  }

  @Test(arguments: [
    "0", "-0", "-0.0", "1", "-1.5", "46.614991400", "-119.763761667", "0.1", "0.3", "1e5", "1E+05", "7.6e0",
    "1.7976931348623157e308",
    "2.2250738585072014e-308", "5e-324", "9007199254740992", "9007199254740993", "9007199254740993.0000000000000000001",
    "18446744073709551616", "123456789012345678901234567890", "0.000000000000000000000001", "1e22", "1e23", "1e-22",
    "1e-23",
    "4.35", "8.41e21", "9007199254740991e22", "1.00000000000000011102230246251565", "1e-999", "0e999",
    "3.1415926535897932384626433832795028841971",
  ])
  func aNumberIsTheNearestDouble(token: String) throws {
    let line = try #require(latitude(token))
    let value = try #require(line)
    #expect(value.bitPattern == Double(token)?.bitPattern)
  }

  @Test(arguments: [1, 2, 3, 4])
  func anyNumberIsTheNearestDouble(seed: UInt64) throws {
    print("Number seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      var token = Bool.random(using: &random) ? "-" : ""
      for _ in 0..<Int.random(in: 1...12, using: &random) { token += String(Int.random(in: 0...9, using: &random)) }
      if Int.random(in: 0..<4, using: &random) > 0 {
        token += "."
        for _ in 0..<Int.random(in: 1...12, using: &random) { token += String(Int.random(in: 0...9, using: &random)) }
      }
      if Int.random(in: 0..<4, using: &random) == 0 { token += "e\(Int.random(in: -30...30, using: &random))" }
      let line = try #require(latitude(token))
      let value = try #require(line)
      #expect(value.bitPattern == Double(token)?.bitPattern, "\(token), seed \(seed)")
      // Where it is skipped it ends at the same byte.
      #expect(tpv(#"{"class":"TPV","unknown":\#(token),"lon":2}"#)?.longitude == 2, "\(token), seed \(seed)")
      #expect(tpv(#"{"class":"TPV","unknown":[\#(token)],"lon":2}"#)?.longitude == 2, "\(token), seed \(seed)")
    }
  }

  @Test(arguments: [
    "NaN", "nan", "-nan", "inf", "-inf", "Infinity", "-Infinity", "1e999", "-1e999", "null", "true", #""46.6""#,
    "[46.6]", #"{"deg":46.6}"#,
    String(repeating: "9", count: 400), "1e99999999999999999999",
  ])
  func whatIsNotAFiniteNumberIsAbsent(token: String) {
    #expect(latitude(token) == .some(nil))
  }

  @Test(arguments: [
    "", "-", "+1", ".5", "1.", "1.e5", "1e", "1e+", "0x10", "1,5", "--1", "1-2", "nane", "tru", "Null", "-true",
    "-null", "--inf", "-", "1 2",
    "1f",
  ])
  func whatIsNoValueMakesTheLineMalformed(token: String) {
    #expect(latitude(token) == nil)
    #expect(tpv(#"{"class":"TPV","unknown":\#(token),"lon":2}"#) == nil)
    #expect(tpv(#"{"class":"TPV","unknown":[\#(token)x],"lon":2}"#) == nil)
  }

  @Test func a400DigitFractionIsAnOrdinaryNumber() {
    #expect(latitude("46." + String(repeating: "3", count: 400)) == Double("46." + String(repeating: "3", count: 400)))
  }

  @Test(arguments: [
    ("3", 3), ("3.0", 3), ("2e0", 2), ("2.5", 0), ("3000000000", 0), ("-1", -1), ("1e300", 0), (#""3""#, 0),
    ("null", 0), ("NaN", 0),
  ])
  func aModeIsAWholeNumberOf32BitsOrUnknown(token: String, mode: Int) {
    #expect(tpv(#"{"class":"TPV","mode":\#(token)}"#)?.mode == mode)
  }
}
