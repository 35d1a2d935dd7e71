import TrackCore

/// The host's clocks, as the queue needs them: waits count by a clock that never steps, and that is of one boot.
public struct GeocodeClock: Equatable, Sendable {
  /// As /proc/sys/kernel/random/boot_id names it.
  public var boot: String
  /// CLOCK_BOOTTIME.
  public var time: Arrival
  /// The wall clock; nil where it cannot be believed.
  public var wall: Instant?

  public init(boot: String, time: Arrival, wall: Instant?) {
    self.boot = boot
    self.time = time
    self.wall = wall
  }

  /// A number for the boot (FNV-1a), small enough for a column.
  var bootHash: Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in boot.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(truncatingIfNeeded: hash >> 1)
  }
}

/// A wait that is kept in the database: how long, since when, of which boot.
struct Deadline: Equatable {
  var wait: Int64
  var since: Int64
  var boot: Int64
  var wall: Int64?

  /// After another boot, with no wall clock to believe, nobody knows how long the board was off: this much of the new boot is
  /// waited at most, so that a car that is driven for half an hour at a time does not wait for ever.
  static let mostAfterBoot: Int64 = 600_000

  init(_ wait: Interval, from clock: GeocodeClock) {
    self.wait = wait.milliseconds
    since = clock.time.milliseconds
    boot = clock.bootHash
    wall = clock.wall?.milliseconds
  }

  /// From four columns, the first of which is NULL where there is no wait.
  init?(_ row: Statement, from column: Int32) {
    guard let wait = row.optionalInt(column) else { return nil }
    self.wait = wait
    since = row.int(column + 1)
    boot = row.int(column + 2)
    wall = row.optionalInt(column + 3)
  }

  func bind(to statement: Statement, from index: Int32) {
    statement.bind(index, wait)
    statement.bind(index + 1, since)
    statement.bind(index + 2, boot)
    statement.bind(index + 3, wall)
  }

  /// Zero: it is over.
  func remaining(_ clock: GeocodeClock) -> Interval {
    let now = clock.time.milliseconds
    let rest: Int64
    if boot == clock.bootHash {
      rest = since &+ wait &- now
    } else if let wall, let wallNow = clock.wall?.milliseconds, wallNow >= wall {
      rest = wall &+ wait &- wallNow
    } else {
      rest = min(wait, Self.mostAfterBoot) - now
    }
    return Interval(milliseconds: min(max(rest, 0), wait))
  }
}
