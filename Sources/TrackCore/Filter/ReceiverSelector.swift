/// Follows one receiver where several report, so that two antennas some metres apart make one track, not a zigzag.
///
/// The configured one is followed while it gives fixes. Without one the first heard is, until another has been clearly
/// better for a while. Whichever is followed: after a silence of 10 s and five usual intervals without a good fix the
/// other takes over.
struct ReceiverSelector {
  static let silence = Interval.seconds(10)
  static let usualIntervals = 5.0
  /// Another receiver is better when its error has been below half of the followed one's, over as many fixes. Half,
  /// since error estimates of two receivers differ by a third for no reason.
  static let clearlyBetter = 0.5
  static let fixesToJudge: UInt16 = 60
  static let capacity = 16

  /// The configured receiver.
  private(set) var preferred: DeviceID?
  private var followed: DeviceID?
  private var receivers: [ReceiverRecord] = []

  /// nil: the better one.
  mutating func prefer(_ device: DeviceID?) { preferred = device }

  /// True where the epoch is of the receiver to follow.
  mutating func follows(_ epoch: Epoch) -> Bool {
    let device = epoch.tpv.device
    let k = index(of: device)
    let isGood = receivers[k].note(epoch)
    guard let followed else {
      self.followed = device
      return true
    }
    if device == followed { return true }
    guard isGood else { return false }
    let current = receivers.firstIndex { $0.device == followed }
    if let current { receivers[current].miss() }
    guard takesOver(receivers[k], from: current.map { receivers[$0] }, at: epoch.arrival) else { return false }
    self.followed = device
    for j in receivers.indices { receivers[j].judgeAnew() }
    return true
  }

  private func takesOver(_ other: ReceiverRecord, from current: ReceiverRecord?, at arrival: Arrival?) -> Bool {
    guard let current, other.device != preferred else { return true }
    if current.isSilent(at: arrival, beside: other) { return true }
    return current.device != preferred && other.isClearlyBetter(than: current)
  }

  private mutating func index(of device: DeviceID) -> Int {
    for k in receivers.indices where receivers[k].device == device { return k }
    if receivers.count == Self.capacity {
      receivers.remove(at: receivers[0].device == followed ? 1 : 0)
    }
    receivers.append(ReceiverRecord(device: device))
    return receivers.count - 1
  }
}

extension ReceiverSelector: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(preferred) { $0.put($1.index) }
    checkpoint.put(followed) { $0.put($1.index) }
    checkpoint.put(all: receivers) { $1.write(to: &$0) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    preferred = try checkpoint.take(Bool.self) ? DeviceID(index: try checkpoint.take()) : nil
    followed = try checkpoint.take(Bool.self) ? DeviceID(index: try checkpoint.take()) : nil
    receivers = try checkpoint.all(limit: Self.capacity) { (reader: inout CheckpointReader) throws(CheckpointError) in
      var record = ReceiverRecord(device: .unnamed)
      try record.read(from: &reader)
      return record
    }
  }
}
