import TrackCore

/// What `tracklogger replay` says at its end.
struct ReplaySummary {
  private let counts: PipelineCounts
  /// Trips and visits of this capture that the database held already, from another capture of the same time.
  private let alreadyThere: Int
  private let seconds: Double

  init(_ counts: PipelineCounts, alreadyThere: Int, seconds: Double) {
    self.counts = counts
    self.alreadyThere = alreadyThere
    self.seconds = seconds
  }

  private var rejected: [(reason: Rejection, count: Int64)] {
    zip(Rejection.allCases, counts.fixesRejected).map { ($0, $1) }.filter { $0.count > 0 }
  }

  func json() -> JSONWriter {
    var json = JSONWriter()
    func member(_ key: StaticString, _ value: Int64) {
      json.key(key)
      json.value(value)
    }
    json.beginObject()
    member("lines", counts.lines)
    member("reports", counts.reports)
    member("malformed", counts.malformed + counts.overlong)
    member("fixes_accepted", counts.fixesAccepted)
    json.key("fixes_rejected")
    json.beginObject()
    for (reason, count) in rejected {
      json.key(named: reason.rawValue)
      json.value(count)
    }
    json.endObject()
    member("fixes_recorded", counts.fixesRecorded)
    member("trips", counts.trips)
    member("visits", counts.visits)
    member("already_there", Int64(alreadyThere))
    json.key("seconds")
    json.value(seconds, decimals: 3)
    json.endObject()
    return json
  }

  func text() -> String {
    var text = "\(counted(counts.lines, "line")), \(counted(counts.reports, "report"))"
    if counts.malformed > 0 { text += ", \(counted(counts.malformed, "line")) that hold none" }
    if counts.overlong > 0 { text += ", \(counted(counts.overlong, "line")) too long to read" }
    text += "\n\(counted(counts.fixesAccepted, "fix", "fixes")) accepted, \(counts.fixesRecorded) of them recorded\n"
    for (reason, count) in rejected { text += "  \(count) rejected: \(reason.explanation)\n" }
    if counts.fixesAccepted == 0, counts.fixesRejected[noTime] > 0 {
      text += "no fix had a time, so there is nothing to place in a day\n"
    }
    if let first = counts.firstFix, let last = counts.lastFix {
      var span = ByteText()
      span.put(first)
      span.put(" to ")
      span.put(last)
      text += "from \(String(decoding: span.bytes, as: UTF8.self))\n"
    }
    text += "\(counted(counts.trips, "trip")), \(counted(counts.visits, "visit"))\n"
    if alreadyThere > 0 { text += "of trips and visits, \(alreadyThere) were in the database already\n" }
    return text
  }

  private func counted(_ count: Int64, _ one: String, _ many: String? = nil) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
  }

  private var noTime: Int { Rejection.allCases.firstIndex(of: .noTime) ?? 0 }
}

extension Rejection {
  /// For a person who asks why a fix is missing.
  var explanation: String {
    switch self {
    case .noFix: "the receiver had no fix"
    case .notFinite: "a number in it was none"
    case .outOfRange: "a position that does not exist"
    case .nullIsland: "exactly 0, 0"
    case .noTime: "without a time"
    case .simulated: "marked as simulated"
    case .wrongDate: "a date 1024 weeks off, or before the program was made"
    case .future: "dated ahead of all others"
    case .outOfOrder: "older than the fix before"
    case .duplicate: "the same time again"
    case .stale: "arrived too late"
    case .inaccurate: "an error beyond the limit"
    case .impossibleSpeed: "a speed beyond the limit"
    case .frozen: "an old position that came back"
    case .impossibleJump: "too far from the fixes around it"
    }
  }
}
