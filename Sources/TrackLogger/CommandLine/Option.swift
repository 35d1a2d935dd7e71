/// One option, as every command that takes it understands it.
struct Option: Sendable {
  /// Without the two dashes.
  let name: String
  /// What stands for its value in help texts; nil: a flag.
  let argument: String?
  let help: String
  /// Each occurrence counts; of other options the last one does.
  let isRepeated: Bool
  let isHidden: Bool

  init(_ name: String, taking argument: String? = nil, _ help: String, repeated: Bool = false, hidden: Bool = false) {
    self.name = name
    self.argument = argument
    self.help = help
    self.isRepeated = repeated
    self.isHidden = hidden
  }

  /// As it is shown: `--db FILE`.
  var synopsis: String { argument.map { "--\(name) \($0)" } ?? "--\(name)" }
}

extension Option {
  // For every command.
  static let db = Option("db", taking: "FILE", "the database (default: see tracklogger(1))")
  static let config = Option("config", taking: "FILE", "settings (default: /etc/tracklogger.conf)")
  static let json = Option("json", "one JSON document instead of text")
  static let help = Option("help", "explain the command")
  static let version = Option("version", "print the version")

  // What to list.
  static let since = Option(
    "since", taking: "WHEN", "what goes on after WHEN: 2026-05-01, 2026-05-01T08:00Z, yesterday, -6h")
  static let until = Option("until", taking: "WHEN", "what goes on before WHEN; a date includes that day")
  static let on = Option("on", taking: "DATE", "what touches that day: 2026-05-01, today, yesterday")
  static let tz = Option(
    "tz", taking: "ZONE", "the time zone of days and shown times: Europe/Berlin; place: the place's own")
  static let utc = Option("utc", "days and times of UTC")
  static let units = Option("units", taking: "UNITS", "km or mi, where text shows lengths and speeds")
  static let csv = Option("csv", "CSV with a header that names the units, instead of text")
  static let from = Option("from", taking: "PLACE", "trips from there: a name, or its number in places")
  static let to = Option("to", taking: "PLACE", "trips to there")
  static let near = Option("near", taking: "LAT,LON", "what is or passes near that position")
  static let within = Option("within", taking: "METRES", "how near (default: 200)")
  static let limit = Option("limit", taking: "N", "at most N rows, the newest")
  static let follow = Option("follow", "go on with what happens from now on")

  // What to export.
  static let format = Option("format", taking: "FORMAT", "gpx, geojson, kml, csv or json (lines, for replay)")
  static let trip = Option("trip", taking: "ID", "this trip alone")
  static let visit = Option("visit", taking: "ID", "this visit alone")
  static let boundingBox = Option(
    "bbox", taking: "S,W,N,E", "what lies in or passes through these latitudes and longitudes")
  static let simplify = Option(
    "simplify", taking: "METRES", "leave out fixes that the line misses by no more than that")
  static let directory = Option("dir", taking: "DIR", "the directory that gets the files")
  static let per = Option("per", taking: "UNIT", "day: a file for each day that is over, too (default: trip)")
  static let output = Option("output", taking: "FILE", "write FILE, whole or not at all, instead of standard output")

  // What to ask.
  static let once = Option("once", "ask for what waits, then end")

  // What to check.
  static let quick = Option("quick", "read the file once; leave out comparing indexes and looking at each fix")

  // What to record.
  static let tee = Option("tee", taking: "FILE", "also log every input to FILE, for replay")
  static let correctDates = Option("correct-dates", "move dates by 1024 weeks where the line prefixes say so")
  static let noInterpolation = Option("no-interpolation", "take the points of GPX as they stand, not one each second")
  static let speed = Option("speed", taking: "X", "X times as fast as it was recorded (default: as fast as it goes)")
}
