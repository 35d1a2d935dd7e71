/// Merges the reports of one device with one time into one epoch: later, fuller fields win, a field that a later report
/// lacks keeps its value, the highest mode stands.
///
/// An epoch is released when the next of its device begins, or after `quiet` without a report of the device. A report
/// without a time is an epoch of its own. Several devices may interleave; beyond `capacity` the longest known gives
/// way.
struct EpochAssembler {
  /// The reports of one epoch come within some tens of milliseconds; at 1 Hz this leaves the live position half a
  /// second old.
  static let quiet = Interval(milliseconds: 400)
  /// Stamps of whole seconds (`gpspipe -t`) put reports that came together up to a second apart.
  static let quietByWholeSeconds = Interval(milliseconds: 1400)
  static let capacity = 16

  private var devices: [OpenDevice] = []
  /// Until a stamp says otherwise.
  private var stampsAreWholeSeconds = true

  mutating func ingest(_ tpv: TPV, arrival: Arrival?, into epochs: inout [Epoch]) {
    note(arrival)
    let k = index(of: tpv.device, into: &epochs)
    devices[k].ingest(tpv, arrival: arrival, into: &epochs)
  }

  /// Of a device that has sent no report yet there must be room; else the sky report is left out.
  mutating func ingest(_ sky: SKY) {
    for k in devices.indices where devices[k].device == sky.device {
      devices[k].ingest(sky)
      return
    }
    guard devices.count < Self.capacity else { return }
    devices.append(OpenDevice(device: sky.device))
    devices[devices.count - 1].ingest(sky)
  }

  /// Releases what has been quiet for long enough at `now`.
  mutating func advance(to now: Arrival, into epochs: inout [Epoch]) {
    let limit = stampsAreWholeSeconds ? Self.quietByWholeSeconds : Self.quiet
    for k in devices.indices where devices[k].isOpen {
      guard let heard = devices[k].heard, now - heard >= limit else { continue }
      devices[k].release(into: &epochs)
    }
  }

  /// Releases whatever is open.
  mutating func finish(into epochs: inout [Epoch]) {
    for k in devices.indices { devices[k].release(into: &epochs) }
  }

  private mutating func note(_ arrival: Arrival?) {
    if stampsAreWholeSeconds, let arrival, arrival.milliseconds % 1000 != 0 { stampsAreWholeSeconds = false }
  }

  private mutating func index(of device: DeviceID, into epochs: inout [Epoch]) -> Int {
    for k in devices.indices where devices[k].device == device { return k }
    if devices.count == Self.capacity {
      devices[0].release(into: &epochs)
      devices.removeFirst()
    }
    devices.append(OpenDevice(device: device))
    return devices.count - 1
  }
}

extension EpochAssembler: Checkpointed {
  func write(to checkpoint: inout CheckpointWriter) {
    checkpoint.put(stampsAreWholeSeconds)
    checkpoint.put(all: devices) { $1.write(to: &$0) }
  }

  mutating func read(from checkpoint: inout CheckpointReader) throws(CheckpointError) {
    stampsAreWholeSeconds = try checkpoint.take(Bool.self)
    devices = try checkpoint.all(limit: Self.capacity) { (reader: inout CheckpointReader) throws(CheckpointError) in
      var device = OpenDevice(device: .unnamed)
      try device.read(from: &reader)
      return device
    }
  }
}

extension TPV {
  /// Takes each field that `later` has; the mode only where it is higher.
  mutating func merge(_ later: TPV) {
    mode = max(mode, later.mode)
    if let value = later.status { status = value }
    // A position is one: never the latitude of one report with the longitude of another.
    if let newLatitude = later.latitude, let newLongitude = later.longitude {
      latitude = newLatitude
      longitude = newLongitude
    }
    if let value = later.altMSL { altMSL = value }
    if let value = later.alt { alt = value }
    if let value = later.speed { speed = value }
    if let value = later.track { track = value }
    if let value = later.eph { eph = value }
    if let value = later.epx { epx = value }
    if let value = later.epy { epy = value }
    if let value = later.epv { epv = value }
  }
}
