import Foundation

@testable import TrackCore

/// The stages from a line to a fix, in the order of the pipeline.
struct FilterRun {
  var framer = LineFramer()
  var decoder = GPSDecoder()
  var assembler = EpochAssembler()
  var selector = ReceiverSelector()
  var filter: FixFilter
  private(set) var fixes: [Fix] = []
  private(set) var notices: [FilterNotice] = []

  init(settings: FilterSettings = FilterSettings(), correctsDates: Bool = false) {
    filter = FixFilter(settings: settings, correctsDates: correctsDates)
  }

  var counts: FilterCounts { filter.counts }

  /// Times of the fixes, in whole seconds since `start`.
  func seconds(since start: Instant) -> [Int] { fixes.map { Int(($0.time - start).milliseconds / 1000) } }

  /// Reads a whole capture.
  mutating func replay(_ capture: Data) {
    var lines: [[UInt8]] = []
    capture.withUnsafeBytes { framer.append($0) { lines.append([UInt8]($0)) } }
    framer.finish { lines.append([UInt8]($0)) }
    for line in lines { line.withUnsafeBytes { ingest($0) } }
    finish()
  }

  private mutating func ingest(_ line: UnsafeRawBufferPointer) {
    let (arrival, json) = LinePrefix.split(line)
    var epochs: [Epoch] = []
    if let arrival { assembler.advance(to: arrival, into: &epochs) }
    switch decoder.decode(json) {
    case .tpv(let tpv): assembler.ingest(tpv, arrival: arrival, into: &epochs)
    case .sky(let sky): assembler.ingest(sky)
    default: break
    }
    judge(epochs)
  }

  mutating func judge(_ epochs: [Epoch]) {
    for epoch in epochs where selector.follows(epoch) {
      filter.judge(epoch, into: &fixes)
      takeNotices()
    }
  }

  mutating func judge(_ epoch: Epoch) { judge([epoch]) }

  mutating func finish() {
    var epochs: [Epoch] = []
    assembler.finish(into: &epochs)
    judge(epochs)
    filter.finish(into: &fixes)
    takeNotices()
  }

  private mutating func takeNotices() {
    while let notice = filter.takeNotice() { notices.append(notice) }
  }
}
