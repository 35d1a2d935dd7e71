/// The change log of fixes: ranges of ids, each under the number under which they were written.
///
/// A batch is what lies between two calls of `endBatch`. A batch that follows closely on the one before takes that
/// one's range along to its own number, so that the log costs a row for two minutes of driving, not for every commit. A
/// reader that takes all after some number then gets a minute of fixes twice; it knows them by their ids.
final class FixLog {
  struct Batch {
    fileprivate var number: Int64
    fileprivate var first: Int64
    fileprivate var last: Int64
    /// Whether the log has a row of this number.
    fileprivate var isRecorded = false
  }

  private let log: ChangeLog
  /// Under way: its fixes are written, its number is taken.
  private var open: Batch?
  /// Ended, and may grow yet.
  private var ended: Batch?
  /// The log rows whose ranges have gone over into a later batch.
  private var superseded: [Int64] = []

  /// A range spans at most this, in the unit of fix ids: two minutes.
  private static let span = Int64(120_000 << 4)

  init(_ log: ChangeLog) { self.log = log }

  /// A new fix was written.
  func note(_ id: Int64) throws(StoreError) {
    guard let batch = open, id > batch.first, id - batch.first <= Self.span else {
      try endBatch()
      open = Batch(number: log.next(), first: id, last: id)
      return
    }
    if id > batch.last { open?.last = id }
  }

  func endBatch() throws(StoreError) {
    guard var batch = open else { return }
    open = nil
    if let before = ended {
      if batch.first > before.first, batch.last - before.first <= Self.span {
        batch.first = before.first
        batch.last = max(batch.last, before.last)
        if before.isRecorded { superseded.append(before.number) }
      } else {
        try record(before)
      }
    }
    ended = batch
  }

  /// Ends the batch and writes what the log lacks.
  func flush() throws(StoreError) {
    try endBatch()
    for number in superseded { try log.forget(number) }
    superseded.removeAll(keepingCapacity: true)
    if let batch = ended {
      try record(batch)
      ended?.isRecorded = true
    }
  }

  private func record(_ batch: Batch) throws(StoreError) {
    if batch.isRecorded { return }
    try log.record(batch.number, ChangeKind.fixes, first: batch.first, last: batch.last)
  }

  /// What a later attempt starts from where a transaction fails.
  var state: Batch? {
    get { ended }
    set {
      open = nil
      superseded = []
      ended = newValue
    }
  }
}
