import TrackCore
import TrackStore

/// `tracklogger place name ID NAME`: what its owner calls a place.
enum PlaceCommand {
  /// More than any name needs; lists stay lists.
  private static let longest = 200

  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    let (action, text, name) = (invocation.operands[0], invocation.operands[1], invocation.operands[2])
    guard action == "name" else { throw Failure.usage("place takes name, not '\(action)'") }
    guard let id = Int64(text), id > 0 else { throw Failure.usage("place name takes a number, not '\(text)'") }
    guard name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }), name.count <= longest else {
      throw Failure.usage("a name has at most \(longest) characters, and none that controls a terminal")
    }
    let path = try DatabasePath.resolve(invocation, try Configuration.load(invocation), in: world)
    let wanted = name.isEmpty ? nil : name
    let isKnown: Bool
    if let box = try box(invocation, at: path) {
      isKnown = try BoxStore(path: path).name(place: id, of: box, wanted)
    } else {
      isKnown = try PlaceEditor(path: path).name(place: id, wanted)
    }
    guard isKnown else {
      throw Failure(.failed, "there is no place \(id); 'tracklogger places' lists them")
    }
    return .done
  }

  /// The box that `--box` names, where that is not this machine.
  private static func box(_ invocation: Invocation, at path: String) throws -> Box? {
    guard let name = invocation[.box] else { return nil }
    let reader = try TrackReader(path: path)
    if let box = try reader.boxes().first(where: { $0.name == name }) { return box }
    guard try reader.info().box == name else { throw Failure(.failed, "there is no box '\(name)' here") }
    return nil
  }
}
