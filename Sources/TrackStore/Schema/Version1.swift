extension Schema {
  // Comments within a statement go into the file with it: `sqlite3 track.db .schema` explains itself.
  static let version1 = """
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value
    ) WITHOUT ROWID;

    CREATE TABLE device (
      -- Receivers by what gpsd calls them; 0 is unnamed.
      id INTEGER PRIMARY KEY,  -- 0 to 15
      path TEXT NOT NULL UNIQUE
    );

    CREATE TABLE source (
      -- Where rows came from, and how far that has been read: one line for each beginning of a pipeline.
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      position INTEGER NOT NULL,  -- how far its input was read, as the input counts
      length INTEGER NOT NULL,    -- of the checkpoint, which is padded
      checkpoint BLOB NOT NULL
    );

    CREATE TABLE fix (
      -- Recorded fixes. A fix never changes. Device and time are its identity, and order it by time.
      id INTEGER PRIMARY KEY,  -- milliseconds since 1970 UTC * 16 + device
      lat INTEGER NOT NULL,    -- 1e-7 degrees
      lon INTEGER NOT NULL,    -- 1e-7 degrees
      alt INTEGER,             -- cm above mean sea level
      speed INTEGER,           -- cm/s
      course INTEGER,          -- 1e-2 degrees, -18000 to 17999
      eph INTEGER,             -- cm
      epv INTEGER,             -- cm
      hdop INTEGER,            -- 1e-2
      used INTEGER,            -- satellites
      mode3d INTEGER NOT NULL  -- 1 three-dimensional, 0 two-dimensional
    );

    CREATE TABLE trip (
      id INTEGER PRIMARY KEY,
      source INTEGER NOT NULL REFERENCES source,
      start INTEGER NOT NULL,  -- ms since 1970 UTC, as all times here
      "end" INTEGER,           -- NULL while under way
      last INTEGER NOT NULL,   -- its newest fix
      from_lat INTEGER NOT NULL,
      from_lon INTEGER NOT NULL,
      to_lat INTEGER NOT NULL,
      to_lon INTEGER NOT NULL,
      distance INTEGER NOT NULL,  -- cm measured
      bridged INTEGER NOT NULL,   -- cm of straight lines over silences
      moving INTEGER NOT NULL,    -- ms
      max_speed INTEGER,          -- cm/s
      fixes INTEGER NOT NULL,
      south INTEGER NOT NULL,
      north INTEGER NOT NULL,
      west INTEGER NOT NULL,      -- west > east across the antimeridian
      east INTEGER NOT NULL,
      change INTEGER NOT NULL
    );
    CREATE INDEX trip_start ON trip (start);
    CREATE INDEX trip_end ON trip ("end");

    CREATE TABLE place (
      id INTEGER PRIMARY KEY,
      name TEXT,               -- given by the owner
      lat INTEGER NOT NULL,    -- mean of its visits
      lon INTEGER NOT NULL,
      change INTEGER NOT NULL
    );
    CREATE INDEX place_lat ON place (lat);

    CREATE TABLE visit (
      id INTEGER PRIMARY KEY,
      source INTEGER NOT NULL REFERENCES source,
      place INTEGER REFERENCES place,
      arrival INTEGER NOT NULL,
      departure INTEGER,          -- NULL while there
      last INTEGER NOT NULL,      -- when last seen there
      lat INTEGER NOT NULL,
      lon INTEGER NOT NULL,
      accuracy INTEGER NOT NULL,  -- cm
      fixes INTEGER NOT NULL,
      inferred INTEGER NOT NULL,  -- 1: concluded from a silence
      change INTEGER NOT NULL
    );
    CREATE INDEX visit_arrival ON visit (arrival);
    CREATE INDEX visit_departure ON visit (departure);
    CREATE INDEX visit_place ON visit (place, arrival);

    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      time INTEGER NOT NULL,     -- when it happened
      noticed INTEGER NOT NULL,  -- when that became clear
      lat INTEGER,
      lon INTEGER,
      trip INTEGER,
      visit INTEGER,
      distance INTEGER           -- cm
    );
    CREATE INDEX event_time ON event (time);

    CREATE TABLE change (
      -- What was written, in order. A row that changes again moves to a new number, so "all after N" is complete and
      -- short.
      number INTEGER PRIMARY KEY,
      kind INTEGER NOT NULL,   -- 1 fixes, 2 trip, 3 visit, 4 place, 5 event, 6 label; negative: deleted
      first INTEGER NOT NULL,  -- id of the row; of fixes, the first
      last INTEGER             -- of fixes, the last; there may be older ones in between
    );
    CREATE INDEX change_deleted ON change (kind, first) WHERE kind < 0;

    CREATE TABLE era (
      -- Which process wrote a stretch of changes. Copies that go on apart reach the same numbers in other eras.
      number INTEGER PRIMARY KEY,  -- its first change
      token INTEGER NOT NULL       -- random
    );
    """ + placeTables + views
}
