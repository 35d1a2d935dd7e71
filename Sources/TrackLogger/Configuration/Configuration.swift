import TrackCore
import TrackStore

/// Everything the owner may set: the configuration file read, its gaps filled with the defaults.
struct Configuration: Equatable, Sendable {
  /// Where gpsd listens.
  var host = "localhost"
  var port: UInt16 = 2947
  /// The numbers of the pipeline, the receiver to follow and the commit interval.
  var settings = Settings()
  /// The database; nil: the default path.
  var storePath: String?
  /// How long fixes are kept; nil: for ever.
  var retention: Interval?
  var geocode = GeocodeSettings()
  /// The program and its arguments that each event is given to; empty: none.
  var eventCommand: [String] = []

  /// Keys that are set and that nothing heeds yet.
  var unused: [String] {
    (retention == nil ? [] : ["[store] retention"]) + (eventCommand.isEmpty ? [] : ["[events] command"])
  }

  static let defaultPath = "/etc/tracklogger.conf"

  /// The file that `--config` names, else `/etc/tracklogger.conf` where there is one, else the defaults.
  static func load(_ invocation: Invocation) throws(Failure) -> Configuration {
    let named = invocation[.config]
    let path = named ?? defaultPath
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try WholeFile.read(path, atMost: ConfigurationParser.maxSize)
    } catch {
      if named == nil, error.isMissing { return Configuration() }
      throw Failure(.io, error.sentence)
    }
    return try ConfigurationParser(file: path).parse(bytes)
  }
}

/// `[geocode]`: how places get their names. Whom to ask, in which language, and where a name is worth asking for stands in
/// `Settings.places`, as the pipeline and the store need it too.
struct GeocodeSettings: Equatable, Sendable {
  /// nil: the provider's public server.
  var url: ServerURL?
  /// A mail address or web page that the server's keepers can reach the owner by.
  var contact: String?
  /// Requests that may follow each other before the rate holds.
  var capacity = 10
  /// Requests a second in the long run.
  var rate = 0.5
  /// How long answers count as fresh.
  var lifetimes = AnswerLifetimes()
}
