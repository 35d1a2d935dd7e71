import Testing

@testable import TrackCore

/// Epochs and what becomes of them: seconds after a start, metres north and east of an origin.
struct FilterScene {
  static let start = Instant(milliseconds: 1_780_300_800_000)
  static let origin = Coordinate(latitude: 48.5, longitude: 13.2)

  var run: FilterRun

  init(_ settings: FilterSettings = FilterSettings(), correctsDates: Bool = false) {
    run = FilterRun(settings: settings, correctsDates: correctsDates)
  }

  /// An ordinary epoch; `change` makes it another.
  static func epoch(
    _ second: Double, north: Double = 0, east: Double = 0, speed: Double? = nil, eph: Double? = 5,
    arrival: Double? = nil, change: (inout Epoch) -> Void = { _ in }
  ) -> Epoch {
    var tpv = TPV()
    tpv.mode = 3
    tpv.time = start + .seconds(second)
    tpv.latitude = origin.latitude + north / 111_320
    tpv.longitude = origin.longitude + east / 73_760
    tpv.speed = speed
    tpv.eph = eph
    var epoch = Epoch(tpv: tpv, arrival: arrival.map { Arrival(milliseconds: Int64($0 * 1000)) })
    change(&epoch)
    return epoch
  }

  mutating func judge(_ epochs: Epoch...) { run.judge(epochs) }

  /// One a second, northward at `speed`, which the receiver reports.
  mutating func drive(
    _ seconds: ClosedRange<Int>, speed: Double = 14, east: Double = 0, arrival: (Int) -> Double? = { _ in nil }
  ) {
    for second in seconds {
      let metres = Double(second) * speed
      // Some noise, so that no position repeats.
      let wander = Double(second % 7) * 0.3
      run.judge(
        Self.epoch(Double(second), north: metres, east: east + wander, speed: speed, arrival: arrival(second)))
    }
  }

  mutating func finish() { run.finish() }

  /// Whole seconds after the start of the accepted fixes.
  var seconds: [Int] { run.seconds(since: Self.start) }
  var counts: FilterCounts { run.counts }

  /// The reasons that were counted, with their counts.
  var rejected: [Rejection: Int] {
    var all: [Rejection: Int] = [:]
    for reason in Rejection.allCases where counts[reason] > 0 { all[reason] = counts[reason] }
    return all
  }
}
