/// The epoch of one device that is being put together, and the newest that its sky reports said.
struct OpenDevice {
  private(set) var device: DeviceID
  private(set) var isOpen = false
  /// Meaningful only while open.
  private(set) var epoch = Epoch(tpv: TPV())
  /// When the newest report of the open epoch arrived.
  private(set) var heard: Arrival?
  private var sky = SkyMemory()

  init(device: DeviceID) { self.device = device }

  @inline(__always) mutating func ingest(_ tpv: TPV, arrival: Arrival?, into epochs: inout [Epoch]) {
    if isOpen, let time = tpv.time, epoch.tpv.time == time {
      epoch.tpv.merge(tpv)
      heard = arrival
      return
    }
    release(into: &epochs)
    open(tpv, arrival: arrival)
    if tpv.time == nil { release(into: &epochs) }
  }

  @inline(__always) private mutating func open(_ tpv: TPV, arrival: Arrival?) {
    sky.begin(epoch: tpv.time)
    isOpen = true
    epoch.tpv = tpv
    epoch.arrival = arrival
    heard = arrival
    sky.attach(to: &epoch)
  }

  mutating func ingest(_ report: SKY) {
    sky.ingest(report)
    guard isOpen else { return }
    // A sky report may follow the position that it belongs to. Where it says no time, it may as well belong to the
    // next.
    if let time = report.time, time == epoch.tpv.time {
      sky.attach(to: &epoch)
    } else if report.time == nil, epoch.hdop == nil, epoch.satellitesUsed == nil {
      sky.attach(to: &epoch)
    }
  }

  mutating func release(into epochs: inout [Epoch]) {
    guard isOpen else { return }
    isOpen = false
    epochs.append(epoch)
  }
}

extension OpenDevice: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(device.index)
    checkpoint.put(isOpen ? epoch : nil) { $0.put(epoch: $1) }
    checkpoint.put(isOpen ? heard : nil) { $0.put($1) }
    sky.write(to: &checkpoint)
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    device = DeviceID(index: try checkpoint.take())
    if let open = try checkpoint.optional({ (reader: inout CheckpointReader) throws(CheckpointError) in
      try reader.takeEpoch(of: device)
    }) {
      isOpen = true
      epoch = open
    } else {
      isOpen = false
    }
    heard = try checkpoint.optional { (reader: inout CheckpointReader) throws(CheckpointError) in
      try reader.take(Arrival.self)
    }
    try sky.read(from: &checkpoint)
  }
}
