// How the values of the filter's stages stand in a checkpoint.

extension CheckpointWriter {
  mutating func put(epoch: Epoch) {
    put(tpv: epoch.tpv)
    put(epoch.hdop) { $0.put($1) }
    put(epoch.satellitesUsed) { $0.put(Int64($1)) }
    put(epoch.arrival) { $0.put($1) }
  }

  /// Without its device: an epoch stands under its device already.
  private mutating func put(tpv: TPV) {
    put(UInt8(clamping: tpv.mode))
    put(tpv.status) { $0.put(Int64($1)) }
    put(tpv.time) { $0.put($1) }
    for value in tpv.numbers { put(value) { $0.put($1) } }
  }
}

extension CheckpointReader {
  mutating func takeEpoch(of device: DeviceID) throws(CheckpointError) -> Epoch {
    var epoch = Epoch(tpv: try takeTPV())
    epoch.tpv.device = device
    epoch.hdop = try takeNumber()
    epoch.satellitesUsed = try takeInteger()
    epoch.arrival = try takeArrival()
    return epoch
  }

  private mutating func takeTPV() throws(CheckpointError) -> TPV {
    var tpv = TPV()
    tpv.mode = Int(try take(UInt8.self))
    tpv.status = try takeInteger()
    tpv.time = try takeInstant()
    var numbers: [Double?] = []
    for _ in tpv.numbers { numbers.append(try takeNumber()) }
    tpv.numbers = numbers
    return tpv
  }

  mutating func takeInstant() throws(CheckpointError) -> Instant? {
    try take(Bool.self) ? try take(Instant.self) : nil
  }

  mutating func takeArrival() throws(CheckpointError) -> Arrival? {
    try take(Bool.self) ? try take(Arrival.self) : nil
  }

  mutating func takeNumber() throws(CheckpointError) -> Double? {
    try take(Bool.self) ? try take(Double.self) : nil
  }

  private mutating func takeInteger() throws(CheckpointError) -> Int? {
    try take(Bool.self) ? Int(try take(Int64.self)) : nil
  }
}

extension TPV {
  /// All optional numbers, in the order of their declaration.
  fileprivate var numbers: [Double?] {
    get {
      [latitude, longitude, altMSL, alt, speed, track, eph, epx, epy, epv]
    }
    set {
      guard newValue.count == 10 else { return }
      (latitude, longitude, altMSL, alt, speed) = (newValue[0], newValue[1], newValue[2], newValue[3], newValue[4])
      (track, eph, epx, epy, epv) = (newValue[5], newValue[6], newValue[7], newValue[8], newValue[9])
    }
  }
}
