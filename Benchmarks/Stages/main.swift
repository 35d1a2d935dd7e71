// What the stages of the pipeline take on one capture, without the store.
//
//   stages CAPTURE
//
// Reads the capture twice: its lines decoded and no more, then through the whole pipeline. Prints "FIXES DECODING PIPELINE": accepted
// fixes, and CPU time (user and system) in seconds of reading and decoding, and of what the pipeline takes beyond that: epochs, filter,
// detection of trips and visits, thinning.
import Glibc
import TrackCore

func cpu() -> Double {
  var usage = rusage()
  // RUSAGE_SELF, which Glibc declares as an enumeration in some versions.
  getrusage(.init(0), &usage)
  let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
  return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
}

func fail(_ text: String, _ code: Int32) -> Never {
  _ = text.withCString { write(2, $0, strlen($0)) }
  exit(code)
}

func seconds(_ path: String, _ body: (UnsafeRawBufferPointer) -> Void) -> Double {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { fail("stages: cannot read \(path)\n", 66) }
  defer { close(file) }
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  defer { buffer.deallocate() }
  var framer = LineFramer()
  let start = cpu()
  while case let n = read(file, buffer.baseAddress, buffer.count), n > 0 {
    framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<n]), body)
  }
  framer.finish(body)
  return cpu() - start
}

func run() {
  guard CommandLine.arguments.count == 2 else { fail("usage: stages CAPTURE\n", 64) }
  let path = CommandLine.arguments[1]

  var decoder = GPSDecoder()
  var reports = 0
  let decoding = seconds(path) { line in
    if case .tpv = decoder.decode(LinePrefix.split(line).report) { reports += 1 }
  }

  var pipeline = Pipeline(settings: Settings(), source: .capture)
  var changes: [TrackChange] = []
  let all = seconds(path) { line in
    let (arrival, report) = LinePrefix.split(line)
    pipeline.ingest(.line(report, arrival), into: &changes)
    if pipeline.takeCommitPoint() { changes.removeAll(keepingCapacity: true) }
  }
  pipeline.ingest(.stop(nil), into: &changes)
  print(pipeline.counts.fixesAccepted, decoding, all - decoding)
}

run()
