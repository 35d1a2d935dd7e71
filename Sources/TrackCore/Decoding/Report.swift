/// What one gpsd line says, decoded. Numbers that are not finite are absent; nothing else is judged here.
public enum Report: Equatable, Sendable {
  case tpv(TPV)
  case sky(SKY)
  /// One receiver was added (`activated` true) or removed.
  case device(DeviceID, activated: Bool)
  /// The receivers gpsd has now; may be empty at boot.
  case devices([DeviceID])
  /// gpsd greets a client: it has (re)started or we have (re)connected.
  case version(protocolMajor: Int?, protocolMinor: Int?)
  case error
  /// Attitude: heading in degrees from true north.
  case attitude(DeviceID, heading: Double?)
  /// A whole JSON object of a class that says nothing to this program.
  case other
  /// Not one whole JSON object: torn, garbage, empty.
  case malformed
}

/// What this program reads of gpsd's time-position-velocity report, as it came: units are gpsd's (degrees, metres, m/s), ranges unchecked.
public struct TPV: Equatable, Sendable {
  public var device: DeviceID = .unnamed
  /// 0 unknown, 1 no fix, 2 two-dimensional, 3 three-dimensional.
  public var mode: Int = 0
  /// 5 and 6 are dead reckoning, 8 is simulated; an ordinary fix has none.
  public var status: Int?
  /// nil also where the string was no time that exists.
  public var time: Instant?
  @Compact public var latitude: Double?
  @Compact public var longitude: Double?
  @Compact public var altMSL: Double?
  /// Deprecated by gpsd, but all that old ones send.
  @Compact public var alt: Double?
  @Compact public var speed: Double?
  @Compact public var track: Double?
  @Compact public var eph: Double?
  @Compact public var epx: Double?
  @Compact public var epy: Double?
  @Compact public var epv: Double?

  public init() {}
}

/// gpsd's sky report, as far as it says how good a fix is.
public struct SKY: Equatable, Sendable {
  public var device: DeviceID = .unnamed
  public var time: Instant?
  @Compact public var hdop: Double?
  /// Satellites used: gpsd's `uSat`, else counted from `satellites` where those are listed.
  public var satellitesUsed: Int?

  public init() {}
}
