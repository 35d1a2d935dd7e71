import Foundation
import Testing

@testable import TrackCore

/// The bounds on accepted and rejected fixes of the shared cases: captures made after public bug reports of other
/// programs.
@Suite("Filter: shared cases", .enabled(if: FilterCapture.shared != nil, "needs ../shared or TRACKLOGGER_SHARED"))
struct FilterCasesTests {
  static let names: [String] = {
    guard let folder = FilterCapture.shared?.appendingPathComponent("cases") else { return [] }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".expect.json") }.map { String($0.dropLast(".expect.json".count)) }.sorted()
  }()

  @Test(arguments: names)
  func acceptsAndRejectsWithinTheBounds(_ name: String) throws {
    let capture = try #require(try FilterCapture.bytes("cases", name))
    let url = FilterCapture.shared?.appendingPathComponent("cases/\(name).expect.json")
    let text = try Data(contentsOf: try #require(url))
    let expectation = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    let arguments = expectation["replay"] as? [String] ?? []
    var run = FilterRun(correctsDates: arguments.contains("--correct-dates"))
    run.replay(capture)

    let summary = Rejection.allCases.filter { run.counts[$0] > 0 }.map { "\($0) \(run.counts[$0])" }
    if let bounds = expectation["accepted"] as? [Any] {
      #expect(
        Self.holds(bounds, run.counts.accepted), "accepted \(run.counts.accepted) of \(bounds); rejected \(summary)")
    }
    for (reasons, bounds) in expectation["rejected"] as? [String: [Any]] ?? [:] {
      let count = reasons.split(separator: "|").reduce(0) { sum, reason in
        if reason == "*" { return sum + run.counts.rejectedInAll }
        return sum + (Rejection(rawValue: String(reason)).map { run.counts[$0] } ?? 0)
      }
      #expect(
        Self.holds(bounds, count), "\(reasons): \(count) of \(bounds); accepted \(run.counts.accepted), \(summary)")
    }
    #expect(zip(run.fixes, run.fixes.dropFirst()).allSatisfy { $0.time < $1.time }, "not in order of time")
  }

  private static func holds(_ bounds: [Any], _ value: Int) -> Bool {
    (bounds.first as? Int).map { value >= $0 } ?? true && (bounds.dropFirst().first as? Int).map { value <= $0 } ?? true
  }
}
