/// A fix as bytes of a checkpoint: one bit for each optional field, then those that are there.
extension CheckpointWriter {
  mutating func put(_ fix: Fix) {
    put(fix.time)
    put(fix.coordinate)
    put(fix.mode.rawValue)
    put(fix.device.index)
    let fields = [fix.altitude, fix.speed, fix.course, fix.eph, fix.epv, fix.hdop]
    var present: UInt8 = 0
    for (bit, field) in fields.enumerated() where field != nil { present |= 1 << bit }
    if fix.satellitesUsed != nil { present |= 1 << 6 }
    put(present)
    for case .some(let value) in fields { put(value) }
    if let used = fix.satellitesUsed { put(Int32(clamping: used)) }
  }
}

extension CheckpointReader {
  mutating func takeFix() throws(CheckpointError) -> Fix {
    let time = try take(Instant.self)
    let coordinate = try take(Coordinate.self)
    guard let mode = FixMode(rawValue: try take()) else { throw .damaged }
    var fix = Fix(time: time, coordinate: coordinate, mode: mode, device: DeviceID(index: try take()))
    let present = try take(UInt8.self)
    func field(_ bit: Int, _ reader: inout CheckpointReader) throws(CheckpointError) -> Double? {
      present & 1 << bit != 0 ? try reader.take(Double.self) : nil
    }
    fix.altitude = try field(0, &self)
    fix.speed = try field(1, &self)
    fix.course = try field(2, &self)
    fix.eph = try field(3, &self)
    fix.epv = try field(4, &self)
    fix.hdop = try field(5, &self)
    if present & 1 << 6 != 0 { fix.satellitesUsed = Int(try take(Int32.self)) }
    return fix
  }
}
