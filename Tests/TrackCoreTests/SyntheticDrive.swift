import Testing

@testable import TrackCore

extension SeededGenerator {
  /// About normal, standard deviation 1.
  mutating func gauss() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
  }
}

/// A drive as gpsd would report it, line by line.
struct SyntheticDrive {
  static let start = Instant(milliseconds: 1_780_000_000_000)

  private(set) var lines: [String] = [
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
  ]
  private(set) var time = SyntheticDrive.start
  private var north = 0.0
  private var noise: SeededGenerator
  private var drift = (0.0, 0.0)

  init(seed: UInt64) { noise = SeededGenerator(seed: seed) }

  /// Stands still, or goes north, for so many seconds.
  mutating func go(seconds: Int, speed: Double = 0) {
    for _ in 0..<seconds {
      north += speed
      time = time + .seconds(1)
      drift.0 = drift.0 * 0.99 + noise.gauss() * 0.3
      drift.1 = drift.1 * 0.99 + noise.gauss() * 0.3
      let shown = max(0, speed + noise.gauss() * 0.08)
      lines.append(
        #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":""# + Self.iso(time) + #"","lat":"#
          + String(47 + (north + drift.0) / 111_180) + #","lon":"# + String(9.5 + drift.1 / 75_900)
          + #","altMSL":430.5,"eph":6.2,"speed":"# + String(shown) + #","track":"# + (speed > 0 ? "0.5" : "200.0") + "}"
      )
      if lines.count % 10 == 0 {
        lines.append(#"{"class":"SKY","device":"/dev/ttyACM0","hdop":0.9,"uSat":11,"satellites":[]}"#)
      }
    }
  }

  /// Nothing comes for so long.
  mutating func pass(seconds: Double, moving metres: Double = 0) {
    time = time + .seconds(seconds)
    north += metres
  }

  /// Two stays, a drive with a light and a tunnel between them, a power-off stop, and a drive home.
  static func day(seed: UInt64) -> SyntheticDrive {
    var day = SyntheticDrive(seed: seed)
    day.go(seconds: 400)
    day.go(seconds: 200, speed: 12)
    day.go(seconds: 45)
    day.go(seconds: 120, speed: 14)
    day.pass(seconds: 80, moving: 1120)
    day.go(seconds: 100, speed: 14)
    day.go(seconds: 30)
    day.pass(seconds: 5400)
    day.go(seconds: 20)
    day.go(seconds: 300, speed: 11)
    day.go(seconds: 500)
    return day
  }

  var bytes: [UInt8] { Array(lines.joined(separator: "\n").utf8) + [10] }

  static func iso(_ t: Instant) -> String {
    let day = CivilDate(daysSince1970: Int(t.milliseconds) / 86_400_000)
    let ms = t.milliseconds % 86_400_000
    func two(_ n: Int64) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return
      "\(day.year)-\(two(Int64(day.month)))-\(two(Int64(day.day)))T\(two(ms / 3_600_000)):\(two(ms / 60_000 % 60)):"
      + "\(two(ms / 1000 % 60)).000Z"
  }
}
