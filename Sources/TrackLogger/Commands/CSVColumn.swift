import TrackCore
import TrackStore

/// A column of a list as CSV: its title, which ends in its unit, and how a row fills it.
struct CSVColumn<Row> {
  let name: StaticString
  let write: (Row, inout ByteText) -> Void

  init(_ name: StaticString, _ write: @escaping (Row, inout ByteText) -> Void) {
    self.name = name
    self.write = write
  }

  static func text(_ name: StaticString, _ value: @escaping (Row) -> String?) -> Self {
    Self(name) { row, text in if let value = value(row) { text.put(csv: value) } }
  }

  static func integer(_ name: StaticString, _ value: @escaping (Row) -> Int64?) -> Self {
    Self(name) { row, text in if let value = value(row) { text.put(value) } }
  }

  static func count(_ name: StaticString, _ value: @escaping (Row) -> Int) -> Self {
    Self(name) { row, text in text.put(Int64(value(row))) }
  }

  static func number(_ name: StaticString, _ decimals: Int, _ value: @escaping (Row) -> Double?) -> Self {
    Self(name) { row, text in if let value = value(row) { text.put(value, decimals: decimals) } }
  }

  static func time(_ name: StaticString, _ value: @escaping (Row) -> Instant?) -> Self {
    Self(name) { row, text in if let value = value(row) { text.put(value) } }
  }

  static func seconds(_ name: StaticString, _ value: @escaping (Row) -> Interval) -> Self {
    Self(name) { row, text in text.put(value(row).seconds, decimals: 3, trimmed: true) }
  }
}

extension CSVColumn where Row == TripRow {
  static var trips: [Self] {
    [
      .integer("id") { $0.trip.id }, .time("start_utc") { $0.trip.start }, .time("end_utc") { $0.trip.end },
      .number("distance_m", 2) { $0.trip.distance }, .number("bridged_distance_m", 2) { $0.trip.bridgedDistance },
      .seconds("duration_s") { $0.trip.duration }, .seconds("moving_time_s") { $0.trip.movingTime },
      .number("max_speed_m_s", 2) { $0.trip.maxSpeed }, .count("fixes") { $0.trip.fixes },
      .number("from_latitude_deg", 7) { $0.trip.from.latitude },
      .number("from_longitude_deg", 7) { $0.trip.from.longitude },
      .text("from_name") { $0.fromPlace?.name ?? $0.fromName?.short },
      .number("to_latitude_deg", 7) { $0.trip.to.latitude }, .number("to_longitude_deg", 7) { $0.trip.to.longitude },
      .text("to_name") { $0.toPlace?.name ?? $0.toName?.short },
    ]
  }
}

extension CSVColumn where Row == VisitRow {
  static var visits: [Self] {
    [
      .integer("id") { $0.visit.id }, .time("arrival_utc") { $0.visit.arrival },
      .time("departure_utc") { $0.visit.departure }, .time("last_seen_utc") { $0.visit.last },
      .seconds("duration_s") { $0.visit.duration }, .number("latitude_deg", 7) { $0.visit.centre.latitude },
      .number("longitude_deg", 7) { $0.visit.centre.longitude }, .number("accuracy_m", 1) { $0.visit.accuracy },
      .count("fixes") { $0.visit.fixes }, .text("inferred") { $0.visit.inferred ? "true" : "false" },
      .integer("place") { $0.place?.id }, .text("name") { $0.place?.name ?? $0.name?.short },
    ]
  }
}

extension CSVColumn where Row == PlaceRow {
  static var places: [Self] {
    [
      .integer("id") { $0.id }, .text("name") { $0.name ?? $0.address?.short },
      .number("latitude_deg", 7) { $0.centre.latitude }, .number("longitude_deg", 7) { $0.centre.longitude },
      .count("visits") { $0.visits }, .time("first_arrival_utc") { $0.firstArrival },
      .time("last_seen_utc") { $0.lastSeen }, .seconds("duration_s") { $0.duration },
    ]
  }
}

extension CSVColumn where Row == Day {
  static var days: [Self] {
    [
      .text("day") { Shown.date($0.date) }, .number("distance_m", 2) { $0.sum.distance },
      .number("bridged_distance_m", 2) { $0.sum.bridgedDistance }, .seconds("moving_time_s") { $0.sum.movingTime },
      .count("trips") { $0.sum.trips }, .count("visits") { $0.sum.visits },
    ]
  }
}

extension CSVColumn where Row == EventRow {
  static var events: [Self] {
    [
      .integer("id") { $0.id }, .time("time_utc") { $0.event.time }, .time("noticed_utc") { $0.event.noticed },
      .text("kind") { $0.event.kind.rawValue }, .number("latitude_deg", 7) { $0.event.coordinate?.latitude },
      .number("longitude_deg", 7) { $0.event.coordinate?.longitude }, .integer("trip") { $0.event.trip },
      .integer("visit") { $0.event.visit }, .number("distance_m", 1) { $0.event.distance },
    ]
  }
}
