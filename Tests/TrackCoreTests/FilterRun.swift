@testable import TrackCore

/// The three stages in the order of the pipeline.
struct FilterRun {
  var assembler = EpochAssembler()
  var selector = ReceiverSelector()
  var filter: FixFilter
  private(set) var fixes: [Fix] = []
  private(set) var notices: [FilterNotice] = []

  init(settings: FilterSettings = FilterSettings(), correctsDates: Bool = false) {
    filter = FixFilter(settings: settings, correctsDates: correctsDates)
  }

  var counts: FilterCounts { filter.counts }

  mutating func ingest(_ report: FilterCapture.Report) {
    var epochs: [Epoch] = []
    switch report {
    case .tpv(let tpv, let arrival):
      if let arrival { assembler.advance(to: arrival, into: &epochs) }
      assembler.ingest(tpv, arrival: arrival, into: &epochs)
    case .sky(let sky): assembler.ingest(sky)
    }
    judge(epochs)
  }

  mutating func judge(_ epochs: [Epoch]) {
    for epoch in epochs where selector.follows(epoch) {
      filter.judge(epoch, into: &fixes)
      takeNotices()
    }
  }

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
