/// Who can be asked for the name of a place. Each is a kind of server with its own requests and replies.
public enum PlaceProvider: String, CaseIterable, Sendable {
  case nominatim, photon, pelias

  /// The server that anyone may ask, within its policy; nil: there is none, one's own has to be named.
  public var publicServer: String? {
    switch self {
    case .nominatim: "https://nominatim.openstreetmap.org"
    case .photon: "https://photon.komoot.io"
    case .pelias: nil
    }
  }

  /// Whose the data are, where a reply does not say so itself. All three serve OpenStreetMap data by default.
  public var attribution: String { "Data © OpenStreetMap contributors, ODbL" }
}

/// How the names of places are asked for. Of these only `minDistance` and `minInterval` concern the pipeline.
public struct PlaceSettings: Equatable, Sendable {
  /// nil: nobody is asked.
  public var provider: PlaceProvider? = .nominatim
  /// The languages of names, as HTTP's Accept-Language has it; empty: the place's own.
  public var language = ""
  /// Metres: the side of a cell that shares one answer.
  public var cell = GridCell.defaultSize
  /// Metres moved before the place is asked for again.
  public var minDistance = 250.0
  /// Time passed before the place is asked for again.
  public var minInterval = Interval.seconds(60)

  public init() {}
}
