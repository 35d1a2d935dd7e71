import TrackCore

/// What may be asked, kept in the database for every process and every run: a token bucket, and a pause after each request.
/// Used within a transaction.
final class Budget {
  /// From the end of one request to the beginning of the next: the second of the public server's policy, and what clocks
  /// differ.
  static let pause = Interval(milliseconds: 1020)

  private let capacity: Int
  private let rate: Double
  private let find: Statement
  private let save: Statement

  init(_ database: Database, capacity: Int, rate: Double) throws(StoreError) {
    self.capacity = capacity
    self.rate = rate
    find = try database.prepare("SELECT microtokens, time, boot, ended, busy FROM budget")
    save = try database.prepare(
      "INSERT OR REPLACE INTO budget (id, microtokens, time, boot, ended, busy) VALUES (1, ?1, ?2, ?3, ?4, ?5)")
  }

  private struct State {
    var bucket: TokenBucket
    var ended: Int64 = .min / 2
    var isBusy = false
  }

  private func load() throws(StoreError) -> State {
    defer { find.reset() }
    guard try find.step() else { return State(bucket: TokenBucket(capacity: capacity, rate: rate)) }
    let level = TokenBucket.Level(
      microtokens: find.int(0), time: Arrival(milliseconds: find.int(1)), boot: find.optionalText(2) ?? "")
    return State(
      bucket: TokenBucket(capacity: capacity, rate: rate, level: level), ended: find.int(3), isBusy: find.int(4) != 0)
  }

  private func store(_ state: State) throws(StoreError) {
    guard let level = state.bucket.level else { return }
    save.bind(1, level.microtokens)
    save.bind(2, level.time.milliseconds)
    save.bind(3, level.boot)
    save.bind(4, state.ended)
    save.bind(5, state.isBusy ? 1 : 0)
    try save.run()
  }

  /// Takes what one request costs; nil. Where there is not enough: how long to wait. What is not urgent leaves half a bucket.
  func take(_ clock: GeocodeClock, isUrgent: Bool) throws(StoreError) -> Interval? {
    var state = try load()
    if state.isBusy {
      // Whoever asked last has died over it, and nobody knows when: now at the latest.
      end(&state, clock)
      try store(state)
    }
    let pause = pause(state, clock)
    if pause > .zero { return pause }
    let reserve = isUrgent ? 0 : capacity / 2
    let boot = state.bucket.level?.boot
    guard state.bucket.take(at: clock.time, boot: clock.boot, reserve: reserve) else {
      // Of another boot its pause begins now; else the same follows from what is there, and nothing needs to be written.
      if boot != clock.boot { try store(state) }
      return max(.init(milliseconds: 1), state.bucket.wait(at: clock.time, boot: clock.boot, reserve: reserve))
    }
    state.isBusy = true
    try store(state)
    return nil
  }

  /// The request has ended.
  func settle(_ clock: GeocodeClock) throws(StoreError) {
    var state = try load()
    end(&state, clock)
    try store(state)
  }

  /// Tokens in the bucket, and how long until a request may be made.
  func state(_ clock: GeocodeClock) throws(StoreError) -> (tokens: Double, wait: Interval) {
    let state = try load()
    return (
      state.bucket.tokens(at: clock.time, boot: clock.boot),
      max(pause(state, clock), state.bucket.wait(at: clock.time, boot: clock.boot))
    )
  }

  private func end(_ state: inout State, _ clock: GeocodeClock) {
    state.bucket.settle(at: clock.time, boot: clock.boot)
    state.ended = clock.time.milliseconds
    state.isBusy = false
  }

  /// After another boot the bucket waits by itself.
  private func pause(_ state: State, _ clock: GeocodeClock) -> Interval {
    guard let level = state.bucket.level, level.boot == clock.boot, state.ended <= clock.time.milliseconds else {
      return .zero
    }
    return max(
      .zero, Interval(milliseconds: state.ended) + Self.pause - Interval(milliseconds: clock.time.milliseconds))
  }
}
