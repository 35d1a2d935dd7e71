/// The newest dilution and satellite count of one device. gpsd sends them apart from positions, in several reports,
/// often without a time, before the position or after it, and not with every one.
///
/// A value is fresh for the epoch that follows it and for 10 s of epochs from there; where epochs have no time, for ten
/// of them.
struct SkyMemory {
  static let maxAge = Interval.seconds(10)
  static let maxEpochs: UInt8 = 10

  private struct Value<T> {
    var value: T
    /// The time of the epoch that was newest when it came.
    var since: Instant?
    /// How many epochs have begun since.
    var epochs: UInt8 = 0

    func isFresh(at time: Instant?) -> Bool {
      if epochs <= 1 { return true }
      guard let time, let since else { return epochs <= SkyMemory.maxEpochs }
      let age = time - since
      return age >= .zero && age <= SkyMemory.maxAge
    }
  }

  private var hdop: Value<Double>?
  private var satellites: Value<Int>?
  private var newestEpoch: Instant?

  /// What a report lacks keeps its earlier value for as long as that is fresh.
  mutating func ingest(_ sky: SKY) {
    let since = sky.time ?? newestEpoch
    if let value = sky.hdop { hdop = Value(value: value, since: since) }
    if let value = sky.satellitesUsed { satellites = Value(value: value, since: since) }
  }

  mutating func begin(epoch time: Instant?) {
    if let time { newestEpoch = time }
    if let value = hdop { hdop?.epochs = value.epochs < 255 ? value.epochs + 1 : 255 }
    if let value = satellites { satellites?.epochs = value.epochs < 255 ? value.epochs + 1 : 255 }
  }

  /// Sets what is fresh; what is not is absent.
  func attach(to epoch: inout Epoch) {
    let time = epoch.tpv.time
    epoch.hdop = hdop.flatMap { $0.isFresh(at: time) ? $0.value : nil }
    epoch.satellitesUsed = satellites.flatMap { $0.isFresh(at: time) ? $0.value : nil }
  }
}

extension SkyMemory: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(hdop) {
      $0.put($1.value)
      $0.put($1.since) { $0.put($1) }
      $0.put($1.epochs)
    }
    checkpoint.put(satellites) {
      $0.put(Int64($1.value))
      $0.put($1.since) { $0.put($1) }
      $0.put($1.epochs)
    }
    checkpoint.put(newestEpoch) { $0.put($1) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    hdop = try checkpoint.optional { (reader: inout CheckpointReader) throws(CheckpointError) in
      Value(value: try reader.take(Double.self), since: try reader.takeInstant(), epochs: try reader.take())
    }
    satellites = try checkpoint.optional { (reader: inout CheckpointReader) throws(CheckpointError) in
      Value(value: Int(try reader.take(Int64.self)), since: try reader.takeInstant(), epochs: try reader.take())
    }
    newestEpoch = try checkpoint.takeInstant()
  }
}
