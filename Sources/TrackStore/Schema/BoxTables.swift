extension Schema {
  /// Databases of other machines, pulled into this one.
  static let boxTables = """

    -- Other machines' databases, pulled into this one. The rows of box 1 are in tables box1_fix, box1_trip and so on, alike in
    -- all to those of the same name without the prefix.
    CREATE TABLE box (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      uuid TEXT NOT NULL,         -- of its database; one that was restored is another box with the same
      host TEXT,                  -- where it was pulled from last
      number INTEGER NOT NULL,    -- its newest change that has arrived
      witness INTEGER             -- the token of its era at that number
    );

    -- Names that were given here to places of other machines; they hold whatever those call them.
    CREATE TABLE box_place_name (
      box INTEGER NOT NULL REFERENCES box,
      place INTEGER NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (box, place)
    ) WITHOUT ROWID;
    """
}
