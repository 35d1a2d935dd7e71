/// A position on the WGS 84 ellipsoid, in degrees: latitude -90...90, longitude -180...180.
public struct Coordinate: Hashable, Sendable {
  public var latitude: Double
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Which receiver a report is from: an index into the decoder's `DeviceTable`, 0 when the report names none.
public struct DeviceID: Hashable, Sendable {
  public var index: UInt8

  public init(index: UInt8) { self.index = index }

  public static let unnamed = DeviceID(index: 0)
}

/// What gpsd calls the mode of a fix.
public enum FixMode: UInt8, Sendable {
  case twoDimensional = 2
  case threeDimensional = 3
}

/// One position of one receiver at one instant. All but time, position and mode are optional; absent is nil, never NaN or 0.
public struct Fix: Equatable, Sendable {
  public var time: Instant
  public var coordinate: Coordinate
  public var mode: FixMode
  public var device: DeviceID
  /// Metres above mean sea level.
  @Compact public var altitude: Double?
  /// Speed over ground in metres per second, not negative.
  @Compact public var speed: Double?
  /// Course over ground in degrees from true north, 0..<360.
  @Compact public var course: Double?
  /// gpsd's estimated horizontal position error in metres. Its confidence is unspecified: a relative measure.
  @Compact public var eph: Double?
  /// Estimated vertical error in metres.
  @Compact public var epv: Double?
  /// Horizontal dilution of precision.
  @Compact public var hdop: Double?
  /// Satellites used in the solution.
  public var satellitesUsed: Int?

  public init(
    time: Instant, coordinate: Coordinate, mode: FixMode = .threeDimensional, device: DeviceID = .unnamed,
    altitude: Double? = nil, speed: Double? = nil, course: Double? = nil, eph: Double? = nil, epv: Double? = nil,
    hdop: Double? = nil, satellitesUsed: Int? = nil
  ) {
    self.time = time
    self.coordinate = coordinate
    self.mode = mode
    self.device = device
    self.altitude = altitude
    self.speed = speed
    self.course = course
    self.eph = eph
    self.epv = epv
    self.hdop = hdop
    self.satellitesUsed = satellitesUsed
  }
}
