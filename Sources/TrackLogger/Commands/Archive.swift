import Glibc
import TrackCore
import TrackStore

/// `tracklogger archive`: a file for each trip that is over, and for each day if asked, written once: for rsync, scp or a file share.
enum ArchiveCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    guard let directory = invocation[.directory], !directory.isEmpty else {
      throw Failure.usage("archive needs --dir: the directory to write to")
    }
    let days = try perDay(invocation)
    let format = try ExportFormat(invocation, otherwise: .gpx)
    let tolerance = try invocation.number(.simplify, in: 0...1_000_000)
    let zone = try Zones.chosen(invocation, in: world)
    let settings = try Configuration.load(invocation).settings
    let boxes = try OpenBoxes(invocation, in: world)
    let reader = try boxes.only()
    let folder = try ArchiveFolder(directory, of: try boxes.onlyBox()?.name)
    let plan = try ArchivePlan(reader, zone: days ? zone.data : nil, patience: settings.visit.minDuration)
    let source = TrackSource(reader: reader, tolerance: tolerance)
    var written: [String] = []
    for file in plan.files {
      let name = file.name + "." + format.fileExtension
      if folder.holds(name) { continue }
      try OutputFile.write(folder.path(of: name), or: world.output) { output in
        try source.write(try file.rows(reader), as: format, to: output)
      }
      written.append(name)
      if !invocation.has(.json) { try world.output.write(folder.path(of: name) + "\n") }
    }
    if invocation.has(.json) { try write(written, of: plan.files.count, to: world.output) }
    return .done
  }

  private static func perDay(_ invocation: Invocation) throws(Failure) -> Bool {
    guard let unit = invocation[.per] else { return false }
    guard unit == "day" || unit == "trip" else { throw .usage("--per takes day or trip, not '\(unit)'") }
    return unit == "day"
  }

  private static func write(_ written: [String], of count: Int, to output: Output) throws {
    var json = JSONWriter()
    json.beginObject()
    json.key("written")
    json.beginArray()
    for name in written { json.value(name) }
    json.endArray()
    json.key("already_there")
    json.value(count - written.count)
    json.endObject()
    try json.drain(to: output)
  }
}
