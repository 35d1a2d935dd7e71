/// The checkpoint of a whole pipeline, and what it tells of itself.
extension Pipeline {
  /// Raised whenever a stage writes other bytes than before; an older checkpoint then starts a fresh pipeline.
  static let checkpointVersion: UInt16 = 3

  /// Its whole state; `init(restoring:)` goes on from it as if nothing had happened. Take it at commit points.
  public func checkpoint() -> [UInt8] {
    var checkpoint = CheckpointWriter()
    checkpoint.put(Self.checkpointVersion)
    checkpoint.put(source.rawValue)
    checkpoint.put(settings.fingerprint)
    decoder.write(to: &checkpoint)
    assembler.write(to: &checkpoint)
    selector.write(to: &checkpoint)
    filter.write(to: &checkpoint)
    silence.write(to: &checkpoint)
    connection.write(to: &checkpoint)
    detector.write(to: &checkpoint)
    significant.write(to: &checkpoint)
    refresh.write(to: &checkpoint)
    thinner.write(to: &checkpoint)
    clock.write(to: &checkpoint)
    tally.write(to: &checkpoint)
    checkpoint.put(FNV.hash(checkpoint.bytes[...]))
    return checkpoint.bytes
  }

  /// A pipeline as it was. Throws `.foreign` where the program's version or the settings are not those it was written under.
  public init(restoring bytes: [UInt8], settings: Settings, source: Source) throws(CheckpointError) {
    var reader = CheckpointReader(Array(bytes.dropLast(8)))
    var seal = CheckpointReader(Array(bytes.suffix(8)))
    guard try seal.take(UInt64.self) == FNV.hash(bytes.dropLast(8)) else { throw .damaged }
    guard try reader.take(UInt16.self) == Self.checkpointVersion, try reader.take(UInt8.self) == source.rawValue,
      try reader.take(UInt64.self) == settings.fingerprint
    else { throw .foreign }
    self.init(settings: settings, source: source)
    try decoder.read(from: &reader)
    try assembler.read(from: &reader)
    try selector.read(from: &reader)
    try filter.read(from: &reader)
    try silence.read(from: &reader)
    try connection.read(from: &reader)
    try detector.read(from: &reader)
    try significant.read(from: &reader)
    try refresh.read(from: &reader)
    try thinner.read(from: &reader)
    try clock.read(from: &reader)
    try tally.read(from: &reader)
    guard reader.isAtEnd else { throw .damaged }
  }

  /// The host was started again: its arrival clock has nothing to do with the one before.
  public mutating func forgetArrivals() {
    filter.forgetArrivals()
    silence.forgetArrival()
    connection.forgetArrival()
  }

  /// The time of the newest accepted fix.
  public var newestFix: Instant? { silence.last?.time }

  /// What gpsd calls the receivers, by the index of their `DeviceID`.
  public var devicePaths: [String] { (0...15).map { decoder.devices.path(of: DeviceID(index: $0)) ?? "" } }

  public var counts: PipelineCounts {
    var counts = PipelineCounts()
    counts.lines = tally.lines
    counts.reports = tally.reports
    counts.malformed = tally.malformed
    counts.overlong = tally.overlong
    counts.fixesAccepted = Int64(filter.counts.accepted)
    for (k, reason) in Rejection.allCases.enumerated() {
      counts.fixesRejected[k] = Int64(filter.counts[reason])
    }
    counts.fixesRecorded = thinner.recorded
    counts.firstFix = tally.firstFix
    counts.lastFix = newestFix
    counts.trips = tally.trips
    counts.visits = tally.visits
    return counts
  }
}

extension Settings {
  /// Tells settings apart: FNV-1a of all that decides what the pipeline finds. `places` does not: it only asks for names.
  var fingerprint: UInt64 {
    var writer = CheckpointWriter()
    writer.put(filter.maxError)
    writer.put(filter.maxAge)
    writer.put(filter.maxSpeed)
    writer.put(filter.distance)
    writer.put(filter.earliestDate) { $0.put($1) }
    writer.put(filter.acceptsSimulated)
    writer.put(visit.minDuration)
    writer.put(visit.radius)
    writer.put(trip.maxGap)
    writer.put(commitInterval)
    writer.put(all: Array((device ?? "").utf8.prefix(255))) { $0.put($1) }
    return FNV.hash(writer.bytes[...])
  }
}
