import TrackCore
import TrackStore

/// `tracklogger gazetteer import FILE`: names and time zones without a network.
enum GazetteerCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    guard invocation.operands[0] == "import" else {
      throw Failure.usage("gazetteer takes import, not '\(invocation.operands[0])'")
    }
    let file = invocation.operands[1]
    let configuration = try Configuration.load(invocation)
    let path = try DatabasePath.resolve(invocation, configuration, in: world)
    let input = try CaptureStream(paths: [file])
    try refuseWhatIsPacked(input.head, named: file)
    let work = try GazetteerImport(path: path)
    var progress = Progress(total: input.size)
    defer { progress.clear() }
    try read(input, into: work) { progress.show(bytes: $0) }
    try work.finish()
    progress.clear()
    guard work.towns > 0 else {
      throw Failure(.data, "\(file) is no GeoNames dump; take cities500.txt or cities15000.txt")
    }
    if invocation.has(.json) {
      var json = JSONWriter()
      json.beginObject()
      json.key("towns")
      json.value(work.towns)
      json.key("skipped")
      json.value(work.skipped)
      json.endObject()
      try json.drain(to: world.output)
    } else {
      let skipped = work.skipped == 0 ? "" : ", \(work.skipped) lines left out"
      try world.output.write("\(work.towns) towns\(skipped). Data © GeoNames, CC BY 4.0\n")
    }
    return .done
  }

  private static func read(_ input: CaptureStream, into work: GazetteerImport, progress: (Int64) -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var framer = LineFramer()
    var bytes: Int64 = 0
    while case let n = try input.read(into: buffer), n > 0 {
      try framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<n])) { try work.add($0) }
      bytes += Int64(n)
      progress(bytes)
    }
    try framer.finish { try work.add($0) }
  }

  private static func refuseWhatIsPacked(_ head: [UInt8], named file: String) throws(Failure) {
    let way: String
    if head.starts(with: Array("PK".utf8)) {
      way = "unzip -p \(file)"
    } else if head.starts(with: [0xfd, 0x37, 0x7a]) {
      way = "xz -dc \(file)"
    } else if head.starts(with: [0x1f, 0x8b]) {
      way = "zcat \(file)"
    } else {
      return
    }
    throw Failure(.data, "\(file) is compressed; try: \(way) | tracklogger gazetteer import -")
  }
}
