import Testing

@testable import TrackCore

@Suite struct DeviceTableTests {
  private func intern(_ path: String, in table: inout DeviceTable) -> UInt8 {
    Array(path.utf8).withUnsafeBufferPointer { table.intern($0).index }
  }

  @Test func eachPathKeepsItsNumber() {
    var table = DeviceTable()
    #expect(intern("/dev/ttyACM0", in: &table) == 1)
    #expect(intern("/dev/ttyACM1", in: &table) == 2)
    #expect(intern("/dev/ttyACM0", in: &table) == 1)
    #expect(intern("/dev/ttyACM", in: &table) == 3)
    #expect(table.path(of: DeviceID(index: 2)) == "/dev/ttyACM1")
    #expect(table.device(at: "/dev/ttyACM") == DeviceID(index: 3))
  }

  @Test func whatWasNeverSeenHasNoNameAndNoNumber() {
    var table = DeviceTable()
    _ = intern("/dev/ttyACM0", in: &table)
    #expect(table.path(of: .unnamed) == nil)
    #expect(table.path(of: DeviceID(index: 2)) == nil)
    #expect(table.path(of: DeviceID(index: 255)) == nil)
    #expect(table.device(at: "/dev/ttyS0") == nil)
  }

  @Test func beyondItsBoundsADeviceIsUnnamed() {
    var table = DeviceTable()
    #expect(intern("", in: &table) == 0)
    #expect(intern(String(repeating: "x", count: 256), in: &table) == 0)
    #expect(intern(String(repeating: "x", count: 255), in: &table) == 1)
    for k in 2...15 { #expect(intern("/dev/tty\(k)", in: &table) == UInt8(k)) }
    #expect(intern("/dev/one-more", in: &table) == 0)
    #expect(intern("/dev/tty15", in: &table) == 15)
    #expect(table.count == 15)
  }

  @Test func aRestoredTableGivesTheSameNumbers() throws {
    var table = DeviceTable()
    for path in ["/dev/ttyACM0", "tcp://192.0.2.1:2000", "/dev/überspannung"] { _ = intern(path, in: &table) }
    var writer = CheckpointWriter()
    table.write(to: &writer)
    var reader = CheckpointReader(writer.bytes)
    var restored = DeviceTable()
    try restored.read(from: &reader)
    #expect(reader.isAtEnd)
    #expect(restored == table)
    #expect(intern("/dev/überspannung", in: &restored) == 3)
    for count in 0..<writer.bytes.count {
      var cut = CheckpointReader(Array(writer.bytes.prefix(count)))
      #expect(throws: CheckpointError.damaged) { try restored.read(from: &cut) }
    }
  }

  @Test func aTableWithAPathTwiceOrNoneIsDamaged() {
    for paths in [["a", "a"], ["a", ""]] {
      var writer = CheckpointWriter()
      writer.put(all: paths) { $0.put(all: Array($1.utf8)) { $0.put($1) } }
      var reader = CheckpointReader(writer.bytes)
      var table = DeviceTable()
      #expect(throws: CheckpointError.damaged) { try table.read(from: &reader) }
    }
  }
}
