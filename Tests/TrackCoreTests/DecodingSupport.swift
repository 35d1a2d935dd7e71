@testable import TrackCore

/// Decodes in a buffer of exactly the line's size, so that a read past its end is one past the allocation's.
func decode(_ line: [UInt8], with decoder: inout GPSDecoder) -> Report {
  let exact = UnsafeMutableRawBufferPointer.allocate(byteCount: line.count, alignment: 1)
  defer { exact.deallocate() }
  exact.copyBytes(from: line)
  return decoder.decode(UnsafeRawBufferPointer(exact))
}

func decode(_ line: String) -> Report {
  var decoder = GPSDecoder()
  return decode(Array(line.utf8), with: &decoder)
}

/// The TPV of a line; nil where it is none.
func tpv(_ line: String) -> TPV? {
  guard case .tpv(let tpv) = decode(line) else { return nil }
  return tpv
}

/// Lines of every class as gpsd writes them, made up, with what they must decode to left to each test.
enum Lines {
  static let tpv =
    #"{"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-08-24T07:00:00.250Z","leapseconds":18,"ept":0.005,"#
    + #""lat":46.614991400,"lon":-14.245000800,"altHAE":477.8206,"altMSL":430.5206,"alt":430.5206,"epx":4.180,"epy":5.168,"#
    + #""epv":11.400,"track":153.8000,"magtrack":150.1,"magvar":3.7,"speed":22.738,"climb":-0.450,"epd":22.9679,"#
    + #""eps":9.20,"epc":20.68,"geoidSep":47.300,"eph":7.600,"sep":34.200}"#
  static let sky =
    #"{"class":"SKY","device":"/dev/ttyACM0","time":"2026-08-24T07:00:00.000Z","xdop":0.37,"ydop":0.38,"vdop":1.27,"#
    + #""tdop":0.54,"hdop":0.76,"gdop":1.14,"pdop":1.48,"nSat":3,"uSat":2,"satellites":["#
    + #"{"PRN":2,"el":25.0,"az":181.0,"ss":42.0,"used":true,"gnssid":0,"svid":2},"#
    + #"{"PRN":6,"el":45.0,"az":146.0,"ss":45.0,"used":false,"gnssid":0,"svid":6},"#
    + #"{"PRN":12,"el":19.0,"az":292.0,"ss":47.0,"used":true,"gnssid":0,"svid":12}]}"#
  static let device =
    #"{"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox","activated":"2026-08-24T06:59:58.500Z"}"#
  static let devices =
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","activated":"2026-08-24T06:59:58.500Z","#
    + #""native":1,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00},{"class":"DEVICE","path":"/dev/ttyS1"}]}"#
  static let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
  static let error = #"{"class":"ERROR","message":"Unrecognized request '?WAT\"'"}"#
  static let attitude = #"{"class":"ATT","device":"/dev/ttyACM0","heading":12.5,"pitch":0.1,"roll":-0.2}"#
  static let poll =
    #"{"class":"POLL","active":1,"tpv":[{"class":"TPV","mode":3,"lat":1.0,"lon":2.0}],"gst":[],"sky":[{}]}"#

  static let all = [tpv, sky, device, devices, version, error, attitude, poll]
}
