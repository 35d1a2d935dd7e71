/// How the program ends, after sysexits(3).
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case failed = 1
  /// The command line is wrong.
  case usage = 64
  /// An input, a database or the configuration holds what it must not.
  case data = 65
  /// gpsd or a server cannot be reached.
  case unavailable = 69
  /// The operating system refused to open, read or write.
  case io = 74
}

/// Why a command stops, in a sentence for the person who called it: lower case, no full stop, what to do where that is known.
struct Failure: Error, Equatable {
  var code: ExitCode
  var sentence: String

  init(_ code: ExitCode, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  static func usage(_ sentence: String) -> Failure { Failure(.usage, sentence) }
}
