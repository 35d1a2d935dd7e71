import Glibc
import TrackCore

/// What a command sees of the world around it; a test gives it another one.
struct World {
  /// A variable of the environment; nil also where it is empty.
  var variable: (String) -> String?
  /// The wall clock.
  var now: () -> Instant
  /// Standard output: data.
  var output: Output
  /// Standard error: words.
  var errors: Output
  /// Nothing may be written but to the two.
  var isReadOnly = false

  /// The process's own.
  static func process() -> World {
    World(
      variable: { name in
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
      },
      now: {
        var t = timespec()
        clock_gettime(CLOCK_REALTIME, &t)
        return Instant(milliseconds: Int64(t.tv_sec) * 1000 + Int64(t.tv_nsec) / 1_000_000)
      },
      output: Output(descriptor: 1), errors: Output(descriptor: 2))
  }

  /// Says a sentence to the person who called; control characters in it are shown as `?`.
  func say(_ sentence: String) {
    let shown = sentence.unicodeScalars.map { $0.value < 32 && $0 != "\n" || (127...159).contains($0.value) ? "?" : $0 }
    var text = "tracklogger: "
    text.unicodeScalars.append(contentsOf: shown)
    // Where standard error is gone there is no one left to tell.
    try? errors.write(text + "\n")
    try? errors.flush()
  }
}

/// What the system calls an error number: "No such file or directory".
func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
