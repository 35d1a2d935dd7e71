extension Schema {
  /// Names of places: who is asked for them, what waits, what was answered, and towns for those without a network.
  static let placeTables = """

    -- Who is asked: a provider, in a language. Waits count in ms from `since`, which is CLOCK_BOOTTIME of the boot that `boot`
    -- hashes; `wall` is the wall clock then, where it could be believed. So in `request`.
    CREATE TABLE service (
      id INTEGER PRIMARY KEY,
      provider TEXT NOT NULL,
      language TEXT NOT NULL,
      url TEXT NOT NULL DEFAULT '',         -- its server, when last asked
      failures INTEGER NOT NULL DEFAULT 0,  -- running, of any kind
      state TEXT,                           -- later, offline, blocked; NULL: may be asked
      error TEXT,                           -- why, or what went wrong last
      wait INTEGER,
      since INTEGER,
      boot INTEGER,
      wall INTEGER,
      UNIQUE (provider, language)
    );

    -- Names that are wanted. One row for all who ask for the same.
    CREATE TABLE request (
      id INTEGER PRIMARY KEY,
      target INTEGER NOT NULL,   -- a cell's key, or minus the id of a place
      service INTEGER NOT NULL REFERENCES service,
      lat INTEGER NOT NULL,      -- the position that is asked for
      lon INTEGER NOT NULL,
      rank INTEGER NOT NULL,     -- 0 where one stays, 1 on the way, 2 ahead of a journey
      time INTEGER NOT NULL,     -- of the newest who asked
      attempts INTEGER NOT NULL DEFAULT 0,  -- that a server answered
      wait INTEGER,              -- NULL: none
      since INTEGER,
      boot INTEGER,
      wall INTEGER,
      parked INTEGER NOT NULL DEFAULT 0,    -- 1: refused for good, for the reason in `error`
      error TEXT,
      UNIQUE (target, service)
    );
    CREATE INDEX request_order ON request (service, parked, rank, attempts, time DESC);

    -- Whose the data are.
    CREATE TABLE credit (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE
    );

    CREATE TABLE name (
      id INTEGER PRIMARY KEY,
      short TEXT NOT NULL,
      full TEXT NOT NULL,
      city TEXT,
      country TEXT,              -- ISO 3166-1
      service INTEGER NOT NULL REFERENCES service,
      credit INTEGER NOT NULL REFERENCES credit,
      fetched INTEGER            -- NULL where the clock could not be believed
    );

    -- The newest answer for each cell and place.
    CREATE TABLE answer (
      target INTEGER NOT NULL,
      service INTEGER NOT NULL REFERENCES service,
      lat INTEGER NOT NULL,          -- the position that was asked for
      lon INTEGER NOT NULL,
      name INTEGER REFERENCES name,  -- NULL: there is nothing there
      fetched INTEGER,               -- NULL: the clock could not be believed, the age does not count yet
      lifetime INTEGER NOT NULL,     -- ms
      PRIMARY KEY (target, service)
    ) WITHOUT ROWID;
    CREATE INDEX answer_fetched ON answer (fetched);
    CREATE INDEX answer_name ON answer (name);

    -- Which name a visit, or an end of a trip, got: the first that came.
    CREATE TABLE label (
      subject INTEGER PRIMARY KEY,   -- id * 4 + 1 visit, 2 start of a trip, 3 end of a trip
      target INTEGER NOT NULL,       -- what was asked for
      name INTEGER REFERENCES name,  -- NULL while it waits
      change INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX label_waiting ON label (target) WHERE name IS NULL;
    CREATE INDEX label_name ON label (name) WHERE name IS NOT NULL;

    -- What may still be asked, for all processes together: the token bucket, and when the last request ended.
    CREATE TABLE budget (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      microtokens INTEGER NOT NULL,
      time INTEGER NOT NULL,       -- ms of CLOCK_BOOTTIME
      boot TEXT NOT NULL,
      ended INTEGER NOT NULL,      -- ms of CLOCK_BOOTTIME
      busy INTEGER NOT NULL        -- 1: a request is under way, or its process died
    );

    -- Towns of the offline gazetteer. Corners are 1e-7 degrees; a town is a point.
    \(townTable("town"));
    CREATE TABLE zone (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    );
    """

  static func townTable(_ name: String) -> String {
    "CREATE VIRTUAL TABLE \(name) USING rtree_i32(id, south, north, west, east, +name TEXT, +country TEXT, +zone INTEGER)"
  }
}
