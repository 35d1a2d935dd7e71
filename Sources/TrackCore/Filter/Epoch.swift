/// All reports of one device with one time, merged: later, fuller fields win.
public struct Epoch: Equatable, Sendable {
  public var tpv: TPV
  /// From the device's newest sky report, while that is fresh.
  @Compact public var hdop: Double?
  public var satellitesUsed: Int?
  /// When the first of its reports arrived; nil where the capture does not say.
  public var arrival: Arrival?

  public init(tpv: TPV, hdop: Double? = nil, satellitesUsed: Int? = nil, arrival: Arrival? = nil) {
    self.tpv = tpv
    self.hdop = hdop
    self.satellitesUsed = satellitesUsed
    self.arrival = arrival
  }
}
