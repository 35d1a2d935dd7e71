/// How often a server may be asked: at most `capacity` times at once, `rate` times a second in the long run, whatever loops.
///
/// Counts in millionths of a token and whole milliseconds, so that no sum drifts. A bucket of 10 and 0.5/s that is asked ten times
/// a second for a minute grants 39. Its `level` is kept between runs, so that a restart buys nothing.
public struct TokenBucket: Equatable, Sendable {
  /// What is in the bucket, and when that was so.
  public struct Level: Equatable, Sendable {
    /// Millionths of a token.
    public var microtokens: Int64
    /// CLOCK_BOOTTIME at the last ask. Until then nothing is granted.
    public var time: Arrival
    /// Which boot `time` belongs to, as /proc/sys/kernel/random/boot_id names it.
    public var boot: String

    public init(microtokens: Int64, time: Arrival, boot: String) {
      self.microtokens = microtokens
      self.time = time
      self.boot = boot
    }
  }

  /// Nil: nothing was asked yet, the bucket is full.
  public private(set) var level: Level?
  private let capacity: Int64
  private let perMillisecond: Int64

  private static let token: Int64 = 1_000_000
  /// How long the first ask of another boot waits, whatever the bucket holds.
  static let pauseAfterBoot = Interval.seconds(1)

  /// - Parameters:
  ///   - capacity: tokens, 1...1,000,000; what lies outside counts as the nearest in it.
  ///   - rate: tokens a second, 0.001...1,000, likewise.
  ///   - level: as it was kept by the last run; nil where none did.
  public init(capacity: Int = 10, rate: Double = 0.5, level: Level? = nil) {
    self.capacity = Int64(min(max(capacity, 1), 1_000_000)) * Self.token
    perMillisecond = rate.isFinite ? Int64((min(max(rate, 0.001), 1000) * 1000).rounded()) : 1
    self.level = level
  }

  /// Takes a token, if there is one beside `reserve`. Keep `level` before acting on it.
  public mutating func take(at now: Arrival, boot: String, reserve: Int = 0) -> Bool {
    var new = level(at: now, boot: boot)
    let isGranted = new.time <= now && new.microtokens >= needed(reserve)
    if isGranted { new.microtokens -= Self.token }
    level = new
    return isGranted
  }

  /// The request that a token was taken for has ended. What has passed meanwhile refills nothing, so that requests which take
  /// long are no closer together at the server than they are here.
  public mutating func settle(at now: Arrival, boot: String) {
    guard var level, level.boot == boot, level.time < now else { return }
    level.time = now
    self.level = level
  }

  /// How long until a token can be taken; zero: now. With `reserve`, until so many more are left in the bucket than one.
  public func wait(at now: Arrival, boot: String, reserve: Int = 0) -> Interval {
    let level = level(at: now, boot: boot)
    let missing = max(0, needed(reserve) - level.microtokens)
    let refill = Interval(milliseconds: (missing + perMillisecond - 1) / perMillisecond)
    return max(.zero, level.time - now) + refill
  }

  /// Tokens that can be taken now, whole and parts.
  public func tokens(at now: Arrival, boot: String) -> Double {
    Double(level(at: now, boot: boot).microtokens) / Double(Self.token)
  }

  /// A reserve never asks for more than the bucket can hold.
  private func needed(_ reserve: Int) -> Int64 {
    min(Self.token * (1 + Int64(min(max(reserve, 0), 1_000_000))), max(Self.token, capacity))
  }

  /// What the bucket holds now. Another boot refills nothing, for nobody knows how long the board was off, and waits a while; so
  /// does a clock that ran backwards or a level that makes no sense.
  private func level(at now: Arrival, boot: String) -> Level {
    guard let level else { return Level(microtokens: capacity, time: now, boot: boot) }
    let kept = min(max(level.microtokens, 0), capacity)
    let isForeign = level.boot != boot || level.time > now + Self.pauseAfterBoot || level.time.milliseconds < 0
    if isForeign { return Level(microtokens: kept, time: now + Self.pauseAfterBoot, boot: boot) }
    if level.time > now { return Level(microtokens: kept, time: level.time, boot: boot) }
    let toFull = (capacity - kept + perMillisecond - 1) / perMillisecond
    let passed = min((now - level.time).milliseconds, toFull)
    return Level(microtokens: min(kept + passed * perMillisecond, capacity), time: now, boot: boot)
  }
}
