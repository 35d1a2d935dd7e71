extension Schema {
  private static func iso(_ column: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%fZ', \(column) / 1000.0, 'unixepoch')"
  }
  private static func degrees(_ column: String) -> String { "\(column) / 1e7" }
  private static func hundredths(_ column: String) -> String { "\(column) / 100.0" }

  /// Degrees, metres, seconds and ISO times, for people with `sqlite3`. This program does not read them.
  static let views = """

    CREATE VIEW fixes AS SELECT \(iso("(fix.id >> 4)")) AS time, path AS device, \(degrees("lat")) AS lat,
      \(degrees("lon")) AS lon, \(hundredths("alt")) AS altitude, \(hundredths("speed")) AS speed,
      CASE WHEN course < 0 THEN course + 36000 ELSE course END / 100.0 AS course, \(hundredths("eph")) AS eph,
      \(hundredths("epv")) AS epv, \(hundredths("hdop")) AS hdop, used AS satellites, 2 + mode3d AS mode
      FROM fix LEFT JOIN device ON device.id = fix.id & 15;

    CREATE VIEW trips AS SELECT id, \(iso("start")) AS start_time, \(iso("\"end\"")) AS end_time, \(iso("last")) AS last_time,
      \(degrees("from_lat")) AS from_lat, \(degrees("from_lon")) AS from_lon, \(degrees("to_lat")) AS to_lat,
      \(degrees("to_lon")) AS to_lon, \(hundredths("distance")) AS distance, \(hundredths("bridged")) AS bridged_distance,
      (coalesce("end", last) - start) / 1000.0 AS duration, moving / 1000.0 AS moving_time,
      \(hundredths("max_speed")) AS max_speed, fixes FROM trip ORDER BY start;

    CREATE VIEW visits AS SELECT visit.id, \(iso("arrival")) AS arrival, \(iso("departure")) AS departure,
      \(iso("last")) AS last_time, \(degrees("visit.lat")) AS lat, \(degrees("visit.lon")) AS lon,
      \(hundredths("accuracy")) AS accuracy, fixes, inferred, place, name AS place_name
      FROM visit LEFT JOIN place ON place.id = visit.place ORDER BY visit.arrival;

    CREATE VIEW places AS SELECT id, name, \(degrees("lat")) AS lat, \(degrees("lon")) AS lon,
      (SELECT count(*) FROM visit WHERE visit.place = place.id) AS visits FROM place ORDER BY id;

    CREATE VIEW events AS SELECT id, \(iso("time")) AS time, \(iso("noticed")) AS noticed, kind, \(degrees("lat")) AS lat,
      \(degrees("lon")) AS lon, trip, visit, \(hundredths("distance")) AS distance FROM event ORDER BY id;
    """
}
