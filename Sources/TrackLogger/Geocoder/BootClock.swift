import TrackCore
import TrackStore

/// The clocks of this boot.
struct BootClock {
  /// No wall clock before this program was made is right: 2026-01-01.
  static let made = Instant(milliseconds: 1_767_225_600_000)
  /// How far behind the newest fix a right clock may be: a fix's date is right to the second, a database's can be of another zone.
  private static let slack = Interval.seconds(86_400)

  /// How far ahead of it: a log that was not gone on with is not older than that, a clock that nobody keeps may be off by more.
  private static let ahead = Interval.seconds(10 * 366 * 86_400)

  private let boot: String

  init() {
    let bytes = (try? WholeFile.read("/proc/sys/kernel/random/boot_id", atMost: 100)) ?? []
    boot = String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self)
  }

  /// A wall clock that somebody keeps is believed, another one where it is not plainly behind or ahead.
  func now(newestFix: Instant?) -> GeocodeClock {
    let wall = Clocks.systemTime()
    let isPlausible = wall >= Self.made && newestFix.map { wall >= $0 - Self.slack && wall <= $0 + Self.ahead } ?? true
    return GeocodeClock(
      boot: boot, time: Clocks.now(), wall: isPlausible || Clocks.systemTimeIsSynchronised ? wall : nil)
  }
}
